import { sql } from 'kysely'
import type { Db } from '#server/platform/database.ts'

/**
 * Brings the ledger of `payrollIds` to what their coins say: for each transaction, what it should
 * have moved less what is written already, as one event of entries that sum to zero. A deposit, a
 * reservation, a payment, and the taking back of each are all differences of this kind, so nobody has
 * to announce them, and what was applied twice is written once.
 *
 * Only `refreshBalances` calls this, which holds the lock of the payrolls' balances meanwhile.
 */
export async function book(db: Db, payrollIds: readonly string[]): Promise<void> {
  await sql`
    WITH mine AS MATERIALIZED (
      SELECT payroll_id, txid, sats, spent_by_txid, reserved_by FROM coins
      WHERE payroll_id = ANY(${payrollIds}::uuid[])
    ),
    moved AS (
      SELECT payroll_id, txid, sum(made) AS made, sum(spent) AS spent FROM (
        SELECT payroll_id, txid, sats AS made, 0 AS spent FROM mine
        UNION ALL
        SELECT payroll_id, spent_by_txid, 0, sats FROM mine WHERE spent_by_txid IS NOT NULL
      ) AS either GROUP BY payroll_id, txid
    ),
    effects AS (
      SELECT m.payroll_id, t.id AS transaction_id,
        CASE WHEN t.id IS NULL THEN m.txid END AS foreign_txid,
        m.made - m.spent AS held,
        0 AS reserved,
        CASE WHEN m.spent > 0 AND t.type = 'send' THEN t.sats ELSE 0 END AS salaries,
        CASE WHEN m.spent > 0 AND t.type != 'receive' THEN coalesce(t.fee_sats, 0) ELSE 0 END AS fees
      FROM moved m LEFT JOIN transactions t ON t.txid = m.txid AND t.payroll_id = m.payroll_id
      UNION ALL
      SELECT payroll_id, reserved_by, NULL, 0, sum(sats), 0, 0 FROM mine
      WHERE reserved_by IS NOT NULL AND spent_by_txid IS NULL
      GROUP BY payroll_id, reserved_by
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
        SELECT payroll_id, transaction_id, foreign_txid, account, -amount_sats FROM ledger_entries
        WHERE payroll_id = ANY(${payrollIds}::uuid[])
      ) AS either
      GROUP BY payroll_id, transaction_id, foreign_txid, account
      HAVING sum(sats) != 0
    ),
    events AS (
      SELECT *, first_value(candidate) OVER event AS event_id,
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
