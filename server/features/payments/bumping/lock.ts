import { sql } from 'kysely'
import type { Trx } from '#server/platform/database.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { type Family, readFamily } from './versions.ts'

/**
 * Locks the payroll, as whoever plans for it does, and sees that its families are as they were looked
 * at. In the order in which a block or the mempool is taken in (`applyTransactions`): coins that are
 * made, coins that are spent, transactions. A child that is taken in by itself has another order, and
 * one of the two is begun anew (`inTransaction`).
 */
export async function lockFamilies(trx: Trx, families: readonly Family[]): Promise<void> {
  for (const { companyId, payrollId } of families.slice(0, 1)) {
    await trx
      .selectFrom('payrolls')
      .select('id')
      .where('company_id', '=', companyId)
      .where('id', '=', payrollId)
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow()
  }
  const ids = families.map(({ id }) => id)
  await lockRows(trx, ids)
  const looks = (one: Family | null) =>
    [...(one?.versions ?? []), ...(one?.children ?? [])].map(({ id, state }) => `${id} ${state}`)
  for (const family of families) {
    const now = await readFamily(trx, family.id)
    if (looks(now).join() !== looks(family).join()) throw new Refusal('REQUEST_IN_PROGRESS')
  }
}

async function lockRows(trx: Trx, ids: readonly string[]): Promise<void> {
  const related = sql`
    SELECT id, txid FROM transactions WHERE root_id = ANY(${ids}::uuid[])
    UNION SELECT child.id, child.txid FROM transactions child
      JOIN transactions parent ON parent.id = child.cpfp_parent_id
      WHERE parent.root_id = ANY(${ids}::uuid[])`
  await sql`
    SELECT FROM coins c WHERE c.txid IN (SELECT txid FROM (${related}) AS r)
    ORDER BY c.txid, c.vout FOR UPDATE`.execute(trx)
  await sql`
    SELECT FROM coins c WHERE (c.txid, c.vout) IN (
      SELECT i.txid, i.vout FROM (${related}) AS r
      JOIN transaction_inputs i ON i.transaction_id = r.id)
    ORDER BY c.txid, c.vout FOR UPDATE`.execute(trx)
  await sql`SELECT FROM transactions WHERE root_id = ANY(${ids}::uuid[]) ORDER BY id FOR UPDATE`.execute(
    trx,
  )
}
