import type { ChangeKind } from '#contract/change-orders.ts'
import { endOfWait, mayNow } from '#domain/may-now.ts'
import { readTrueApprovals } from '#server/authorization/approval-rows.ts'
import { isReleased } from '#server/authorization/approvals-that-count.ts'
import type { ChangeOrderRow } from '#server/authorization/change-rows.ts'
import {
  type DecisionOutcome,
  type NotifyDeps,
  notifyCompanies,
  notifyUser,
} from '#server/features/notifications/index.ts'
import type { Db, Trx } from '#server/platform/db/database.ts'
import { nameAndEmailOf } from '#server/platform/db/user-name.ts'
import { Refusal } from '#server/platform/http/refusal.ts'
import { type ChangeEffect, type LoadedChange, toLoadedChange } from './change-orders.ts'
import { readCounting } from './count-approvals.ts'
import { type Given, recordApproval } from './give-approval.ts'
import { listToSign } from './key-list.ts'
import { requireMayApprove } from './may-approve.ts'
import { readChange, toSheetedChange } from './read-change.ts'
import { readQuorum, roleOf } from './read-quorum.ts'
import { tellThatItWaits } from './tell-waiting.ts'
import { approvalUrl } from './urls.ts'

export type ChangeEffects = { [Kind in ChangeKind]: ChangeEffect<Kind> }

/** Clean-up for a change that is not made, by its kind. */
export type ChangeEndings = { [Kind in ChangeKind]?: ChangeEffect<Kind> }

const findRow = (db: Db, id: string) =>
  db.selectFrom('change_orders').selectAll().where('id', '=', id)

export const findChangeOrder = (db: Db, companyId: string, id: string) =>
  findRow(db, id).where('company_id', '=', companyId).executeTakeFirst()

/** Locks a change: nobody else decides about it until the SQL transaction ends. */
export const lockChangeOrder = (trx: Trx, id: string): Promise<ChangeOrderRow> =>
  findRow(trx, id).forUpdate().executeTakeFirstOrThrow()

const runEffect = (
  trx: Trx,
  deps: NotifyDeps,
  effects: ChangeEffects,
  loaded: LoadedChange,
  now: Date,
): Promise<void> =>
  // The type Change pairs kind and payload; the lookup loses that.
  (effects[loaded.change.kind] as ChangeEffect<ChangeKind>)(trx, deps, loaded, now)

async function runEnding(
  trx: Trx,
  deps: NotifyDeps & { endings?: ChangeEndings },
  loaded: LoadedChange,
  now: Date,
): Promise<void> {
  const ending = deps.endings?.[loaded.change.kind] as ChangeEffect<ChangeKind> | undefined
  await ending?.(trx, deps, loaded, now)
}

const end = (trx: Trx, id: string, changes: Partial<ChangeOrderRow>) =>
  trx.updateTable('change_orders').set(changes).where('id', '=', id).execute()

/** Adds an approval; the last one applies the change, at once or after 24 hours. */
export async function approveChange(
  trx: Trx,
  deps: NotifyDeps & { effects: ChangeEffects },
  { id, userId, given }: { id: string; userId: string; given: Given },
  now: Date,
): Promise<boolean> {
  const row = await lockChangeOrder(trx, id)
  const change = readChange(deps.macKey, row)
  const subject = toSheetedChange(deps.macKey, row)
  if (listToSign(deps.macKey, row, now)) {
    // The list is in force already: a signature only makes one more key count.
    await recordApproval(trx, deps, subject, { userId, given }, now)
    return true
  }
  if (row.state !== 'open' || row.expires_at <= now || !change) {
    throw new Refusal('NOT_PENDING_APPROVAL')
  }
  const quorum = await readQuorum(trx, deps.macKey, row.company_id, now)
  requireMayApprove(quorum, subject, await readTrueApprovals(trx, deps.macKey, [id]), userId)
  if (quorum.strongOnly && given.kind === 'CODE') throw new Refusal('WRONG_ASSERTION')
  await recordApproval(trx, deps, subject, { userId, given }, now)
  const counting = await countingOf(trx, deps, row, now)
  if (!isReleased(subject, counting)) return false
  const loaded = toLoadedChange(row, change)
  const approved = { by: userId, outcome: 'approved', reason: '' } as const
  if (row.delayed) {
    const effectiveAt = endOfWait(now)
    await end(trx, id, { state: 'waiting', approved_at: now, effective_at: effectiveAt })
    await tellThatItWaits(trx, deps, loaded, { effectiveAt, now })
    const isAdmin = row.asked_by !== null && roleOf(quorum, row.asked_by) === 'ADMIN'
    if (!isAdmin) await notifyActor(trx, deps, loaded, approved)
    return true
  }
  await end(trx, id, { ...approvedState(row, now), approved_at: now })
  await runEffect(trx, deps, deps.effects, loaded, now)
  await notifyActor(trx, deps, loaded, approved)
  return true
}

/**
 * An approved payday can be withdrawn until its window is over; other changes are over once made.
 */
