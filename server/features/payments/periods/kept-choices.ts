import type { KeyObject } from 'node:crypto'
import { sql } from 'kysely'
import { z } from 'zod/mini'
import { includedLine } from '#contract/include.ts'
import { canonicalJson } from '#server/authorization/canonical-json.ts'
import { isTrue } from '#server/authorization/mac.ts'
import { type OrderRow, orderColumns } from '#server/authorization/order-rows.ts'
import { readChange } from '#server/features/quorum/index.ts'
import type { Db } from '#server/platform/db/database.ts'
import { paysPeople } from '../run/on-its-way.ts'

type Of = { employeeId: string; payrollId: string }
const textOf = ({ employeeId, payrollId }: Of) => `${employeeId} ${payrollId}`
const pairOf = (one: Of, other: Of) => [textOf(one), textOf(other)].toSorted().join(' ')

/**
 * Reads which people are paid by two payrolls side by side, because somebody has chosen so in an order
 * that was signed and stands. Nobody asks about them again, whichever of the two pays first. A choice
 * within one payroll was about its periods, and is asked again.
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
  const kept = new Set<string>()
  for (const row of rows) {
    if (!(await isChosen(db, macKey, row))) continue
    for (const { employee, payroll, paid } of z.array(includedLine).parse(row.included)) {
      const [one, other] = [
        { employeeId: employee, payrollId: row.payroll_id },
        { employeeId: paid, payrollId: payroll },
      ]
      if (payroll !== row.payroll_id) kept.add(pairOf(one, other))
    }
  }
  return (one, other) => kept.has(pairOf(one, other))
}

/** The choice is under the MAC of its order, or in the payday that people approved. */
async function isChosen(db: Db, macKey: KeyObject, row: OrderRow): Promise<boolean> {
  if (row.mac !== null) return isTrue(macKey, 'orders', row)
  const approved = await db
    .selectFrom('change_orders')
    .selectAll()
    .where('company_id', '=', row.company_id)
    .where('id', '=', row.change_order_id)
    .executeTakeFirst()
  const change = approved && readChange(macKey, approved)
  return (
    change?.kind === 'OCCURRENCE' &&
    change.payload.payrollId === row.payroll_id &&
    canonicalJson(change.payload.included) === canonicalJson(row.included)
  )
}
