import type { KeyObject } from 'node:crypto'
import type { ApprovalRules, ApprovalRulesEdit } from '#contract/approval-rules.ts'
import { type ApprovalTier, isLoosened } from '#domain/approval-requirement.ts'
import { parseUsdNumber, usdNumber } from '#domain/money.ts'
import { approvingRoles } from '#domain/roles.ts'
import { updateCompany } from '#server/authorization/account-rows.ts'
import { type PasswordProof, requirePassword } from '#server/features/auth/index.ts'
import { type NotifyDeps, notifyCompanies } from '#server/features/notifications/index.ts'
import {
  approvalUrl,
  type ChangeEffect,
  createChangeOrder,
  endChange,
  endChangesOfKeys,
  listKeys,
  looseningOf,
  type Quorum,
  readChange,
  readCounting,
  readCountingHolders,
  readKeyHolders,
  readQuorum,
  rulesUrl,
  takesOwnCode,
  tiersOf,
  tierTexts,
  toSheetedChange,
  toStoredTiers,
} from '#server/features/quorum/index.ts'
import type { Db, Trx } from '#server/platform/db/database.ts'
import { nameAndEmailOf, readColleague } from '#server/platform/db/user-name.ts'
import { Refusal } from '#server/platform/http/refusal.ts'
import { type Actor, record } from '#server/platform/observe/audit.ts'

type Rules = { tiers: readonly ApprovalTier[]; strongOnly: boolean }
type Stage = 'asked' | 'waits' | 'now'

const onWire = (tiers: readonly ApprovalTier[]): ApprovalRules['tiers'] =>
  tiers.map(({ fromUsdCents, approvals }) => ({ fromUsd: usdNumber(fromUsdCents), approvals }))

const isSame = (a: Rules, b: Rules): boolean =>
  a.strongOnly === b.strongOnly && toStoredTiers(a.tiers) === toStoredTiers(b.tiers)

/** The rules after an edit. */
function edited(before: Rules, { tiers, strongOnly }: ApprovalRulesEdit): Rules {
  const newTiers = tiers?.map(({ fromUsd, approvals }) => ({
    fromUsdCents: parseUsdNumber(fromUsd) ?? 0n,
    approvals,
  }))
  return {
    tiers: newTiers ? tiersOf(JSON.parse(toStoredTiers(newTiers))) : before.tiers,
    strongOnly: strongOnly ?? before.strongOnly,
  }
}

/** Whether the own code of the person who edits is one of the approvals. */
export const editTakesOwnCode = (
  quorum: Quorum,
  userId: string,
  edit: ApprovalRulesEdit,
  now: Date,
): boolean => isLoosened(quorum, edited(quorum, edit)) && takesOwnCode(quorum, userId, now)

/**
 * Refuses with 409 where a tier asks for more people than there are, or only the asker could
 * approve.
 */
async function refuseImpossible(
  trx: Trx,
  macKey: KeyObject,
  companyId: string,
  quorum: Quorum,
  { after, now }: { after: Rules; now: Date },
) {
  const required = Math.max(0, ...after.tiers.map(({ approvals }) => approvals))
  const holders = await holdersAfter(trx, macKey, companyId, quorum, { after, now })
  const people = quorum.people.filter(
    ({ id, role }) => approvingRoles.includes(role) && (!holders || holders.has(id)),
  )
  // A later asker is one of these people, and cannot approve by key: under `strongOnly` one more is
  // needed.
  const ofTiers = Math.max(2, required + (after.strongOnly ? 1 : 0))
  const least = required === 0 ? (after.strongOnly ? 1 : 0) : ofTiers
  if (people.length >= least) return
  const counting = people.map(({ name }) => name)
  const data = { required, counting, missing: least - people.length }
  throw new Refusal('QUORUM_IMPOSSIBLE', { data })
}

/**
 * The people whose keys will count: where an edit switches the rule on, everybody with a key may
 * sign the list.
 */
async function holdersAfter(
  trx: Trx,
  macKey: KeyObject,
  companyId: string,
  before: Rules,
  { after, now }: { after: Rules; now: Date },
): Promise<ReadonlySet<string> | null> {
  if (!after.strongOnly) return null
  return before.strongOnly
    ? readCountingHolders(trx, macKey, companyId, now)
    : readKeyHolders(trx, companyId)
}

/** Locks the rules, so that the second of two simultaneous edits sees the first. */
export const lockRules = (trx: Trx, companyId: string) =>
  trx.selectFrom('companies').select('id').where('id', '=', companyId).forNoKeyUpdate().execute()

/**
 * Edits the rules. An edit that changes nothing is no event; an open change gives way to the new
 * one.
 */
