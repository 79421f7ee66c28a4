import type { KeyObject } from 'node:crypto'
import { type ChangePayload, changePayloads } from '#contract/change-orders.ts'
import { hourMs } from '#domain/durations.ts'
import type { Db } from '../platform/db/database.ts'
import { type ApprovalRow, readApprovals } from './approval-rows.ts'
import { type Approvable, authenticApprovals, isReleased } from './approvals-that-count.ts'
import { authenticPayload, type ChangeOrderRow, readChangesOfKind } from './change-rows.ts'

/** The changes of a company that are about sweeps, as the database has them. */
export type SweepRows = {
  rows: readonly ChangeOrderRow[]
  approvals: readonly ApprovalRow[]
}

/** A change about sweeps that the program wrote and enough people have approved. */
export type ApprovedSweep = {
  id: string
  askedBy: string
  askedAt: Date
  approvedAt: Date
  sheetSha256: Buffer
  payload: ChangePayload<'SWEEP'>
}

/** The company's own address. `from`: its hold is over then; `arrivedAt` null: its trial has not arrived. */
export type ApprovedSweepAddress = ApprovedSweep & {
  address: string
  from: Date
  arrivedAt: Date | null
}
/** The standing order of one payroll. */
export type SweepRule = ApprovedSweep & { payrollId: string; floorUsdCents: bigint }

export type SweepsInForce = {
  address: ApprovedSweepAddress | null
  rules: ReadonlyMap<string, SweepRule>
}

export async function readSweepRows(db: Db, companyId: string): Promise<SweepRows> {
  const rows = await readChangesOfKind(db, companyId, 'SWEEP')
  const ids = rows.map(({ id }) => id)
  return { rows, approvals: ids.length > 0 ? await readApprovals(db, ids) : [] }
}

/**
 * The changes that hold, the oldest first. MACs alone say that somebody asked for each and that enough
 * people approved it: a state that was rewritten past the program neither makes nor ends one.
 */
export function approvedSweeps(macKey: KeyObject, { rows, approvals }: SweepRows): ApprovedSweep[] {
  return rows.flatMap((row) => {
    const { id, company_id: companyId, kind, sheet_sha256: sheetSha256 } = row
    const written = kind === 'SWEEP' ? authenticPayload(macKey, row) : null
    if (written === null || row.asked_by === null) return []
    const subject: Approvable = {
      id,
      companyId,
      sheetSha256,
      askedBy: row.asked_by,
      required: row.required,
      ownCode: row.own_code,
    }
    const given = authenticApprovals(macKey, subject, approvals)
    if (!isReleased(subject, given)) return []
    const approvedAt = given.at(Math.max(row.required, 1) - 1)?.at ?? row.asked_at
    const payload = changePayloads.SWEEP.parse(written)
    return { id, askedBy: row.asked_by, askedAt: row.asked_at, approvedAt, sheetSha256, payload }
  })
}

/** When the trial sweep to an address arrived; null: none has. */
export const trialArrivedAt = (
  approved: readonly ApprovedSweep[],
  addressId: string,
): Date | null =>
  approved.find(({ payload }) => payload.what === 'ARRIVED' && payload.addressId === addressId)
    ?.askedAt ?? null

/**
 * The newest address, and the newest rule of each payroll. A rule is to one address: with another one
 * somebody switches it on again.
 */
export function sweepsInForce(approved: readonly ApprovedSweep[]): SweepsInForce {
  const of = (what: ChangePayload<'SWEEP'>['what']) =>
    approved.filter(({ payload }) => payload.what === what)
  const newest = of('ADDRESS').at(-1)
  if (!newest) return { address: null, rules: new Map() }
  const isToIt = ({ payload }: ApprovedSweep) => payload.addressId === newest.id
  const rules = new Map<string, SweepRule>()
  for (const rule of of('RULE')) {
    const { payrollId, floorUsdCents } = rule.payload
    if (payrollId === null) continue
    rules.delete(payrollId)
    if (floorUsdCents === null || !isToIt(rule)) continue
    rules.set(payrollId, { ...rule, payrollId, floorUsdCents: BigInt(floorUsdCents) })
  }
  const { address, holdHours } = newest.payload
  const from = new Date(newest.approvedAt.getTime() + holdHours * hourMs)
  const arrivedAt = trialArrivedAt(approved, newest.id)
  return { address: { ...newest, address, from, arrivedAt }, rules }
}

export async function readSweeps(
  db: Db,
  macKey: KeyObject,
  companyId: string,
): Promise<SweepsInForce> {
  return sweepsInForce(approvedSweeps(macKey, await readSweepRows(db, companyId)))
}
