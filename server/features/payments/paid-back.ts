import { sql } from 'kysely'
import type { Coin } from '#domain/coin-selection.ts'
import type { Db } from '#server/platform/database.ts'

type PaidBack = { coins: Coin[]; hanging: { id: string } | null }

/**
 * What is left of what cancelled runs paid back, as long as the block that holds it may be taken back
 * and the cancelled payment confirmed instead: a payment that spends it cannot be confirmed beside
 * that one. Where a withdrawal took all of it along, the cancelled run is `hanging` until it is final:
 * nothing that could be spent would keep it out.
 */
export async function paidBack(
  db: Db,
  payrollId: string,
  spendable: readonly Coin[],
): Promise<PaidBack> {
  const { rows } = await sql<{ root: string; id: string | null; coin: string; answered: boolean }>`
    WITH RECURSIVE left_of AS (
      SELECT t.id AS root, t.payment_id, c.txid, c.vout, c.spent_by_txid
      FROM transactions t JOIN coins c ON c.txid = t.txid AND c.payroll_id = t.payroll_id
      WHERE t.payroll_id = ${payrollId} AND t.type = 'cancel' AND t.state = 'confirmed'
        AND EXISTS (SELECT FROM transactions v WHERE v.family = t.family AND v.type != 'cancel'
          AND v.state NOT IN ('failed', 'rejected'))
      UNION
      SELECT l.root, l.payment_id, c.txid, c.vout, c.spent_by_txid
      FROM left_of l
      JOIN transactions s ON s.txid = l.spent_by_txid AND s.payroll_id = ${payrollId}
        AND s.type IN ('withdrawal', 'cancel', 'child')
      JOIN coins c ON c.txid = s.txid AND c.payroll_id = s.payroll_id
    )
    SELECT l.root, l.payment_id AS id, encode(l.txid, 'hex') || ':' || l.vout AS coin,
      -- A run that spends it is the one that is paid instead.
      EXISTS (SELECT FROM left_of other JOIN transactions s ON s.txid = other.spent_by_txid
        WHERE other.root = l.root AND s.payroll_id = ${payrollId} AND s.type = 'send') AS answered
    FROM left_of l`.execute(db)
  const ids = new Set(rows.map(({ coin }) => coin))
  const coins = spendable.filter((coin) => ids.has(coin.id))
  const held = new Set(coins.map((coin) => coin.id))
  for (const left of Map.groupBy(rows, ({ root }) => root).values()) {
    const id = left[0]?.id
    if (id && !left.some(({ answered, coin }) => answered || held.has(coin))) {
      return { coins, hanging: { id } }
    }
  }
  return { coins, hanging: null }
}
