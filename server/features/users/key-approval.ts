import type { KeyObject } from 'node:crypto'
import type { z } from 'zod/mini'
import type { passkeyApproval } from '#contract/factors.ts'
import { approvingRoles } from '#domain/roles.ts'
import type { PasskeyRow } from '#server/authorization/factor-rows.ts'
import {
  type NotifyDeps,
  notifyCompanies,
  type TeamChange,
} from '#server/features/notifications/index.ts'
import {
  approvalUrl,
  type ChangeEffect,
  changeTerms,
  createChangeOrder,
  endChangesAbout,
  type Impossible,
  impossibleFor,
  listToSign,
  readChangesThatWait,
  readCountingKeys,
  readList,
  readQuorum,
} from '#server/features/quorum/index.ts'
import type { Db, Trx } from '#server/platform/db/database.ts'
import { nameAndEmailOf } from '#server/platform/db/user-name.ts'
import { type Actor, record } from '#server/platform/observe/audit.ts'
import type { Account } from './store.ts'

type PasskeyApproval = z.infer<typeof passkeyApproval>
type KeyActor = Actor & { userId: string }

/** Another person approves a key, whatever the tiers ask for. */
const input = { loosens: true, atLeast: 1 }

const payloadOf = (account: Account, key: PasskeyRow) => ({
  userId: account.id,
  name: `${account.first_name} ${account.last_name}`,
  role: account.role,
  credentialId: key.credential_id.toString('base64url'),
})

/** Why keys do not approve yet, where passkeys alone move money; keys that approve are left out. */
export async function readKeyApprovals(
  db: Db,
  macKey: KeyObject,
  account: Account,
  keys: readonly PasskeyRow[],
  now: Date,
): Promise<ReadonlyMap<string, PasskeyApproval>> {
  const { id: userId, company_id: companyId, role } = account
  const quorum = await readQuorum(db, macKey, companyId, now)
  const found = new Map<string, PasskeyApproval>()
  if (!quorum.strongOnly || !approvingRoles.includes(role)) return found
  const counting = await readCountingKeys(db, macKey, companyId, now)
  const list = await readList(db, macKey, companyId)
  const hasSigned = list?.signed.some((one) => one.user_id === userId) ?? false
  const listed = list && !hasSigned ? (listToSign(macKey, list.row, now) ?? []) : []
  const waiting = await readChangesThatWait(db, macKey, companyId, 'FACTOR')
  const isPossible = !impossibleFor(quorum, userId, changeTerms(quorum, input, now))
  for (const key of keys.filter(({ id }) => !counting.has(id))) {
    const { credentialId } = payloadOf(account, key)
    const change = waiting.find(({ payload }) => payload.credentialId === credentialId)
    const none = { changeId: null, effectiveAt: null }
    if (list && listed.some((one) => one.credentialId === credentialId)) {
      found.set(key.id, { code: 'SIGN', changeId: list.row.id, effectiveAt: null })
    } else if (change) {
      const effectiveAt = change.effectiveAt?.toISOString() ?? null
      const code = effectiveAt === null ? 'ASKED' : 'WAITS'
      found.set(key.id, { code, changeId: change.id, effectiveAt })
    } else found.set(key.id, { code: isPossible ? 'ASK' : 'NOBODY', ...none })
  }
  return found
}

/**
 * Asks others to approve a key that does not count yet; returns who is missing where too few could.
 */
export async function askForKey(
  trx: Trx,
  deps: NotifyDeps,
  actor: KeyActor,
  { account, key }: { account: Account; key: PasskeyRow },
  now: Date,
): Promise<'NOT_NEEDED' | 'ASKED' | Impossible> {
  const approvals = await readKeyApprovals(trx, deps.macKey, account, [key], now)
  const state = approvals.get(key.id)
  if (!state) return 'NOT_NEEDED'
  const { companyId, userId } = actor
  const quorum = await readQuorum(trx, deps.macKey, companyId, now)
  const impossible = impossibleFor(quorum, userId, changeTerms(quorum, input, now))
  if (impossible) return impossible
  if (state.code !== 'ASK') return 'ASKED'
  const publicKey = key.public_key.toString('base64url')
  const payload = { ...payloadOf(account, key), publicKey }
  const order = { actor, change: { kind: 'FACTOR' as const, payload }, ...input }
  const { id } = await createChangeOrder(trx, deps, order, approveKey, now)
  const { name: person, role } = payload
  await tell(trx, deps, actor, { kind: 'keyAsked', person, role, url: approvalUrl(deps, id) }, now)
  await record(trx, { ...actor, action: 'team.keyAsked', subject: payload.name })
  return 'ASKED'
}

/** An approved key counts by its approvals, so the effect writes nothing else. */
export const approveKey: ChangeEffect<'FACTOR'> = async (trx, deps, changeOrder, now) => {
  const { companyId, userId, ip, change } = changeOrder
  const { name: person, role, publicKey } = change.payload
  if (publicKey === null) return
  const actor = { companyId, userId, ip }
  await tell(trx, deps, actor, { kind: 'keyApproved', person, role, url: null }, now)
  await record(trx, { ...actor, action: 'team.keyApproved', subject: person })
}

async function tell(
  trx: Trx,
  deps: NotifyDeps,
  actor: KeyActor,
  change: Pick<TeamChange, 'kind' | 'person' | 'role' | 'url'>,
  at: Date,
): Promise<void> {
  const { companyId, ip } = actor
  const params = { ...change, at, ip, who: await nameAndEmailOf(trx, actor) }
  await notifyCompanies(trx, deps, [{ companyId, content: { template: 'teamChanged', params } }])
}

/** Notifies the signer of removed keys, and ends the requests about them. */
export async function endKeys(
  trx: Trx,
  deps: NotifyDeps,
  actor: KeyActor,
  { account, keys }: { account: Account; keys: readonly PasskeyRow[] },
  now: Date,
): Promise<void> {
  const { companyId } = actor
  const { strongOnly } = await readQuorum(trx, deps.macKey, companyId, now)
  for (const key of keys) {
    const payload = { ...payloadOf(account, key), publicKey: null }
    const { credentialId: value } = payload
    await endChangesAbout(trx, { companyId, kind: 'FACTOR', field: 'credentialId', value }, now)
    if (!strongOnly) continue
    const order = { actor, change: { kind: 'FACTOR' as const, payload }, loosens: false }
    await createChangeOrder(trx, deps, order, approveKey, now)
  }
}