const approvedState = ({ kind, expires_at: until }: ChangeOrderRow, now: Date) =>
  kind === 'OCCURRENCE'
    ? { state: 'waiting', effective_at: until }
    : { state: 'done', effective_at: now, ended_at: now }

const countingOf = async (trx: Trx, { macKey }: NotifyDeps, row: ChangeOrderRow, now: Date) => {
  const of = { companyId: row.company_id, subjects: [toSheetedChange(macKey, row)] }
  return (await readCounting(trx, macKey, of, now))(row.id)
}

/**
 * Ends a change, or an approved payday, by one rejection. Other approved changes are undone
 * instead.
 */
export async function endChange(
  trx: Trx,
  deps: NotifyDeps & { endings?: ChangeEndings },
  { id, by, reason }: { id: string; by: string; reason: string },
  now: Date,
): Promise<ChangeOrderRow> {
  const row = await lockChangeOrder(trx, id)
  if (row.state !== 'open' && row.state !== 'waiting') throw new Refusal('NOT_PENDING_APPROVAL')
  const isRejected = row.state === 'open' || row.kind === 'OCCURRENCE'
  const state = isRejected ? 'rejected' : 'undone'
  await end(trx, id, { state, ended_at: now, rejection_reason: reason || null })
  const change = readChange(deps.macKey, row)
  if (change) {
    await runEnding(trx, deps, toLoadedChange(row, change), now)
    await notifyActor(trx, deps, toLoadedChange(row, change), { by, outcome: 'rejected', reason })
  }
  return { ...row, state }
}

/** Ends all waiting changes of a company, for example when it is frozen. */
export async function endAllChanges(trx: Trx, companyId: string, now: Date): Promise<void> {
  await trx
    .updateTable('change_orders')
    .set({ state: 'rejected', ended_at: now })
    .where('company_id', '=', companyId)
    .where('state', 'in', ['open', 'waiting'])
    .execute()
}

async function notifyActor(
  trx: Trx,
  deps: NotifyDeps,
  { id, companyId, userId, change }: LoadedChange,
  { by, outcome, reason }: { by: string | null; outcome: DecisionOutcome; reason: string },
): Promise<void> {
  // Nobody asked: administrators hear of a rejection, and of the payday itself otherwise.
  if (by === userId || (userId === null && outcome !== 'rejected')) return
  const who = by === null ? '' : await nameAndEmailOf(trx, { companyId, userId: by })
  const subject = { what: 'change' as const, change }
  const params = { subject, outcome, who, reason, url: approvalUrl(deps, id) }
  const content = { template: 'approvalDecided', params } as const
  if (userId !== null) return notifyUser(trx, deps, { companyId, userId }, content)
  await notifyCompanies(trx, deps, [{ companyId, content, except: by === null ? [] : [by] }])
}

/**
 * Applies a waiting change that is due, if its approvals still count, or expires it. The MACs of
 * the approvals prove when its 24 hours are over, since a column could be rewritten. A repetition
 * does nothing.
 */
export async function applyDueChange(
  trx: Trx,
  deps: NotifyDeps & { effects: ChangeEffects; endings?: ChangeEndings },
  id: string,
  now: Date,
): Promise<void> {
  const row = await lockChangeOrder(trx, id)
  if (row.state !== 'open' && row.state !== 'waiting') return
  const change = readChange(deps.macKey, row)
  if (!change) {
    deps.log.error({ change: id }, 'a change was written past the program: it is rejected')
    await end(trx, id, { state: 'rejected', ended_at: now })
    return
  }
  if (row.state === 'waiting' && row.kind === 'OCCURRENCE') {
    // Nothing more can be paid under an approved payday whose window is over.
    if (row.expires_at <= now) await end(trx, id, { state: 'done', ended_at: now })
    return
  }
  const counting = await countingOf(trx, deps, row, now)
  const isFree = row.required === 0 && !row.own_code
  if (
    row.state === 'waiting' &&
    (isFree || isReleased(toSheetedChange(deps.macKey, row), counting))
  ) {
    const approvedAt = counting.at(-1)?.at ?? row.asked_at
    const { delayed } = row
    if (mayNow(null, { kind: 'APPLY_CHANGE', approvedAt, delayed, now }).code !== 'YES') return
    await end(trx, id, { state: 'done', ended_at: now })
    await runEffect(trx, deps, deps.effects, toLoadedChange(row, change), now)
    return
  }
  if (row.state === 'open' && row.expires_at > now) return
  await end(trx, id, { state: 'expired', ended_at: now })
  await runEnding(trx, deps, toLoadedChange(row, change), now)
  const outcome = { by: null, outcome: 'expired', reason: '' } as const
  await notifyActor(trx, deps, toLoadedChange(row, change), outcome)
}

/** Finds changes that are due: their time has come, or nobody approved them. */
export const findDueChanges = (db: Db, now: Date): Promise<{ id: string }[]> =>
  db
    .selectFrom('change_orders')
    .select('id')
    .where((eb) =>
      eb.or([
        eb.and([eb('state', '=', 'open'), eb('expires_at', '<=', now)]),
        eb.and([eb('state', '=', 'waiting'), eb('effective_at', '<=', now)]),
      ]),
    )
    .orderBy('id')
    .execute()
