import { sql } from 'kysely'
import { coinbaseMaturity } from '#domain/block-depths.ts'
import { freshNodeMs } from '#domain/node-and-price.ts'
import { joinPayouts } from '#server/authorization/join-payouts.ts'
import type { Db } from '#server/platform/db/database.ts'
import { type Breach, type HistoryScope, type RowCheck, scope } from './invariant-definitions.ts'
import { orderChecks } from './order-checks.ts'
import { utxoChecks } from './utxo-checks.ts'

/**
 * A plan that worker or signer has not taken up after this time is a fault, if the node is well.
 */
const takenUpWithin = sql`interval '15 minutes'`

/** Checks that need SQL alone. Each query returns the wrong rows, and why. */
export const rowChecks: RowCheck[] = [
  {
    invariant: 'I1',
    find: () => sql`
      SELECT 'LEDGER_UNBALANCED' AS kind, event_id::text AS id,
        jsonb_build_object('sats', sum(amount_sats)) AS fields
      FROM ledger_entries GROUP BY event_id HAVING sum(amount_sats) != 0`,
  },
  {
    invariant: 'I2',
    find: () => sql`
      WITH tip AS (SELECT coalesce(max(height), 0) AS tip_height FROM blocks),
      held AS (
        SELECT payroll_id,
          coalesce(sum(sats) FILTER (WHERE spent_by_txid IS NULL), 0) AS balance,
          coalesce(sum(sats) FILTER (WHERE spent_by_txid IS NULL AND height IS NOT NULL), 0)
            AS confirmed,
          coalesce(sum(sats) FILTER (WHERE spent_by_txid IS NULL AND height IS NOT NULL
            AND r.txid IS NULL AND (NOT coinbase OR height <= tip_height - ${coinbaseMaturity - 1})), 0)
            AS spendable,
          coalesce(sum(sats) FILTER (WHERE spent_by_txid IS NULL AND r.txid IS NOT NULL), 0)
            AS reserved,
          greatest(coalesce(sum(sats) FILTER (WHERE NOT change), 0),
            coalesce(sum(sats) FILTER (WHERE spent_by_txid IS NULL), 0)) AS received
        FROM tip, utxos LEFT JOIN reservations r USING (payroll_id, txid, vout)
        GROUP BY payroll_id
      ),
      booked AS (
        SELECT payroll_id,
          coalesce(sum(amount_sats) FILTER (WHERE account IN ('wallet', 'reserved')), 0) AS balance,
          coalesce(sum(amount_sats) FILTER (WHERE account = 'reserved'), 0) AS reserved
        FROM ledger_entries GROUP BY payroll_id
      ),
      compared AS (
        SELECT payroll_id, coalesce(b.balance_sats, 0) AS balance,
          ROW (coalesce(b.balance_sats, 0), coalesce(b.confirmed_sats, 0),
            coalesce(b.spendable_sats, 0), coalesce(b.received_sats, 0))::text AS said,
          ROW (coalesce(h.balance, 0), coalesce(h.confirmed, 0), coalesce(h.spendable, 0),
            coalesce(h.received, 0))::text AS actual,
          ROW (coalesce(h.balance, 0), coalesce(h.reserved, 0))::text AS utxos,
          ROW (coalesce(l.balance, 0), coalesce(l.reserved, 0))::text AS ledger
        FROM payroll_balances b FULL JOIN held h USING (payroll_id) FULL JOIN booked l USING (payroll_id)
      )
      SELECT 'BALANCE_WRONG' AS kind, payroll_id::text AS id,
        jsonb_build_object('kept', said, 'actual', actual) AS fields
      FROM compared WHERE said != actual
      UNION ALL
      SELECT 'LEDGER_WRONG', payroll_id::text,
        jsonb_build_object('ledger', ledger, 'utxos', utxos)
      FROM compared WHERE ledger != utxos`,
  },
  {
    invariant: 'I3',
    find: () => sql`
      SELECT 'SPENT_BY_FOREIGN' AS kind, encode(c.txid, 'hex') || ':' || c.vout AS id,
        jsonb_build_object('txid', encode(c.spent_by_txid, 'hex')) AS fields
      FROM utxos c WHERE c.spent_by_txid IS NOT NULL AND NOT EXISTS (
        SELECT FROM transactions t
        WHERE t.txid = c.spent_by_txid AND t.payroll_id = c.payroll_id AND t.type != 'receive')
      UNION ALL
      SELECT 'UNTRACKED_SPEND', id::text,
        '{}'::jsonb FROM transactions
      WHERE untracked AND acknowledged_at IS NULL AND state != 'failed'`,
  },
  {
    invariant: 'I4',
    find: (history) => sql`
      SELECT 'PAYMENT_SUMS_WRONG' AS kind, p.id::text AS id,
        jsonb_build_object('sats', p.total_sats, 'usdCents', p.bitcoin_usd_cents,
          'dollarsUsdCents', p.dollars_usd_cents, 'lineSats', coalesce(sum(bitcoin.sats), 0),
          'lineUsdCents', coalesce(sum(bitcoin.usd_cents), 0),
          'lineDollarsUsdCents', coalesce(sum(dollars.usd_cents), 0)) AS fields
      FROM sheets p LEFT JOIN sheet_lines l ON l.sheet_id = p.id ${joinPayouts}
      WHERE ${scope(history)} GROUP BY p.id
      HAVING (p.total_sats, p.bitcoin_usd_cents, p.dollars_usd_cents)
        IS DISTINCT FROM (coalesce(sum(bitcoin.sats), 0)::bigint,
          coalesce(sum(bitcoin.usd_cents), 0)::bigint, coalesce(sum(dollars.usd_cents), 0)::bigint)
      UNION ALL
      SELECT 'LINE_SUMS_WRONG', l.id::text, jsonb_build_object('usdCents', l.net_usd_cents,
        'payoutUsdCents', coalesce(bitcoin.usd_cents, 0) + coalesce(dollars.usd_cents, 0))
      FROM sheets p JOIN sheet_lines l ON l.sheet_id = p.id ${joinPayouts}
      WHERE ${scope(history)}
        AND l.net_usd_cents <> coalesce(bitcoin.usd_cents, 0) + coalesce(dollars.usd_cents, 0)
      UNION ALL
      SELECT 'TRANSACTION_SUMS_WRONG', t.id::text,
        jsonb_build_object('sats', t.sats, 'outputSats', coalesce(sum(o.sats), 0),
          'lineSats', coalesce(sum(l.sats), 0))
      FROM sheets p
      JOIN transactions t ON t.sheet_id = p.id AND t.type = 'send'
      LEFT JOIN (transaction_outputs o JOIN payouts l ON l.line_id = o.line_id AND l.method = 'BITCOIN')
        ON o.transaction_id = t.id
      WHERE ${scope(history)} GROUP BY t.id
      -- A line whose transaction cannot confirm may have been planned again at another rate.
      HAVING t.sats != coalesce(sum(o.sats), 0) OR ((t.live OR t.state = 'confirmed')
        AND t.sats != coalesce(sum(l.sats), 0)
        -- A line of a cancelled transaction that is mined after all may have been planned again,
        -- too.
        AND NOT EXISTS (
          SELECT FROM transaction_outputs mine JOIN transaction_outputs anew USING (line_id)
          JOIN transactions n ON n.id = anew.transaction_id
          WHERE mine.transaction_id = t.id AND n.root_id != t.root_id AND n.id > t.id))
      UNION ALL
      SELECT 'LEDGER_OUTFLOW_WRONG', payroll_id::text,
        jsonb_build_object('salaries', booked.salaries, 'fees', booked.fees,
          'movedSalaries', coalesce(moved.salaries, 0), 'movedFees', coalesce(moved.fees, 0))
      FROM (
        SELECT payroll_id, coalesce(sum(amount_sats) FILTER (WHERE account = 'salaries'), 0) AS salaries,
          coalesce(sum(amount_sats) FILTER (WHERE account = 'fees'), 0) AS fees
        FROM ledger_entries GROUP BY payroll_id) AS booked
      LEFT JOIN (
        SELECT payroll_id, coalesce(sum(sats) FILTER (WHERE type = 'send'), 0) AS salaries,
          sum(fee_sats) AS fees
        FROM transactions WHERE type != 'receive' AND state IN ('unconfirmed', 'confirmed')
        GROUP BY payroll_id) AS moved USING (payroll_id)
      WHERE (booked.salaries, booked.fees) IS DISTINCT FROM
        (coalesce(moved.salaries, 0), coalesce(moved.fees, 0))`,
  },
  {
    invariant: 'I5',
    find: (history) => sql`
      SELECT 'LINES_WITHOUT_TRANSACTION' AS kind, p.id::text AS id,
        '{}'::jsonb AS fields
      FROM sheets p WHERE ${scope(history)} AND (
        NOT EXISTS (SELECT FROM sheet_lines l WHERE l.sheet_id = p.id)
        OR EXISTS (SELECT FROM payouts l WHERE l.sheet_id = p.id AND l.method = 'BITCOIN'
          AND NOT EXISTS (SELECT FROM transaction_outputs o WHERE o.line_id = l.line_id)))
      UNION ALL
      SELECT 'PAYMENT_STUCK', p.id::text,
        '{}'::jsonb
      FROM sheets p JOIN sheet_states known ON known.id = p.id
      WHERE p.closed_at IS NULL AND NOT known.waits_in_dollars AND NOT EXISTS (
        SELECT FROM transactions t WHERE t.sheet_id = p.id AND t.live)
      UNION ALL
      SELECT 'PLAN_OF_CLOSED_PAYMENT', t.id::text,
        '{}'::jsonb
      FROM transactions t JOIN sheets p ON p.id = t.sheet_id
      WHERE t.state = 'pendingApproval' AND p.closed_at IS NOT NULL
      UNION ALL
      SELECT 'LANE_NOT_COMING', t.id::text,
        '{}'::jsonb
      FROM transactions t WHERE t.waiting_for IN ('lane', 'fee')
        AND NOT EXISTS (SELECT FROM transaction_outputs o JOIN transactions f ON f.id = o.transaction_id
          WHERE o.lane_of = t.id AND (f.live OR f.state = 'confirmed'))
      UNION ALL
      SELECT 'PLAN_NOT_TAKEN_UP', t.id::text,
        jsonb_build_object('waitingFor',
          CASE t.waiting_for WHEN 'node' THEN 'worker' ELSE 'signer' END, 'since', t.created_at)
      FROM node_status n, transactions t LEFT JOIN orders o ON o.id = t.order_id
      WHERE t.waiting_for IN ('node', 'signature')
        -- A replacement keeps the time of the version before; its id has its own time.
        AND greatest(uuid_extract_timestamp(t.id),
          (SELECT max(a.at) FROM approvals a WHERE a.subject_id = o.id)) < now() - ${takenUpWithin}
        AND n.trouble IS NULL AND n.at > now() - make_interval(secs => ${freshNodeMs / 1000})
        -- Another breach holds the plan back on purpose: see standing-breaches.ts.
        AND NOT EXISTS (SELECT FROM money_breaches WHERE gone_at IS NULL AND accepted_at IS NULL
          AND invariant != 'I5' AND (payroll_ids IS NULL OR t.payroll_id = ANY(payroll_ids)))`,
  },
  {
    invariant: 'I7',
    find: () => sql`
      WITH spends AS MATERIALIZED (
        SELECT t.*, i.txid AS utxo, i.vout
        FROM transactions t JOIN transaction_inputs i ON i.transaction_id = t.id
        WHERE t.live AND t.type != 'receive'
      )
      SELECT 'UTXO_IN_TWO_LIVE' AS kind, encode(a.utxo, 'hex') || ':' || a.vout AS id,
        jsonb_build_object('one', a.id, 'other', b.id) AS fields
      FROM spends a JOIN spends b USING (utxo, vout)
      WHERE b.id > a.id AND b.root_id != a.root_id
        AND a.state != 'removed' AND b.state != 'removed'
        -- A run purposely conflicts with an untracked spend, and with a transaction that left its
        -- block.
        AND NOT (a.untracked OR a.was_mined OR b.untracked OR b.was_mined)
      UNION ALL
      SELECT 'UTXO_SPENT_BY_CONFIRMED', encode(a.utxo, 'hex') || ':' || a.vout,
        jsonb_build_object('confirmed', b.id, 'live', a.id)
      FROM spends a
      JOIN transaction_inputs i ON i.txid = a.utxo AND i.vout = a.vout
      JOIN transactions b ON b.id = i.transaction_id
      WHERE b.state = 'confirmed' AND b.type != 'receive'
      UNION ALL
      SELECT 'VERSIONS_SHARE_NO_UTXO', v.id::text,
        jsonb_build_object('version', a.id)
      FROM (SELECT DISTINCT root_id FROM transactions WHERE root_id != id) AS replaced
      JOIN transactions v USING (root_id)
      JOIN transactions a ON a.root_id = v.root_id AND a.version < v.version
      WHERE v.state NOT IN ('failed', 'rejected')
        AND a.raw IS NOT NULL AND a.state NOT IN ('failed', 'rejected')
        AND NOT EXISTS (SELECT FROM transaction_inputs i JOIN transaction_inputs j USING (txid, vout)
          WHERE i.transaction_id = v.id AND j.transaction_id = a.id)
      UNION ALL
      SELECT 'REPLACES_ANOTHER_PAYMENT', v.id::text,
        '{}'::jsonb
      FROM transactions v JOIN transactions first ON first.id = v.root_id
      WHERE v.root_id != v.id AND (v.payroll_id, v.sheet_id, v.withdrawal_id, v.order_id, v.position)
        IS DISTINCT FROM
        (first.payroll_id, first.sheet_id, first.withdrawal_id, first.order_id, first.position)`,
  },
  {
    invariant: 'I8',
    find: () => sql`
      SELECT 'ACCOUNT_BELOW_ZERO' AS kind, payroll_id || ':' || account AS id,
        jsonb_build_object('sats', sum(amount_sats)) AS fields
      FROM ledger_entries WHERE account != 'outside'
      GROUP BY payroll_id, account HAVING sum(amount_sats) < 0`,
  },
  {
    // Tenancy that foreign keys with company_id do not cover.
    invariant: 'I9',
    find: (history) => sql`
      SELECT 'UTXO_OF_ANOTHER_PAYROLL' AS kind, encode(c.txid, 'hex') || ':' || c.vout AS id,
        '{}'::jsonb AS fields
      FROM utxos c JOIN addresses a USING (script_pubkey)
      WHERE (a.company_id, a.payroll_id) != (c.company_id, c.payroll_id)
        -- Change belongs to the payroll whose UTXOs its transaction spends, whatever the index
        -- (R8).
        AND NOT (a.branch = 1 AND EXISTS (SELECT FROM utxos spent
          WHERE spent.spent_by_txid = c.txid AND spent.payroll_id = c.payroll_id))
      UNION ALL
      SELECT 'SPENDS_ANOTHER_PAYROLL', t.id::text,
        '{}'::jsonb
      FROM transactions t JOIN transaction_inputs i ON i.transaction_id = t.id
      JOIN utxos c ON c.txid = i.txid AND c.vout = i.vout
      WHERE t.type != 'receive' AND (t.company_id, t.payroll_id) != (c.company_id, c.payroll_id)
      UNION ALL
      SELECT 'PAYMENT_OF_ANOTHER_PAYROLL', t.id::text,
        '{}'::jsonb
      FROM transactions t JOIN sheets p ON p.id = t.sheet_id
      WHERE (t.company_id, t.payroll_id) != (p.company_id, p.payroll_id)
      UNION ALL
      SELECT DISTINCT 'LINE_OF_ANOTHER_PAYMENT', t.id::text,
        '{}'::jsonb
      FROM sheets p JOIN transactions t ON t.sheet_id = p.id
      JOIN transaction_outputs o ON o.transaction_id = t.id
      JOIN sheet_lines l ON l.id = o.line_id JOIN payouts paid ON paid.line_id = l.id
      WHERE ${scope(history)} AND ((l.company_id, l.sheet_id) != (t.company_id, t.sheet_id)
        OR (paid.company_id, paid.sheet_id) != (t.company_id, t.sheet_id))
      UNION ALL
      SELECT 'LANE_OF_ANOTHER_PAYMENT', t.id::text,
        '{}'::jsonb
      FROM transactions t JOIN transaction_outputs o ON o.transaction_id = t.id
      JOIN transactions batch ON batch.id = o.lane_of
      WHERE (batch.company_id, batch.sheet_id) IS DISTINCT FROM (t.company_id, t.sheet_id)`,
  },
  {
    invariant: 'I11',
    find: (history) => sql`
      SELECT 'STATE_NOT_AUDITED' AS kind, t.id::text AS id,
        jsonb_build_object('state', t.state) AS fields
      FROM transactions t
      WHERE ${history === 'all' ? sql`true` : sql`t.created_at > now() - interval '30 days'`}
        AND NOT EXISTS (SELECT FROM audit_events e
          WHERE e.action = 'transaction.stateChanged' AND e.by_trigger
          AND e.company_id = t.company_id AND e.detail ->> 'transaction' = t.id::text
          AND e.detail ->> 'to' = t.state::text)`,
  },
]

export async function checkRows(db: Db, history: HistoryScope): Promise<Breach[]> {
  const breaches: Breach[] = []
  for (const { invariant, find } of [...rowChecks, ...utxoChecks, ...orderChecks]) {
    const { rows } = await find(history).execute(db)
    breaches.push(...rows.map((row) => ({ invariant, ...row })))
  }
  return breaches
}
