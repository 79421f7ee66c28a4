import { type RawBuilder, sql } from 'kysely'
import { paysPeople } from '#server/features/chain/index.ts'
import { arrayText, type Db } from '#server/platform/db/database.ts'
import { isStanding } from '../periods/line-of-period.ts'
import type { KnownId } from './recently-ordered.ts'
import type { SpecialPress } from './run-kind.ts'

/** A payment, or an untracked spend that has paid addresses of its people. */
export type PayrollLastPayment = { id: string; at: Date; isUntracked: boolean }

/**
 * When transaction `t` began or was confirmed. The time can be after the payment's: unpaid lines
 * are ordered later, a batch is signed once its lane is there, and a reorganisation confirms once
 * more.
 */
const moved = sql<Date>`greatest(t.created_at, batch.signed_at, t.confirmed_at)`
const joinBatch = sql`LEFT JOIN transactions batch ON batch.id = t.root_id
    AND EXISTS (SELECT FROM transaction_outputs lane WHERE lane.lane_of = batch.id)`

/** When a payment last began or was confirmed. */
const lastMoved = sql<Date>`(
  SELECT max(${moved}) FROM transactions t ${joinBatch}
  WHERE t.sheet_id = p.id AND ${paysPeople})`

/**
 * Payment `p` may be repeated by mistake by a run of salaries. A special pay never is. A run of a
 * period cannot repeat another run of a period, because the period itself is paid once.
 */
const mayBeRepeated = (byPeriod: boolean) =>
  byPeriod
    ? sql<boolean>`(p.kind = 'REGULAR' AND (p.period_key IS NULL OR p.extra))`
    : sql<boolean>`p.kind = 'REGULAR'`

/** Untracked spend `t` paid an address that is, or was, one of a person `m` of the condition. */
const paidPerson = (condition: RawBuilder<boolean>) => sql<boolean>`(
  t.untracked AND t.confirmed_at IS NOT NULL AND EXISTS (
    SELECT FROM transaction_outputs o
    JOIN (SELECT id AS employee_id, company_id, script_pubkey FROM employees
      UNION ALL SELECT employee_id, company_id, script_pubkey FROM employee_destinations) m
      ON m.company_id = t.company_id AND m.script_pubkey = o.script_pubkey
    WHERE o.transaction_id = t.id AND ${condition}))`

const dollarsPaidAt = sql<Date>`(
  SELECT max(coalesce(o.paid_at, o.sent_at)) FROM payouts o
  WHERE o.sheet_id = p.id AND o.method = 'DOLLARS')`

/** Payment `p` pays people, or still can. */
const stands = sql<boolean>`EXISTS (
  SELECT FROM sheet_states known WHERE known.id = p.id AND (known.stands OR known.has_sent_dollars))`

/**
 * The last pay of a payroll's people: the newest payment that was neither rejected nor cancelled
 * nor failed, or of which dollar parts are marked as paid, one that was confirmed later, or an
 * untracked spend. `byPeriod`: as a run that pays a period, and is no extra one, sees it.
 */
export async function readPayrollLastPayment(
  db: Db,
  payrollId: string,
  byPeriod: boolean,
): Promise<PayrollLastPayment | null> {
  const { rows } = await sql<PayrollLastPayment>`
    WITH counted AS (
      SELECT p.id FROM sheets p
      WHERE p.payroll_id = ${payrollId} AND ${mayBeRepeated(byPeriod)}
        AND ${stands}
      ORDER BY p.id DESC LIMIT 1),
    confirmed AS (
      SELECT t.sheet_id AS id FROM transactions t
      WHERE t.payroll_id = ${payrollId} AND t.sheet_id IS NOT NULL AND t.type = 'send'
        AND t.sats > 0 AND t.confirmed_at IS NOT NULL AND EXISTS (
          SELECT FROM sheets p WHERE p.id = t.sheet_id AND ${mayBeRepeated(byPeriod)})
      ORDER BY t.confirmed_at DESC LIMIT 1)
    SELECT p.id, greatest(p.created_at, ${lastMoved}, ${dollarsPaidAt}) AS at, false AS "isUntracked"
    FROM sheets p
    WHERE p.id IN (SELECT id FROM counted UNION SELECT id FROM confirmed)
    UNION ALL
    SELECT t.id, t.confirmed_at, true FROM transactions t
    WHERE t.payroll_id = ${payrollId} AND ${paidPerson(sql`m.employee_id IN (
      SELECT employee_id FROM payroll_members WHERE payroll_id = ${payrollId})`)}
    ORDER BY at DESC NULLS LAST LIMIT 1`.execute(db)
  return rows[0] ?? null
}

/** The last pay of these people by the payroll: the newest transaction that pays one of them. */
export async function readLastPaymentOf(
  db: Db,
  payrollId: string,
  employeeIds: readonly string[],
  byPeriod: boolean,
): Promise<PayrollLastPayment | null> {
  const { rows } = await sql<PayrollLastPayment>`
    SELECT t.sheet_id AS id, ${moved} AS at, false AS "isUntracked"
    FROM sheet_lines l
    JOIN sheets p ON p.id = l.sheet_id AND p.payroll_id = ${payrollId}
      AND ${mayBeRepeated(byPeriod)}
    JOIN transaction_outputs o ON o.line_id = l.id
    JOIN transactions t ON t.id = o.transaction_id AND ${paysPeople} ${joinBatch}
    WHERE l.employee_id = ANY(${employeeIds}::uuid[])
    UNION ALL
    SELECT p.id, greatest(p.created_at, ${dollarsPaidAt}), false
    FROM sheet_lines l JOIN sheets p ON p.id = l.sheet_id
    WHERE p.payroll_id = ${payrollId} AND l.employee_id = ANY(${employeeIds}::uuid[])
      AND ${mayBeRepeated(byPeriod)} AND EXISTS (
        SELECT FROM payout_states o WHERE o.line_id = l.id AND o.method = 'DOLLARS'
          AND o.state IN ('planned', 'sent', 'paid'))
    UNION ALL
    SELECT t.id, t.confirmed_at, true FROM transactions t
    WHERE t.payroll_id = ${payrollId} AND ${paidPerson(sql`m.employee_id = ANY(${employeeIds}::uuid[])`)}
    ORDER BY at DESC NULLS LAST LIMIT 1`.execute(db)
  return rows[0] ?? null
}

/**
 * The last bonus of these people by another sheet, of whatever payroll of the company; null for a pay
 * that the law owes, which is paid once anyway.
 */
export async function readLastBonusOf(
  db: Db,
  companyId: string,
  special: SpecialPress,
  ids: readonly KnownId[],
): Promise<PayrollLastPayment | null> {
  if (special.kind !== 'BONUS') return null
  const { rows } = await sql<PayrollLastPayment>`
    SELECT p.id, greatest(p.created_at, ${lastMoved}, ${dollarsPaidAt}) AS at, false AS "isUntracked"
    FROM sheets p
    WHERE p.company_id = ${companyId} AND p.kind = 'BONUS' AND p.draft_id <> ${special.draftId} AND EXISTS (SELECT FROM sheet_lines l
      WHERE l.sheet_id = p.id AND l.employee_id = ANY(${arrayText(ids.map(({ paidId }) => paidId))}::uuid[]) AND ${isStanding})
    ORDER BY at DESC NULLS LAST LIMIT 1`.execute(db)
  return rows[0] ?? null
}