export async function editRules(
  trx: Trx,
  deps: NotifyDeps,
  actor: Actor & { userId: string },
  edit: ApprovalRulesEdit,
  proof: PasswordProof | null,
  now: Date,
): Promise<Stage | 'same'> {
  const { companyId } = actor
  await lockRules(trx, companyId)
  const quorum = await readQuorum(trx, deps.macKey, companyId, now)
  const after = edited(quorum, edit)
  if (isSame(quorum, after)) return 'same'
  await refuseImpossible(trx, deps.macKey, companyId, quorum, { after, now })
  const loosens = isLoosened(quorum, after)
  if (editTakesOwnCode(quorum, actor.userId, edit, now)) await requirePassword(trx, proof)
  const pending = await findPending(trx, companyId)
  if (pending) await endChange(trx, deps, { id: pending.id, by: actor.userId, reason: '' }, now)
  const isSwitchedOn = after.strongOnly && !quorum.strongOnly
  const payload = {
    tiers: JSON.parse(toStoredTiers(after.tiers)),
    strongOnly: after.strongOnly,
    ...(isSwitchedOn && (await listKeys(trx, deps.macKey, companyId, quorum, now))),
  }
  const change = { kind: 'RULES' as const, payload }
  const input = { actor, change, ...looseningOf(quorum, actor.userId), loosens }
  const { id, state } = await createChangeOrder(trx, deps, input, applyRules, now)
  if (state === 'done') return 'now'
  await recordRules(trx, actor, quorum, after, { asked: true })
  if (state === 'waiting') return 'waits'
  await tellAdministrators(
    trx,
    deps,
    actor,
    { after, stage: 'asked', url: approvalUrl(deps, id) },
    now,
  )
  return 'asked'
}

/** Puts the rules of a change into force. */
export const applyRules: ChangeEffect<'RULES'> = async (trx, deps, order, now) => {
  const { companyId, change } = order
  const before = await readQuorum(trx, deps.macKey, companyId, now)
  const after = { tiers: tiersOf(change.payload.tiers), strongOnly: change.payload.strongOnly }
  await updateCompany(trx, deps.macKey, companyId, {
    approval_tiers: toStoredTiers(after.tiers),
    strong_only: after.strongOnly,
  })
  if (!after.strongOnly) await endChangesOfKeys(trx, companyId, now)
  await recordRules(trx, order, before, after, {})
  await tellAdministrators(trx, deps, order, { after, stage: 'now', url: rulesUrl(deps) }, now)
}

export async function recordRules(
  trx: Trx,
  { companyId, userId, ip }: Actor,
  before: Rules,
  after: Rules,
  more: { asked?: true; undone?: true; by?: 'operator' },
): Promise<void> {
  const { name } = await trx
    .selectFrom('companies')
    .select('name')
    .where('id', '=', companyId)
    .executeTakeFirstOrThrow()
  const detail = {
    tiersFrom: tierTexts(before.tiers),
    tiersTo: tierTexts(after.tiers),
    strongOnlyFrom: before.strongOnly,
    strongOnlyTo: after.strongOnly,
    ...more,
  }
  const act = { action: 'company.rulesChanged', subject: name, detail } as const
  await record(trx, { companyId, userId, ip, ...act })
}

async function tellAdministrators(
  trx: Trx,
  deps: NotifyDeps,
  { companyId, userId }: Actor,
  { after, ...shown }: { after: Rules; stage: 'asked' | 'now'; url: string },
  now: Date,
): Promise<void> {
  const who = await nameAndEmailOf(trx, { companyId, userId })
  const params = { ...after, ...shown, at: now, who, effectiveAt: null }
  await notifyCompanies(trx, deps, [{ companyId, content: { template: 'rulesChanged', params } }])
}

export const findPending = (db: Db, companyId: string) =>
  db
    .selectFrom('change_orders')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('kind', '=', 'RULES')
    .where('state', 'in', ['open', 'waiting'])
    .executeTakeFirst()

export async function readRules(
  db: Db,
  deps: Pick<NotifyDeps, 'macKey'>,
  companyId: string,
  now: Date,
): Promise<ApprovalRules> {
  const { macKey } = deps
  const { tiers, strongOnly, people } = await readQuorum(db, macKey, companyId, now)
  const row = await findPending(db, companyId)
  const change = row ? readChange(macKey, row) : null
  if (!row || change?.kind !== 'RULES') {
    return { tiers: onWire(tiers), strongOnly, pending: null }
  }
  const colleagueOf = (id: string) => {
    const { name = '', email = '' } = people.find((one) => one.id === id) ?? {}
    return { name, email }
  }
  const of = { companyId, subjects: [toSheetedChange(macKey, row)] }
  const given = (await readCounting(db, macKey, of, now))(row.id)
  return {
    tiers: onWire(tiers),
    strongOnly,
    pending: {
      _id: row.id,
      tiers: onWire(tiersOf(change.payload.tiers)),
      strongOnly: change.payload.strongOnly,
      effectiveAt: row.effective_at?.toISOString() ?? null,
      askedBy: await readColleague(db, { companyId, userId: row.asked_by }),
      askedAt: row.asked_at.toISOString(),
      required: row.required,
      given: given.map(({ user_id: _id }) => ({ _id, ...colleagueOf(_id) })),
    },
  }
}
