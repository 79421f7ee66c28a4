import { sql } from 'kysely'
import { type RowCheck, scope } from './invariant-definitions.ts'

/**
 * The worker rejects orders that nobody approved within a day; the minutes are its time to do so.
 */
const approvedWithin = sql`interval '24 hours 15 minutes'`

/** Checks of orders, their approvals and withdrawals that need SQL alone. */
export const orderChecks: RowCheck[] = [
  {
    invariant: 'I3',
    find: () => sql`
      SELECT 'SIGNED_UNAPPROVED' AS kind, t.id::text AS id,
        '{}'::jsonb AS fields
      FROM transactions t JOIN orders o ON o.id = t.order_id
      WHERE t.raw IS NOT NULL AND (
        SELECT count(DISTINCT a.user_id) FROM approvals a WHERE a.subject_id = o.id
          AND (o.own_code OR a.user_id IS DISTINCT FROM o.requested_by))
        < greatest(o.required, o.own_code::integer)
      UNION ALL
      SELECT 'ORDER_OF_ANOTHER', t.id::text,
        '{}'::jsonb
      FROM transactions t JOIN orders o ON o.id = t.order_id
      -- A child has no payment, and counts towards the order of its parent.
      LEFT JOIN transactions parent ON parent.id = t.cpfp_parent_id
      WHERE (t.company_id, t.payroll_id, coalesce(parent.sheet_id, t.sheet_id),
        coalesce(parent.withdrawal_id, t.withdrawal_id))
        IS DISTINCT FROM (o.company_id, o.payroll_id, o.sheet_id, o.withdrawal_id)`,
  },
  {
    // The signer pays nobody twice for the period of an order; planning goes by period and claims.
    invariant: 'I4',
    find: (history) => sql`
      SELECT DISTINCT 'PERIOD_NOT_AS_ORDERED' AS kind, p.id::text AS id,
        jsonb_build_object('period', p.period_key, 'ordered', o.claims_period) AS fields
      FROM sheets p JOIN orders o ON o.sheet_id = p.id
      WHERE ${scope(history)}
        AND o.claims_period IS DISTINCT FROM CASE WHEN NOT p.extra THEN p.period_key END
      UNION ALL
      SELECT 'PERIOD_NOT_CLAIMED', p.id::text,
        jsonb_build_object('period', p.period_key)
      FROM sheets p WHERE ${scope(history)} AND p.period_key IS NOT NULL AND NOT p.extra
        AND EXISTS (SELECT FROM sheet_lines l WHERE l.sheet_id = p.id
          AND NOT EXISTS (SELECT FROM period_claims c WHERE c.payroll_id = p.payroll_id
            AND c.period_key = p.period_key AND c.employee_id = l.employee_id)
          -- The plan of a later run frees claims of lines that may stand again, unless a block pays them.
          AND (EXISTS (SELECT FROM payout_states o
              WHERE o.line_id = l.id AND o.method = 'BITCOIN' AND o.state = 'paid')
            OR NOT EXISTS (
            SELECT FROM sheets later WHERE later.payroll_id = p.payroll_id
              AND later.period_key = p.period_key AND NOT later.extra AND later.id > p.id)
            AND EXISTS (SELECT FROM line_states known WHERE known.id = l.id AND known.stands)))`,
  },
  {
    invariant: 'I4',
    find: () => sql`
      SELECT 'WITHDRAWN_TWICE' AS kind, a.withdrawal_id::text AS id,
        jsonb_build_object('one', a.id, 'other', b.id) AS fields
      FROM transactions a JOIN transactions b ON b.withdrawal_id = a.withdrawal_id AND b.id > a.id
      WHERE a.state NOT IN ('failed', 'rejected') AND b.state NOT IN ('failed', 'rejected')
        AND NOT EXISTS (
          SELECT FROM transaction_inputs i JOIN transaction_inputs j USING (txid, vout)
          WHERE i.transaction_id = a.id AND j.transaction_id = b.id)
      UNION ALL
      SELECT 'WITHDRAWAL_SUMS_WRONG', t.id::text,
        jsonb_build_object('sats', t.sats,
          'requestedSats', coalesce(w.requested_sats::text, 'whole'),
          'outputSats', coalesce(sum(o.sats), 0))
      FROM transactions t JOIN withdrawals w ON w.id = t.withdrawal_id
      LEFT JOIN transaction_outputs o ON o.transaction_id = t.id AND o.withdrawal_id = w.id
        AND o.script_pubkey = w.script_pubkey
      WHERE t.type = 'withdrawal' GROUP BY t.id, w.id
      HAVING t.sats IS DISTINCT FROM sum(o.sats)::bigint OR t.sats > w.requested_sats
      UNION ALL
      SELECT 'WITHDRAWAL_LEDGER_WRONG', t.id::text,
        jsonb_build_object('sats', coalesce(sum(e.amount_sats), 0))
      FROM transactions t
      LEFT JOIN ledger_entries e ON e.transaction_id = t.id AND e.account = 'outside'
      WHERE t.type = 'withdrawal' AND NOT t.untracked GROUP BY t.id
      HAVING coalesce(sum(e.amount_sats), 0)
        != CASE WHEN t.state IN ('unconfirmed', 'confirmed') THEN t.sats ELSE 0 END`,
  },
  {
    invariant: 'I5',
    find: () => sql`
      SELECT 'WITHDRAWAL_WITHOUT_TRANSACTION' AS kind, w.id::text AS id,
        '{}'::jsonb AS fields
      FROM withdrawals w WHERE NOT EXISTS (SELECT FROM transactions t WHERE t.withdrawal_id = w.id)
      UNION ALL
      SELECT 'WITHDRAWAL_STUCK', w.id::text,
        '{}'::jsonb
      FROM withdrawals w WHERE w.closed_at IS NULL AND NOT EXISTS (
        SELECT FROM transactions t WHERE t.withdrawal_id = w.id AND t.live)
      UNION ALL
      SELECT 'PLAN_OF_CLOSED_WITHDRAWAL', t.id::text,
        '{}'::jsonb
      FROM transactions t JOIN withdrawals w ON w.id = t.withdrawal_id
      WHERE t.state = 'pendingApproval' AND w.closed_at IS NOT NULL
      UNION ALL
      SELECT 'APPROVAL_OVERDUE', o.id::text,
        jsonb_build_object('since', o.requested_at)
      FROM orders o JOIN sheet_states known ON known.id = o.sheet_id AND known.waits_in_dollars
      WHERE o.requested_at < now() - ${approvedWithin}
      UNION ALL
      SELECT 'APPROVAL_OVERDUE', t.id::text,
        jsonb_build_object('since', o.requested_at)
      FROM transactions t LEFT JOIN orders o ON o.id = t.order_id
      WHERE t.waiting_for = 'approval'
        AND coalesce(o.requested_at, '-infinity') < now() - ${approvedWithin}`,
  },
]
