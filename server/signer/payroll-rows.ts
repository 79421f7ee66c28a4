import { sql } from 'kysely'
import { buriedDepth, type Signed } from '#domain/exclusivity.ts'
import {
  depthOf,
  employeesPaidBy,
  paysSomebodySql,
} from '#server/authorization/earlier-payments.ts'
import type { Db } from '#server/platform/db/database.ts'

/** A transaction of a payroll as the tables describe it. */
export type PayrollTransaction = Pick<Signed, 'txid' | 'depth' | 'conflictDepth'> & {
  /** A transaction that pays somebody and that the signer does not remember. */
  isUntrackedPayment: boolean
  /** The payment or withdrawal; null where the transaction matches none. */
  run: string | null
  /** The employees of the plan's run whom it pays, or the withdrawal. */
  paid: string[]
  /** The bytes of a transaction that the signer does not remember and that is not buried. */
  raw: Buffer | null
}

export async function readRows(
  db: Db,
  payrollId: string,
  run: string,
): Promise<PayrollTransaction[]> {
  const { rows } = await sql<PayrollTransaction>`
    SELECT encode(t.txid, 'hex') AS txid, depth,
      ${depthOf('t.conflict_height')} AS "conflictDepth",
      NOT remembered AND ${paysSomebodySql} AS "isUntrackedPayment",
      coalesce(t.sheet_id, t.withdrawal_id) AS run,
      CASE WHEN remembered THEN '{}' WHEN t.withdrawal_id = ${run} THEN ARRAY[t.withdrawal_id::text]
        ELSE ${employeesPaidBy('t.id', run)} END AS paid,
      CASE WHEN NOT remembered AND depth < ${sql.lit(buriedDepth)} THEN t.raw END AS raw
    FROM transactions t
    CROSS JOIN LATERAL (SELECT ${depthOf('t.height')} AS depth,
      EXISTS (SELECT FROM signer.signatures s WHERE s.txid = t.txid) AS remembered) AS known
    WHERE t.payroll_id = ${payrollId} AND t.type != 'receive' AND t.txid IS NOT NULL`.execute(db)
  return rows
}
