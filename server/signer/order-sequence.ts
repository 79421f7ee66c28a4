import { sql } from 'kysely'
import type { SignerFault } from '#domain/signer-faults.ts'
import { readOrderCount } from '#server/authorization/order-numbers.ts'
import type { OrderRow } from '#server/authorization/order-rows.ts'
import type { OrderKind } from '#server/authorization/signing-record.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { StoredOrder } from './read-plan.ts'

export const kindOfOrder = ({
  sheet_id,
  withdrawal_id,
}: Pick<OrderRow, 'sheet_id' | 'withdrawal_id'>): OrderKind =>
  sheet_id ? 'payment' : withdrawal_id ? 'withdrawal' : 'consolidation'

/**
 * The place of an order among those of its company; a MAC covers it. An order without a MAC has the
 * place of the payday under which it is made. Null: a sweep.
 */
export const numberOfOrder = ({ row, change }: StoredOrder): bigint | null =>
  row.mac ? row.number : (change?.row.number ?? null)

/**
 * Why an order that is not begun comes too late, or null: the signer has begun a later one of the same
 * payroll, kind and period. A payday that nobody pressed, and a sweep, are ended by their own rules.
 */
export async function findOvertakenFault(
  db: Db,
  { row }: Pick<StoredOrder, 'row'>,
): Promise<SignerFault | null> {
  if (row.mac === null) return null
  const { number } = row
  // A number that nobody has counted up to would overtake every later order.
  if (number === null || number > (await readOrderCount(db, row.company_id))) {
    return { code: 'NOT_ORDERED' }
  }
  const { rows } = await sql<{ isOvertaken: boolean }>`
    SELECT EXISTS (
      SELECT FROM signer.signatures
      WHERE payroll_id = ${row.payroll_id} AND order_number > ${number}
        AND order_kind = ${kindOfOrder(row)}
        AND period_key IS NOT DISTINCT FROM ${row.claims_period}) AS "isOvertaken"`.execute(db)
  return rows[0]?.isOvertaken ? { code: 'ORDER_OVERTAKEN', orderId: row.id } : null
}
