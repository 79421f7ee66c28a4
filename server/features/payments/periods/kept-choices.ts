import type { KeyObject } from 'node:crypto'
import { sql } from 'kysely'
import { z } from 'zod/mini'
import { includedLine } from '#contract/include.ts'
import { isReleasedByPress } from '#domain/enough-approvals.ts'
import { readApprovals } from '#server/authorization/approval-rows.ts'
import {
  type Approvable,
  approversOf,
  authenticApprovals,
} from '#server/authorization/approvals-that-count.ts'
import { canonicalJson } from '#server/authorization/canonical-json.ts'
import type { ChangeOrderRow } from '#server/authorization/change-rows.ts'
import { isTrue } from '#server/authorization/mac.ts'
import { type OrderRow, orderColumns, toApprovableOrder } from '#server/authorization/order-rows.ts'
import { paysPeople } from '#server/features/chain/index.ts'
import { readChange, toSheetedChange } from '#server/features/quorum/index.ts'
import type { Db } from '#server/platform/db/database.ts'

const choices = z.array(includedLine)

type Of = { employeeId: string; payrollId: string }
const textOf = ({ employeeId, payrollId }: Of) => `${employeeId} ${payrollId}`
const pairOf = (one: Of, other: Of) => [textOf(one), textOf(other)].toSorted().join(' ')

/**
 * Reads which people are paid by two payrolls side by side, because somebody has chosen so in an order
 * that was approved and signed, and stands. Nobody asks about them again, whichever of the two pays first.
 * A choice within one payroll was about its periods, and one about a cancelled payment about that payment:
 * both are asked again.
 */
export async function readKeptChoices(
  db: Db,
  macKey: KeyObject,
  companyId: string,
): Promise<(one: Of, other: Of) => boolean> {
  const rows = await db
    .selectFrom('orders as o')
    .select(orderColumns)
    .where('company_id', '=', companyId)
    .where('included', '<>', sql<string>`'[]'::jsonb`)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('transactions as t')
          .select('t.id')
          .whereRef('t.order_id', '=', 'o.id')
          // A run can be cancelled before its signature, and its choice ends with it.
          .where('t.state', '<>', 'pendingApproval')
          .where(paysPeople),
      ),
    )
    .execute()
  const isChosen = rows.length > 0 ? await readChosen(db, macKey, companyId, rows) : () => false
  const kept = new Set<string>()
  for (const row of rows.filter(isChosen)) {
    for (const { employee, payroll, paid, mayConfirm } of choices.parse(row.included)) {
      const [one, other] = [
        { employeeId: employee, payrollId: row.payroll_id },
        { employeeId: paid, payrollId: payroll },
      ]
      if (payroll !== row.payroll_id && !mayConfirm) kept.add(pairOf(one, other))
    }
  }
  return (one, other) => kept.has(pairOf(one, other))
}

/** Answers whether enough people approved a choice, under the MAC of its order or in an approved payday. */
async function readChosen(
  db: Db,
  macKey: KeyObject,
  companyId: string,
  rows: readonly OrderRow[],
): Promise<(row: OrderRow) => boolean> {
  const changes = await readChanges(db, companyId, rows)
  const subjects = [...rows.map(({ id }) => id), ...changes.keys()]
  const approvals = await readApprovals(db, subjects)
  // An order that was signed stays approved when somebody who approved it has left since.
  const isApproved = (subject: Approvable, presser: string | null = null) => {
    const approvers = approversOf(authenticApprovals(macKey, subject, approvals))
    return isReleasedByPress(subject, presser, approvers)
  }
  const isOfPayday = (row: OrderRow) => {
    const change = changes.get(row.change_order_id ?? '')
    return change !== undefined && isApprovedPayday(macKey, row, change, isApproved)
  }
  return (row) =>
    row.change_order_id === null
      ? isTrue(macKey, 'orders', row) && isApproved(toApprovableOrder(row))
      : isOfPayday(row)
}

async function readChanges(db: Db, companyId: string, rows: readonly OrderRow[]) {
  const changes = await db
    .selectFrom('change_orders')
    .selectAll()
    .where('company_id', '=', companyId)
    .where(sql<boolean>`id = ANY(${rows.map(({ change_order_id: id }) => id)}::uuid[])`)
    .execute()
  return new Map(changes.map((change) => [change.id, change]))
}

/** The choice is the one of a payday that people approved, and that nobody rejected or withdrew. */
function isApprovedPayday(
  macKey: KeyObject,
  row: OrderRow,
  approved: ChangeOrderRow,
  isApproved: (subject: Approvable, presser: string | null) => boolean,
): boolean {
  const change = readChange(macKey, approved)
  return (
    change?.kind === 'OCCURRENCE' &&
    (approved.state === 'waiting' || approved.state === 'done') &&
    isApproved(toSheetedChange(macKey, approved), row.mac && row.requested_by) &&
    change.payload.payrollId === row.payroll_id &&
    canonicalJson(change.payload.included) === canonicalJson(row.included)
  )
}
