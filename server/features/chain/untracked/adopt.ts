import { sql } from 'kysely'
import type { MatchedOutput } from '#domain/untracked-spend.ts'
import { adoptSpend, type Place } from '#server/features/transactions/write.ts'
import type { Trx } from '#server/platform/db/database.ts'
import { record } from '#server/platform/observe/audit.ts'
import type { InsertedSpend } from './insert-spend.ts'

type Match = { paymentId: string; matched: readonly MatchedOutput[] }

/**
 * Makes an untracked spend a batch of the payment whose lines it pays: a lost database, or a copy
 * of this one, has signed it. Nobody has to acknowledge such a spend. Returns its root.
 */
export async function adopt(trx: Trx, spend: InsertedSpend, match: Match): Promise<string> {
  const { id, companyId, payrollId } = spend
  const { paymentId, matched } = match
  const lineIds = matched.map(({ lineId }) => lineId)
  const place =
    (await findSibling(trx, spend, paymentId, lineIds)) ??
    (await newPlace(trx, spend, paymentId, lineIds))
  await adoptSpend(trx, id, paymentId, lineIds, place)
  const { name } = await trx
    .selectFrom('payrolls')
    .select('name')
    .where('id', '=', payrollId)
    .executeTakeFirstOrThrow()
  const detail = { transaction: id, payment: paymentId, employees: lineIds.length }
  const act = { action: 'records.adopted', subject: name, detail } as const
  await record(trx, { companyId, userId: null, ip: null, ...act })
  return place.rootId
}

/** Orders of the payment that include all these lines; the MAC of an order covers its lines. */
const ordersOf = (paymentId: string, lineIds: readonly string[]) => sql`
  SELECT t.order_id AS id
  FROM transactions t JOIN transaction_outputs o ON o.transaction_id = t.id
  WHERE t.sheet_id = ${paymentId} AND t.order_id IS NOT NULL
    AND o.line_id = ANY(${lineIds}::uuid[])
  GROUP BY 1 HAVING count(DISTINCT o.line_id) = ${lineIds.length}::integer`

/**
 * Finds a batch that pays the same lines and spends an input of the spend, which becomes its newest
 * version.
 */
async function findSibling(
  trx: Trx,
  { id }: InsertedSpend,
  paymentId: string,
  lineIds: readonly string[],
): Promise<Place | undefined> {
  const { rows } = await sql<Place>`
    SELECT t.root_id AS "rootId", t.position, t.order_id AS "orderId",
      (SELECT max(v.version) + 1 FROM transactions v WHERE v.root_id = t.root_id) AS version
    FROM transactions t
    WHERE t.sheet_id = ${paymentId} AND t.id != ${id}
      AND t.order_id IN (${ordersOf(paymentId, lineIds)})
      AND ${lineIds.length}::integer = (
        SELECT count(*) FILTER (WHERE o.line_id = ANY(${lineIds}::uuid[]))
          - count(*) FILTER (WHERE o.line_id != ALL(${lineIds}::uuid[]))
        FROM transaction_outputs o WHERE o.transaction_id = t.id)
      AND EXISTS (SELECT FROM transaction_inputs i JOIN transaction_inputs j USING (txid, vout)
        WHERE i.transaction_id = t.id AND j.transaction_id = ${id})
    ORDER BY t.id DESC LIMIT 1`.execute(trx)
  return rows[0]
}

async function newPlace(
  trx: Trx,
  { id }: InsertedSpend,
  paymentId: string,
  lineIds: readonly string[],
): Promise<Place> {
  const { rows } = await sql<Pick<Place, 'position' | 'orderId'>>`
    SELECT coalesce(max(position) + 1, 0) AS position,
      (SELECT o.id FROM (${ordersOf(paymentId, lineIds)}) AS o ORDER BY o.id DESC LIMIT 1)
        AS "orderId"
    FROM transactions WHERE sheet_id = ${paymentId}`.execute(trx)
  return { rootId: id, version: 1, position: 0, orderId: null, ...rows[0] }
}
