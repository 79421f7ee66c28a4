import type { Config } from '#server/startup/config.ts'
import type { MainnetRefusal } from '#server/startup/mainnet/refusals.ts'
import { findDatabase, findNodeConnection } from '../installation-paths.ts'
import { examineAccounts } from './accounts.ts'
import { examineAuthorities } from './authorities.ts'
import { examineBackups } from './backups.ts'
import { examineClock } from './clock.ts'
import { examineDatabase } from './database.ts'
import { type Finding, note, reasonOf, wrong } from './finding.ts'
import { examineFundingAddresses } from './funding-addresses.ts'
import { examineInstallation } from './installation.ts'
import { examineMacKey } from './keys.ts'
import { lookInto } from './look-into.ts'
import { examineNode } from './node.ts'
import { examinePasskeys } from './passkeys.ts'
import { examineSeed } from './seed.ts'
import { examineHeldRates, examineMail, examinePrice, examineTextMessages } from './services.ts'

/**
 * Looks at everything a company's money depends on; changes nothing. A database or a mail server that
 * the start refuses is not asked: its password would go the same way.
 */
export async function examine(
  config: Config,
  refusals: readonly MainnetRefusal[] = [],
): Promise<Finding[]> {
  const may = (part: MainnetRefusal['about']) => refusals.every(({ about }) => about !== part)
  const asksDatabase = may('database')
  const looks = [
    ...(asksDatabase ? [looked('The database', () => ofDatabase(config))] : []),
    looked('The node', () => ofNode(config, asksDatabase)),
    ...(asksDatabase ? [looked('The keys', () => ofKeys(config))] : []),
    ...(asksDatabase ? [looked('The backups', () => ofBackups(config))] : []),
    looked('The clock', () => examineClock(config)),
    looked('The installation', async () => examineInstallation(config)),
    looked('The price', () => examinePrice(config)),
    ...(asksDatabase ? [looked('The rates', () => ofRates(config))] : []),
    ...(may('mail') ? [looked('The mail server', () => examineMail(config))] : []),
    looked('Twilio', () => examineTextMessages(config)),
  ]
  return [...refusals.map(({ says }) => wrong(says)), ...(await Promise.all(looks)).flat()]
}

/** An error in one look does not hide the other findings. */
async function looked(what: string, look: () => Promise<Finding[]>): Promise<Finding[]> {
  return look().catch((error: unknown) => [
    wrong(`${what} cannot be looked at: ${reasonOf(error)}.`),
  ])
}

async function ofDatabase({ database }: Config): Promise<Finding[]> {
  if (database) return examineDatabase(database)
  return [note('The database that comes along is used; it is set up at each start.')]
}

async function ofNode(config: Config, asksDatabase: boolean): Promise<Finding[]> {
  const node = findNodeConnection(config)
  const url = asksDatabase ? findDatabase(config)?.url : undefined
  if (node) return examineNode(node, config, await lastHeight(url))
  return [note('The node that comes along is used; it has not been started yet.')]
}

async function ofKeys(config: Config): Promise<Finding[]> {
  const database = findDatabase(config)
  const { roles } = config
  return [
    ...(roles.includes('signer') ? await examineSeed(config, database?.signerUrl ?? null) : []),
    ...(await examineMacKey(config, database?.url ?? null)),
    ...(await examineAccounts(config, database?.url ?? null)),
    ...(await examinePasskeys(config, database?.url ?? null)),
    ...(roles.includes('signer') ? await examineAuthorities(config, placesOf(database)) : []),
    ...(await examineFundingAddresses(database?.url ?? null)),
  ]
}

const placesOf = (database: ReturnType<typeof findDatabase>) => ({
  url: database?.url ?? null,
  signerUrl: database?.signerUrl ?? null,
})

/** A database that cannot be asked is a finding of its own. */
const ofBackups = async (config: Config): Promise<Finding[]> =>
  examineBackups(findDatabase(config)?.url ?? null, config).catch(() => [])

/** A database that cannot be asked is a finding of its own. */
const ofRates = async (config: Config): Promise<Finding[]> =>
  examineHeldRates(findDatabase(config)?.url ?? null).catch(() => [])

/** The block at which the program stands; null where it never stood at one. */
async function lastHeight(url: string | undefined): Promise<number | null> {
  if (!url) return null
  const newest = await lookInto(
    url,
    (db) =>
      db
        .selectFrom('blocks')
        .select(({ fn }) => fn.max('height').as('height'))
        .executeTakeFirst(),
    // A database that cannot be asked is a finding of its own.
  ).catch(() => null)
  return newest?.height ?? null
}
