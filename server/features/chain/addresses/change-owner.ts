import { sql } from 'kysely'
import type { Db } from '#server/platform/db/database.ts'
import type { OwnedSpend } from '../apply/owned.ts'
import { changeBranch } from './account.ts'

/**
 * R8: change belongs to the payroll whose UTXOs the transaction spends, even where the index was
 * given to another payroll: two databases of one seed may hand out one index twice. An output that a
 * recorded line or withdrawal pays on purpose is no change, and stays with the owner of its address. Returns
 * whether any UTXO moved, which makes its spends the new payroll's.
 */
export async function giveChangeToSpender(db: Db, spends: readonly OwnedSpend[]): Promise<boolean> {
  if (spends.length === 0) return false
  const { numAffectedRows } = await sql`
    UPDATE utxos c SET payroll_id = p.id, company_id = p.company_id, change = true
    FROM (
      SELECT spender, (array_agg(payroll_id))[1] AS payroll_id
      FROM unnest(${spends.map(({ spender }) => spender)}::bytea[],
        ${spends.map((spend) => spend.payroll_id)}::uuid[]) AS s (spender, payroll_id)
      GROUP BY spender HAVING count(DISTINCT payroll_id) = 1) AS s
    JOIN payrolls p ON p.id = s.payroll_id, addresses a
    WHERE c.txid = s.spender AND c.payroll_id != s.payroll_id
      AND a.script_pubkey = c.script_pubkey AND a.branch = ${changeBranch}
      AND NOT EXISTS (
        SELECT FROM transactions t JOIN transaction_outputs o ON o.transaction_id = t.id
        WHERE t.txid = c.txid AND o.vout = c.vout
          AND (o.line_id IS NOT NULL OR o.withdrawal_id IS NOT NULL))`.execute(db)
  return Number(numAffectedRows) > 0
}
