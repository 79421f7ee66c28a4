import type { KeyObject } from 'node:crypto'
import type { ChangePayload } from '#contract/change-orders.ts'
import type { ChangeOrderRow } from '#server/authorization/change-rows.ts'
import { refuseIfFrozen } from '#server/authorization/frozen.ts'
import type { NotifyDeps } from '#server/features/notifications/index.ts'
import {
  type ChangeEffect,
  createChangeOrder,
  endChangesAbout,
  findChangeOrder,
  lockChangesAbout,
  readChange,
  readChangesAbout,
  readCounting,
  toSheetedChange,
} from '#server/features/quorum/index.ts'
import type { Db, Trx } from '#server/platform/db/database.ts'
import { Refusal } from '#server/platform/http/refusal.ts'
import { type Actor, record, shortenAddress } from '#server/platform/observe/audit.ts'
import {
  type HeldEmployee,
  isOnlyReleaser,
  releaseHeld,
  requireHeld,
  requireReleaser,
  versionOf,
} from './release.ts'

const ordersAbout = (companyId: string, employeeId: string) =>
  ({ companyId, kind: 'RELEASE', field: 'employeeId', value: employeeId }) as const

/**
 * Asks for the release of a held address or account: others approve it, or where there are none the
 * administrator who changed it, a day later. A repeated request gets the same order.
 */
export async function askRelease(
  trx: Trx,
  deps: NotifyDeps,
  actor: Actor & { userId: string },
  employeeId: string,
  now: Date,
): Promise<string> {
  const { companyId } = actor
  const { macKey } = deps
  await refuseIfFrozen(trx, macKey, companyId)
  // The second of two simultaneous requests sees the order of the first.
  await trx
    .selectFrom('companies')
    .select('id')
    .where('id', '=', companyId)
    .forNoKeyUpdate()
    .execute()
  const held = await requireHeld(trx, { macKey, now }, companyId, employeeId)
  const isAlone = await isOnlyReleaser(trx, { macKey, now }, actor, held)
  if (isAlone) await requireReleaser(trx, { macKey, now }, actor, held)
  const about = ordersAbout(companyId, held.employeeId)
  const rows = await lockChangesAbout(trx, about)
  const open = findOrderOf(macKey, rows, held, now)
  if (open && open.own_code === isAlone) return open.id
  // An order about what the person no longer has gives way.
  await endChangesAbout(trx, about, now)
  const { name, address, account } = held
  const changedBy = [...new Set(held.holds.flatMap(({ row }) => row.changed_by ?? []))].sort()
  const of = { employeeId: held.employeeId, version: versionOf(held) }
  const payload = { ...of, name, address, account, changedBy }
  const context = {
    actor,
    change: { kind: 'RELEASE', payload },
    loosens: true,
    ...(isAlone ? { required: 0, ownCode: true } : { required: 1 }),
  } as const
  const { id } = await createChangeOrder(trx, deps, context, releaseApproved, now)
  const detail = {
    employee: held.employeeId,
    ...(address === '' ? {} : { to: shortenAddress(address) }),
    ...(account === '' ? {} : { accountTo: account }),
  }
  await record(trx, { ...actor, action: 'employee.releaseAsked', subject: name, detail })
  return id
}

const findOrderOf = (
  macKey: KeyObject,
  rows: readonly ChangeOrderRow[],
  held: HeldEmployee,
  now: Date,
): ChangeOrderRow | undefined =>
  rows.find((row) => {
    const change = row.expires_at > now ? readChange(macKey, row) : null
    return change?.kind === 'RELEASE' && isOf(change.payload, held)
  })

/** Finds the open order about the address and account that the person has now. */
export async function findReleaseOrder(
  db: Db,
  { macKey }: Pick<NotifyDeps, 'macKey'>,
  { companyId, held, now }: { companyId: string; held: HeldEmployee; now: Date },
): Promise<string | null> {
  const rows = await readChangesAbout(db, ordersAbout(companyId, held.employeeId))
  return findOrderOf(macKey, rows, held, now)?.id ?? null
}

type Released = Pick<ChangePayload<'RELEASE'>, 'version' | 'address' | 'account'>

const isOf = (payload: Released, held: HeldEmployee): boolean =>
  payload.address === held.address &&
  payload.account === held.account &&
  payload.version === versionOf(held)

/**
 * Releases what was approved in the name of the approver, unless the person has another address or
 * account since.
 */
export const releaseApproved: ChangeEffect<'RELEASE'> = async (trx, deps, order, now) => {
  const { id, companyId, change } = order
  const { macKey } = deps
  const row = await findChangeOrder(trx, companyId, id)
  if (!row) throw new Refusal('NOT_PENDING_APPROVAL')
  const subjects = [toSheetedChange(macKey, row)]
  const counting = await readCounting(trx, macKey, { companyId, subjects }, now)
  const approval = counting(id).at(-1)
  const { employeeId } = change.payload
  const held = await requireHeld(trx, { macKey, now }, companyId, employeeId)
  if (!approval || !isOf(change.payload, held)) throw new Refusal('NOT_PENDING_APPROVAL')
  // The order has the IP address of the asker, which is not the approver's.
  const releaser = { companyId, userId: approval.user_id, ip: null }
  const kind = approval.kind === 'PASSKEY' ? 'PASSKEY' : 'CODE'
  await releaseHeld(trx, { macKey, now }, releaser, employeeId, kind)
}

/** Ends orders for a release that somebody has made by now. */
export const endReleaseOrders = (
  trx: Trx,
  companyId: string,
  employeeId: string,
  now: Date,
): Promise<void> => endChangesAbout(trx, ordersAbout(companyId, employeeId), now)
