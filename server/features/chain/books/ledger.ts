import { sql } from 'kysely'
import type { Db } from '#server/platform/db/database.ts'

/**
 * Brings the ledger of `payrollIds` up to date with their UTXOs. Triggers put each transaction into
 * ledger_queue when a UTXO, an input or `live` of it changes. The event of a transaction is the
 * amount that it should have moved, less the amount already written; its entries sum to zero. A
 * deposit, a reservation, a payment and the reversal of each are all such differences. So no caller
 * has to announce them, and a change applied twice is written once. Only `refreshBalances` calls
 * this, under the lock of the payrolls' balances.
 */
export async function writeLedger(db: Db, payrollIds: readonly string[]): Promise<void> {
  await sql`
    WITH due AS (
      DELETE FROM ledger_queue WHERE payroll_id = ANY(${payrollIds}::uuid[])
      RETURNING payroll_id, txid, transaction_id
    ),
    keys AS (
      SELECT d.payroll_id, d.txid, t.id AS transaction_id
      FROM due d LEFT JOIN transactions t ON t.txid = d.txid AND t.payroll_id = d.payroll_id
      WHERE d.txid IS NOT NULL
      UNION
      SELECT d.payroll_id, t.txid, t.id
      FROM due d JOIN transactions t ON t.id = d.transaction_id
    ),
    kept AS (
      SELECT r.payroll_id, r.transaction_id, sum(c.sats) AS sats
      FROM reservations r JOIN utxos c USING (payroll_id, txid, vout)
      WHERE r.payroll_id = ANY(${payrollIds}::uuid[]) AND c.spent_by_txid IS NULL
      GROUP BY r.payroll_id, r.transaction_id
    ),
    effects AS (
      SELECT k.payroll_id, k.transaction_id,
        CASE WHEN k.transaction_id IS NULL THEN k.txid END AS foreign_txid,
        made.sats - spent.sats AS held,
        coalesce(kept.sats, 0) AS reserved,
        CASE WHEN spent.sats > 0 AND t.type = 'send' THEN t.sats ELSE 0 END AS salaries,
        CASE WHEN spent.sats > 0 AND t.type != 'receive' THEN coalesce(t.fee_sats, 0) ELSE 0 END AS fees
      FROM keys k
      LEFT JOIN transactions t ON t.id = k.transaction_id
      LEFT JOIN kept ON kept.payroll_id = k.payroll_id AND kept.transaction_id = k.transaction_id,
      LATERAL (SELECT coalesce(sum(sats), 0) AS sats FROM utxos c
        WHERE c.txid = k.txid AND c.payroll_id = k.payroll_id) AS made,
      LATERAL (SELECT coalesce(sum(sats), 0) AS sats FROM utxos c
        WHERE c.spent_by_txid = k.txid AND c.payroll_id = k.payroll_id) AS spent
    ),
    differences AS (
      SELECT payroll_id, transaction_id, foreign_txid, account, sum(sats)::bigint AS sats,
        uuidv7() AS candidate
      FROM (
        SELECT e.payroll_id, e.transaction_id, e.foreign_txid, a.account::ledger_account, a.sats
        FROM effects e, LATERAL (VALUES
          ('wallet', e.held - e.reserved), ('reserved', e.reserved), ('salaries', e.salaries),
          ('fees', e.fees), ('outside', -(e.held + e.salaries + e.fees))) AS a (account, sats)
        UNION ALL
        SELECT l.payroll_id, l.transaction_id, l.foreign_txid, l.account, -l.amount_sats
        FROM (SELECT DISTINCT payroll_id, transaction_id FROM keys) AS k
        JOIN ledger_entries l USING (payroll_id, transaction_id)
        UNION ALL
        SELECT l.payroll_id, l.transaction_id, l.foreign_txid, l.account, -l.amount_sats
        FROM (SELECT DISTINCT payroll_id, txid FROM keys) AS k
        JOIN ledger_entries l ON l.payroll_id = k.payroll_id AND l.foreign_txid = k.txid
      ) AS either
      GROUP BY payroll_id, transaction_id, foreign_txid, account
      HAVING sum(sats) != 0
    ),
    events AS (
      SELECT payroll_id, transaction_id, foreign_txid, account, sats,
        first_value(candidate) OVER event AS event_id,
        sum(sats) FILTER (WHERE account = 'fees') OVER event AS fees,
        sum(sats) FILTER (WHERE account = 'reserved') OVER event AS reserved,
        sum(sats) FILTER (WHERE account = 'outside') OVER event AS outside
      FROM differences
      WINDOW event AS (PARTITION BY payroll_id, transaction_id, foreign_txid)
    )
    INSERT INTO ledger_entries
      (event_id, company_id, payroll_id, transaction_id, foreign_txid, kind, account, amount_sats)
    SELECT e.event_id, b.company_id, e.payroll_id, e.transaction_id, e.foreign_txid,
      (CASE
        WHEN e.fees > 0 AND t.type = 'withdrawal' THEN 'withdrawal'
        WHEN e.fees > 0 THEN 'payment'
        WHEN e.fees < 0 THEN 'reversal'
        WHEN e.reserved > 0 THEN 'reservation'
        WHEN e.reserved < 0 THEN 'release'
        WHEN t.type IS NULL AND e.outside > 0 THEN 'foreign'
        WHEN t.type = 'receive' AND e.outside < 0 THEN 'deposit'
        WHEN t.type IS NULL OR t.type = 'receive' THEN 'reversal'
        ELSE 'correction' END)::ledger_kind,
      e.account, e.sats
    FROM events e
    JOIN payroll_balances b ON b.payroll_id = e.payroll_id
    LEFT JOIN transactions t ON t.id = e.transaction_id
    ORDER BY e.event_id, e.account`.execute(db)
}
