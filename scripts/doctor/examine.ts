import type { Config } from '#server/config.ts'
import { findDatabase, findNode } from '../whereabouts.ts'
import { examineClock } from './clock.ts'
import { examineDatabase } from './database.ts'
import { type Finding, note, reasonOf, wrong } from './finding.ts'
import { examineInstallation } from './installation.ts'
import { examineMacKey } from './keys.ts'
import { lookedUp } from './looked-up.ts'
import { examineNode } from './node.ts'
import { examineSeed } from './seed.ts'
import { examineHeldRates, examineMail, examinePrice, examineTextMessages } from './services.ts'

/** Looks at everything a company's money would hang on; changes nothing. */
export async function examine(config: Config): Promise<Finding[]> {
  const looks = [
    looked('The database', () => ofDatabase(config)),
    looked('The node', () => ofNode(config)),
    looked('The keys', () => ofKeys(config)),
    looked('The clock', () => examineClock(config)),
    looked('The installation', async () => examineInstallation(config)),
    looked('The price', () => examinePrice(config)),
    looked('The rates', () => ofRates(config)),
    looked('The mail server', () => examineMail(config)),
    looked('Twilio', () => examineTextMessages(config)),
  ]
  return (await Promise.all(looks)).flat()
}

/** What one look stumbles over keeps nobody from the other findings. */
async function looked(what: string, look: () => Promise<Finding[]>): Promise<Finding[]> {
  return look().catch((error: unknown) => [
    wrong(`${what} cannot be looked at: ${reasonOf(error)}.`),
  ])
}

async function ofDatabase({ database }: Config): Promise<Finding[]> {
  if (database) return examineDatabase(database)
  return [note('The database that comes along is used; it is set up at each start.')]
}

async function ofNode(config: Config): Promise<Finding[]> {
  const node = findNode(config)
  if (node) return examineNode(node, config, await lastHeight(findDatabase(config)?.url))
  return [note('The node that comes along is used; it has not been started yet.')]
}

async function ofKeys(config: Config): Promise<Finding[]> {
  const database = findDatabase(config)
  const { roles } = config
  return [
    ...(roles.includes('signer') ? await examineSeed(config, database?.signerUrl ?? null) : []),
    ...(await examineMacKey(config, database?.url ?? null)),
  ]
}

/** That the database cannot be asked is a finding of its own. */
const ofRates = async (config: Config): Promise<Finding[]> =>
  examineHeldRates(findDatabase(config)?.url ?? null).catch(() => [])

/** The block at which the program stands; null where it never stood at one. */
async function lastHeight(url: string | undefined): Promise<number | null> {
  if (!url) return null
  const newest = await lookedUp(
    url,
    (db) =>
      db
        .selectFrom('blocks')
        .select(({ fn }) => fn.max('height').as('height'))
        .executeTakeFirst(),
    // That the database cannot be asked is a finding of its own.
  ).catch(() => null)
  return newest?.height ?? null
}
