import type { ChangeKind, OrderedChange } from '#contract/change-orders.ts'
import { highestApprovals } from '#domain/approval-requirement.ts'
import { changeLivesMs } from '#domain/change-times.ts'
import { leftOutOf } from '#domain/enough-approvals.ts'
import { isFounding, mayNow } from '#domain/may-now.ts'
import { canonicalJson } from '#server/authorization/canonical-json.ts'
import type { ChangeOrderRow } from '#server/authorization/change-rows.ts'
import { macOf } from '#server/authorization/mac.ts'
import { takeOrderNumber } from '#server/authorization/order-numbers.ts'
import { changeSha256 } from '#server/authorization/sheet.ts'
import { changeSubject, type NotifyDeps, notifyUser } from '#server/features/notifications/index.ts'
import { newId, type Trx } from '#server/platform/db/database.ts'
import { nameAndEmailOf } from '#server/platform/db/user-name.ts'
import { Refusal } from '#server/platform/http/refusal.ts'
import type { Actor } from '#server/platform/observe/audit.ts'
import { impossibleFor, impossibleUnpressed } from './impossible.ts'
import { changersOf } from './read-change.ts'
import { othersWhoCount, type Quorum, readQuorum } from './read-quorum.ts'
import { tellThatItWaits } from './tell-waiting.ts'
import { approvalUrl } from './urls.ts'

/** A requested change, in the form that its effect needs. */
export type LoadedChange<Kind extends ChangeKind = ChangeKind> = Actor & {
  id: string
  /** Null: nobody asked, the calendar did. */
  userId: Kind extends 'OCCURRENCE' ? string | null : string
  change: OrderedChange<Kind>
}

/** Makes a change of one kind, in the SQL transaction in which it takes effect. */
export type ChangeEffect<Kind extends ChangeKind> = (
  trx: Trx,
  deps: NotifyDeps,
  loaded: LoadedChange<Kind>,
  now: Date,
) => Promise<void>

type NewChange<Kind extends ChangeKind> = {
  actor: Actor & Pick<LoadedChange<Kind>, 'userId'>
  change: OrderedChange<Kind>
  /** Whether the change gives more rights, or requires less: it needs approvals and waits. */
  loosens: boolean
  /**
   * Approvals in place of the highest tier's; the change then takes effect with the last of them.
   */
  required?: number
  /** For a change of the rules: approvals in place of the highest tier's. */
  approvals?: number
  /** The least number of approvals by others, where the highest tier asks for fewer. */
  atLeast?: number
  /**
   * The code of the person who asks is one of the approvals where fewer others have to approve than
   * the highest tier asks for, or nobody.
   */
  ownCode?: boolean
  /** The end of a change that has a time of its own. */
  expiresAt?: Date
}

type Terms = { required: number; ownCode: boolean; delayed: boolean }

/** The approvals that a change needs by the present rules. */
export function changeTerms(
  quorum: Quorum,
  {
    loosens,
    required,
    approvals: known,
    atLeast = 0,
    ownCode = false,
  }: Omit<NewChange<ChangeKind>, 'actor' | 'change' | 'expiresAt'>,
  now: Date,
): Terms {
  if (required !== undefined) return { required, ownCode, delayed: false }
  const { tiers, strongOnly, companyCreatedAt } = quorum
  const isUnderRules = tiers.length > 0 || strongOnly
  if (!loosens) return { required: 0, ownCode: false, delayed: false }
  if (!isUnderRules) return { required: 0, ownCode, delayed: false }
  const highest = highestApprovals(tiers)
  const others = Math.max(atLeast, known ?? highest)
  const delayed = !isFounding(companyCreatedAt, now)
  if (ownCode && others < highest) return { required: others + 1, ownCode: true, delayed }
  return { required: others, ownCode: (ownCode || strongOnly) && others === 0, delayed }
}

export const toLoadedChange = (row: ChangeOrderRow, change: OrderedChange): LoadedChange => ({
  id: row.id,
  companyId: row.company_id,
  userId: row.asked_by,
  ip: row.asked_ip,
  change,
})

/**
 * Creates a change. One that needs nobody takes effect at once; 409 `QUORUM_IMPOSSIBLE` where too
 * few others could approve it. Returns its state.
 */
