import { type RawBuilder, sql } from 'kysely'
import { coinbaseMaturity } from '#domain/block-depths.ts'
import { outpointText, type Utxo } from '#domain/coin-selection.ts'
import type { Db } from '#server/platform/db/database.ts'

/** The mature UTXOs of a payroll that are in a block and that no known transaction spends. */
export type PayrollUtxos = {
  heads: Utxo[]
  /** Deposits that no live transaction spends, except a child that is no longer sent. */
  freeDeposits: Utxo[]
  allDeposits: Utxo[]
}

export type UtxoRow = { txid: Buffer; vout: number; sats: bigint; head: boolean; isFree: boolean }

export const payrollUtxosQuery = (payrollId: string | RawBuilder<string>) => sql<UtxoRow>`
    SELECT c.txid, c.vout, c.sats, c.head, NOT EXISTS (
      SELECT FROM reservations r JOIN transactions t ON t.id = r.transaction_id
      LEFT JOIN transactions parent ON parent.id = t.cpfp_parent_id
      WHERE r.payroll_id = ${payrollId} AND r.txid = c.txid AND r.vout = c.vout
        AND NOT (t.state IN ('signed', 'removed') AND parent.height IS NOT NULL)) AS "isFree"
    FROM utxos c
    WHERE c.payroll_id = ${payrollId} AND c.height IS NOT NULL
      -- spent_height is there for the index, which covers UTXOs that no block has spent.
      AND c.spent_height IS NULL AND c.spent_by_txid IS NULL
      AND (NOT c.coinbase
        OR c.height <= (SELECT coalesce(max(height), 0) FROM blocks) - ${coinbaseMaturity - 1})
    ORDER BY c.txid, c.vout`

/** Reads the UTXOs; under the payroll's lock no other planner takes any of them. */
export async function readUtxos(db: Db, payrollId: string): Promise<PayrollUtxos> {
  const { rows } = await payrollUtxosQuery(payrollId).execute(db)
  return toUtxos(rows)
}

export function toUtxos(rows: readonly UtxoRow[]): PayrollUtxos {
  const utxos = (these: typeof rows): Utxo[] =>
    these.map(({ txid, vout, sats }) => ({ id: outpointText(txid.toString('hex'), vout), sats }))
  const deposits = rows.filter(({ head }) => !head)
  return {
    heads: utxos(rows.filter(({ head }) => head)),
    freeDeposits: utxos(deposits.filter(({ isFree }) => isFree)),
    allDeposits: utxos(deposits),
  }
}
