import { sql } from 'kysely'
import type { SignerFault } from '#domain/signer-faults.ts'
import { arrayText, type Db } from '#server/platform/db/database.ts'
import { numberOfOrder } from './order-sequence.ts'
import type { StoredPlan } from './read-plan.ts'

const linesOf = ({ outputs }: Pick<StoredPlan, 'outputs'>) =>
  outputs.flatMap(({ line }) => (line ? [line] : []))

/**
 * The number under which the payment was first ordered: of an approved payday, or of the first order of it
 * that was signed. Its later batches, and the unpaid lines of it, keep the pay terms of then.
 */
export async function readFirstNumber(
  db: Db,
  { paymentId, order }: StoredPlan,
): Promise<bigint | null> {
  if (!order) return null
  const first = await db
    .selectFrom('signer.signatures')
    .select(({ fn }) => fn.min('order_number').as('number'))
    .where('run_id', '=', paymentId)
    .executeTakeFirst()
  const numbers = [numberOfOrder(order), order.change?.row.number, first?.number]
  return smallest(numbers.flatMap((number) => number ?? []))
}

const smallest = (numbers: readonly bigint[]): bigint | null =>
  numbers.reduce<bigint | null>((low, one) => (low === null || one < low ? one : low), null)

/**
 * Refuses pay terms older than those that were signed for the person in an order made before this one: a
 * former row of a person has a true MAC.
 */
export async function findOldTermsFault(
  db: Db,
  plan: StoredPlan,
  orderNumber: bigint | null,
): Promise<SignerFault | null> {
  const lines = linesOf(plan)
  if (lines.length === 0 || orderNumber === null) return null
  const { rows } = await sql<{ employeeId: string; version: number }>`
    SELECT employee_id AS "employeeId", max(version) AS version FROM signer.signed_terms
    WHERE employee_id = ANY(${arrayText(lines.map(({ employeeId }) => employeeId))}::uuid[])
      AND company_id = ${plan.companyId} AND order_number < ${orderNumber}
    GROUP BY employee_id`.execute(db)
  const signed = new Map(rows.map(({ employeeId, version }) => [employeeId, version]))
  const older = lines.find(({ employeeId, version }) => version < (signed.get(employeeId) ?? 0))
  return older ? { code: 'TERMS_OLDER_THAN_SIGNED', lineId: older.id } : null
}

/** Written in the transaction that gives the signature away. */
export async function rememberTerms(
  db: Db,
  plan: StoredPlan,
  orderNumber: bigint | null,
): Promise<void> {
  const lines = linesOf(plan)
  if (lines.length === 0 || orderNumber === null) return
  await sql`
    INSERT INTO signer.signed_terms (employee_id, version, company_id, order_number)
    SELECT employee_id, version, ${plan.companyId}::uuid, ${orderNumber}::bigint
    FROM unnest(${arrayText(lines.map(({ employeeId }) => employeeId))}::uuid[],
      ${arrayText(lines.map(({ version }) => version))}::integer[]) AS line (employee_id, version)
    ON CONFLICT DO NOTHING`.execute(db)
}
