import { sql } from 'kysely'
import type { Coin } from '#domain/coin-selection.ts'
import type { Db } from '#server/platform/database.ts'

type PaidBack = { coins: Coin[]; hanging: { id: string } | null }

/**
 * What is left of what cancelled runs paid back, as long as the block that holds it may be taken back
 * and the cancelled payment confirmed instead: a payment that spends it cannot be confirmed beside
 * that one. The run in its place does, and so does what comes after: the rest of that run, or whoever
 * it left out. Where nothing is left, since a withdrawal took all of it along for one, the cancelled run
 * is `hanging` until it is final: nothing that could be spent would keep it out.
 */
export async function paidBack(
  db: Db,
  payrollId: string,
  spendable: readonly Coin[],
): Promise<PaidBack> {
  const { rows } = await sql<{ root: string; id: string | null; coin: string }>`
    WITH RECURSIVE left_of AS (
      SELECT t.id AS root, t.payment_id, c.txid, c.vout, c.spent_by_txid
      FROM transactions t JOIN coins c ON c.txid = t.txid AND c.payroll_id = t.payroll_id
      WHERE t.payroll_id = ${payrollId} AND t.type = 'cancel' AND t.state = 'confirmed'
        AND EXISTS (SELECT FROM transactions v WHERE v.root_id = t.root_id AND v.type != 'cancel'
          AND v.state NOT IN ('failed', 'rejected'))
      UNION
      SELECT l.root, l.payment_id, c.txid, c.vout, c.spent_by_txid
      FROM left_of l JOIN coins c ON c.txid = l.spent_by_txid AND c.payroll_id = ${payrollId}
    )
    SELECT root, payment_id AS id, encode(txid, 'hex') || ':' || vout AS coin FROM left_of`.execute(
    db,
  )
  const ids = new Set(rows.map(({ coin }) => coin))
  const coins = spendable.filter((coin) => ids.has(coin.id))
  const held = new Set(coins.map((coin) => coin.id))
  for (const left of Map.groupBy(rows, ({ root }) => root).values()) {
    const id = left[0]?.id
    if (id && !left.some(({ coin }) => held.has(coin))) return { coins, hanging: { id } }
  }
  return { coins, hanging: null }
}
