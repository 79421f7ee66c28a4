import { existsSync } from 'node:fs'
import { approvingRoles } from '#domain/roles.ts'
import { readPasskeys } from '#server/authorization/factor-rows.ts'
import { AccountTampered } from '#server/authorization/mac.ts'
import { readCountingKeys, readQuorum, toStoredTiers } from '#server/features/quorum/index.ts'
import type { Db } from '#server/platform/db/database.ts'
import { type Authority, findCountingKeys } from '#server/signer/authority/authority.ts'
import {
  AuthorityChanged,
  companiesWithAuthority,
  readAuthority,
} from '#server/signer/authority/store.ts'
import { openWallet } from '#server/signer/wallet.ts'
import type { Config } from '#server/startup/config.ts'
import { readMacKey, readSignerSecret } from '#server/startup/secrets.ts'
import { type Finding, fine, note, wrong } from './finding.ts'
import { lookInto } from './look-into.ts'

/** Rules and keys of a company, as its own rows or the signer's records have them. */
type View = { strongOnly: boolean; tiers: string; members: string[]; keys: string[] }
type Known = { authority: Authority | null } | { fault: string }

/** Whether the signer knows the rules and keys of each company as the company has them. */
export async function examineAuthorities(
  { macKeyFile, signerKeyFile, network }: Config,
  { url, signerUrl }: { url: string | null; signerUrl: string | null },
): Promise<Finding[]> {
  if (!url || !signerUrl || !existsSync(macKeyFile) || !existsSync(signerKeyFile)) return []
  const now = new Date()
  const known = await lookInto(signerUrl, async (db) => {
    // Opening a wallet that is not there would make one.
    const sealed = await db
      .selectFrom('signer.wallet_secret')
      .select('wallet_id')
      .executeTakeFirst()
    if (!sealed) return null
    const secret = await readSignerSecret(signerKeyFile, network)
    return readKnown(db, (await openWallet(db, network, secret)).memoryKey)
    // A seed that does not open is a finding of its own.
  }).catch(() => null)
  if (!known) return []
  const macKey = await readMacKey(macKeyFile, network)
  const compared = await lookInto(url, (db) => compareAll(db, { macKey, now }, known))
  return compared ?? []
}

async function readKnown(db: Db, memoryKey: Parameters<typeof readAuthority>[1]) {
  const known = new Map<string, Known>()
  for (const companyId of await companiesWithAuthority(db)) {
    const one = await readAuthority(db, memoryKey, companyId)
      .then((row) => ({ authority: row?.authority ?? null }))
      .catch((error: unknown) => {
        if (error instanceof AuthorityChanged) return { fault: error.message }
        throw error
      })
    known.set(companyId, one)
  }
  return known
}

type Deps = { macKey: Parameters<typeof readQuorum>[1]; now: Date }

async function compareAll(
  db: Db,
  deps: Deps,
  known: ReadonlyMap<string, Known>,
): Promise<Finding[]> {
  const rows = await db
    .selectFrom('companies')
    .select(['id', 'name'])
    .where(({ eb, or }) =>
      or([eb('strong_only', '=', true), eb('id', 'in', [...known.keys(), nobody])]),
    )
    .orderBy('id')
    .execute()
  const findings = await Promise.all(
    rows.map(async ({ id, name }) => {
      const one = known.get(id) ?? { authority: null }
      if ('fault' in one) {
        return wrong(
          `The signer's record of ${name} was changed (${one.fault}): nothing is signed.`,
        )
      }
      const own = await readOwnView(db, deps, id)
      // A changed row is named among the accounts.
      return own && compare(name, own, one.authority, deps.now)
    }),
  )
  const found = findings.filter((finding) => finding !== null)
  return found.length > 0 && found.every(({ level }) => level === 'fine')
    ? [fine(`The signer knows the rules and keys of ${found.length} companies as they have them.`)]
    : found
}

const nobody = '00000000-0000-0000-0000-000000000000'

async function readOwnView(db: Db, { macKey, now }: Deps, companyId: string): Promise<View | null> {
  try {
    const { strongOnly, tiers, people } = await readQuorum(db, macKey, companyId, now)
    const approvers = people.filter(({ role }) => approvingRoles.includes(role))
    const counting = strongOnly ? await readCountingKeys(db, macKey, companyId, now) : new Map()
    const keys = await Promise.all(
      approvers.map(({ id: userId }) => readPasskeys(db, macKey, { companyId, userId })),
    )
    return {
      strongOnly,
      tiers: toStoredTiers(tiers),
      members: approvers.map(({ id }) => id),
      keys: keys
        .flat()
        .filter(({ id }) => counting.has(id))
        .map((key) => key.credential_id.toString('base64url')),
    }
  } catch (error) {
    if (error instanceof AccountTampered) return null
    throw error
  }
}

function compare(name: string, own: View, authority: Authority | null, now: Date): Finding | null {
  const listed = authority?.listed
  if (!authority?.strongOnly) {
    if (!own.strongOnly) return null
    return listed && now.toISOString() <= listed.until
      ? note(
          `Keys of ${name} sign their list until ${listed.until}; the signer believes none before.`,
        )
      : wrong(
          `${name} says that passkeys alone move its money, and the signer believes no key of it: its people have to switch the rule off and on again, and sign the list.`,
        )
  }
  const differences = differencesOf(own, authority, now)
  if (differences.length === 0) return fine(`The signer knows the rules and keys of ${name}.`)
  const said = `The signer knows ${name} otherwise than its own rows: ${differences.join(', ')}.`
  return authority.waiting.length > 0
    ? note(`${said} A change waits for its 24 hours.`)
    : wrong(
        `${said} Ask its people whether they made these changes; where the signer has the wrong ones, npm run company:end-rules -- … --with-seed.`,
      )
}

function differencesOf(own: View, authority: Authority, now: Date): string[] {
  const tiers = authority.tiers.map(({ fromUsdCents, approvals }) => ({
    fromUsdCents: BigInt(fromUsdCents),
    approvals,
  }))
  const members = authority.members.map(({ userId }) => userId)
  const keys = findCountingKeys(authority, now).map(({ credentialId }) => credentialId)
  return [
    ...(own.strongOnly ? [] : ['only the signer asks for passkeys']),
    ...(own.tiers === toStoredTiers(tiers) ? [] : ['the approvals that sums ask for']),
    ...missing('people', own.members, members),
    ...missing('keys', own.keys, keys),
  ]
}

function missing(what: string, own: readonly string[], known: readonly string[]): string[] {
  const [ownOnly, signerOnly] = [
    own.filter((one) => !known.includes(one)).length,
    known.filter((one) => !own.includes(one)).length,
  ]
  return [
    ...(ownOnly > 0 ? [`${what} that the signer lacks: ${ownOnly}`] : []),
    ...(signerOnly > 0 ? [`${what} that only the signer has: ${signerOnly}`] : []),
  ]
}