export async function createChangeOrder<Kind extends ChangeKind>(
  trx: Trx,
  deps: NotifyDeps,
  { actor, change, expiresAt, ...input }: NewChange<Kind>,
  effect: ChangeEffect<Kind>,
  now: Date,
): Promise<{ id: string; state: 'open' | 'waiting' | 'done' }> {
  const { companyId, userId, ip } = actor
  const quorum = await readQuorum(trx, deps.macKey, companyId, now)
  const { required, ownCode, delayed } = changeTerms(quorum, input, now)
  // A change of one kind is an OrderedChange.
  const { changedBy, changers = [] } = changersOf(change as OrderedChange)
  const leftOut = leftOutOf({ askedBy: userId, ...(changedBy && { changedBy }) })
  const data =
    userId === null
      ? impossibleUnpressed(quorum, changers, { required, ownCode })
      : impossibleFor(quorum, leftOut, { required, ownCode })
  if (data) throw new Refusal('QUORUM_IMPOSSIBLE', { data })
  const id = await newId(trx)
  const payload = canonicalJson(change.payload)
  const terms = {
    id,
    company_id: companyId,
    number: change.kind === 'OCCURRENCE' ? await takeOrderNumber(trx, companyId) : null,
    kind: change.kind,
    sheet_sha256: changeSha256({ id, companyId, kind: change.kind, payload }),
    subject: changeSubject(change as OrderedChange, 'es'),
    asked_by: userId,
    asked_at: now,
    expires_at: expiresAt ?? new Date(now.getTime() + changeLivesMs),
    required,
    own_code: ownCode,
    delayed,
  }
  const isFree = required === 0 && !ownCode
  const state = isFree ? (delayed ? 'waiting' : 'done') : 'open'
  const effectiveAt =
    mayNow(null, { kind: 'APPLY_CHANGE', approvedAt: now, delayed, now }).from ?? now
  await trx
    .insertInto('change_orders')
    .values({
      ...terms,
      payload,
      asked_ip: ip,
      mac: macOf(deps.macKey, 'change_orders', terms),
      state,
      approved_at: isFree ? now : null,
      effective_at: isFree ? effectiveAt : null,
      ended_at: state === 'done' ? now : null,
    })
    .execute()
  if (state === 'done') await effect(trx, deps, { ...actor, id, change }, now)
  if (state === 'waiting') {
    // A change of one kind is an OrderedChange.
    const loaded = { ...actor, id, change: change as OrderedChange }
    await tellThatItWaits(trx, deps, loaded, { effectiveAt, now })
  }
  if (state === 'open') {
    // Where the own code releases the change, it is given at once, and others hear of the effect.
    const asksOthers = required > 0 || quorum.strongOnly
    const others = asksOthers ? othersWhoCount(quorum, leftOut) : []
    // Nobody pressed: an administrator does by the own code.
    const recipients =
      ownCode && userId === null
        ? quorum.people.filter((one) => one.ownCode.code === 'YES')
        : others.filter(({ id: one }) => one !== userId)
    const userIds = recipients.map((one) => one.id)
    const sheet = { sheet: terms.sheet_sha256, required, until: terms.expires_at }
    // A change of one kind is an OrderedChange.
    const loaded = { id, ...actor, change: change as OrderedChange }
    await askChangeApprovers(trx, deps, loaded, { ...sheet, userIds, given: 0 })
  }
  return { id, state }
}

/** A payday in the form that its approvers read. */
const paydayOf = (change: OrderedChange) =>
  change.kind === 'OCCURRENCE'
    ? {
        people: change.payload.people,
        dueAt: new Date(change.payload.dueAt),
        usdCents: BigInt(change.payload.usdCents),
        ceilingUsdCents: BigInt(change.payload.ceilingUsdCents),
        summary: change.payload.changes,
        paysItself: change.payload.mode === 'PAY',
      }
    : null

type NoticeContext = {
  sheet: Buffer
  required: number
  until: Date
  userIds: readonly string[]
  given: number
  isReminder?: boolean
}

/** Asks people by mail to approve a change. */
export async function askChangeApprovers(
  trx: Trx,
  deps: NotifyDeps,
  { id, companyId, userId, ip, change }: Omit<LoadedChange, 'change'> & { change: OrderedChange },
  { sheet, userIds, isReminder = false, ...context }: NoticeContext,
): Promise<void> {
  const params = {
    ...context,
    subject: {
      what: change.kind === 'OCCURRENCE' ? ('payday' as const) : ('change' as const),
      change,
    },
    asker: userId === null ? null : await nameAndEmailOf(trx, { companyId, userId }),
    ip,
    people: null,
    sums: null,
    summary: null,
    address: null,
    payday: paydayOf(change),
    sheet: sheet.toString('hex'),
    isReminder,
    url: approvalUrl(deps, id),
    changes: [],
    more: 0,
  }
  for (const approver of userIds) {
    const content = { template: 'approvalAsked', params } as const
    await notifyUser(trx, deps, { companyId, userId: approver }, content)
  }
}
