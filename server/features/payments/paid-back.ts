import { sql } from 'kysely'
import type { Coin } from '#domain/coin-selection.ts'
import type { Db } from '#server/platform/database.ts'

type PaidBack = { coins: Coin[]; hanging: { id: string } | null }

/**
 * What is left of what cancelled runs paid back, as long as the block that holds it may be taken back
 * and the cancelled payment confirmed instead: a payment that spends it cannot be confirmed beside
 * that one. A run that spends it is paid instead, but for those of its people who are the `rest`: what
 * pays them has to hang on it by what that run has left. Where nothing is left, since a withdrawal took
 * all of it along for one, the cancelled run is `hanging` until it is final: nothing that could be spent
 * would keep it out.
 */
export async function paidBack(
  db: Db,
  payrollId: string,
  spendable: readonly Coin[],
  rest: { paymentId: string } | null,
): Promise<PaidBack> {
  const restId = sql`${rest?.paymentId ?? null}::uuid`
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
        AND (s.type IN ('withdrawal', 'cancel', 'child') OR s.payment_id = ${restId})
      JOIN coins c ON c.txid = s.txid AND c.payroll_id = s.payroll_id
    )
    SELECT l.root, l.payment_id AS id, encode(l.txid, 'hex') || ':' || l.vout AS coin,
      -- A run that spends it is the one that is paid instead.
      EXISTS (SELECT FROM left_of other JOIN transactions s ON s.txid = other.spent_by_txid
        WHERE other.root = l.root AND s.payroll_id = ${payrollId} AND s.type = 'send'
          AND s.payment_id IS DISTINCT FROM ${restId}) AS answered
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
