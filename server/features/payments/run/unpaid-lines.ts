import { type RawBuilder, sql } from 'kysely'
import { joinPayouts } from '#server/authorization/join-payouts.ts'
import { arrayText, type Db, type Trx } from '#server/platform/db/database.ts'
import type { Payee } from './payee.ts'
import { isOfKind, type RunKind } from './run-kind.ts'

/** The unpaid people of a run that is over. */
export type UnpaidLines = {
  paymentId: string
  at: Date
  /** The period of that run, which the unpaid lines keep. */
  period: RunPeriod | null
  salaries: Payee[]
}

/** The period that a run pays; `extra`: a second payment of it, on purpose. */
export type RunPeriod = { key: string; dueAt: Date | null; extra: boolean }

/**
 * The key of the period for which a run pays each person once; null: an extra run, or one without a
 * period, claims none.
 */
export const claimedPeriodOf = (period: RunPeriod | null): string | null =>
  period && !period.extra ? period.key : null

/** A block paid some of the unpaid lines after they were read. */
export class UnpaidLinesChanged extends Error {}

/** The dollars of line `l` that are still to be paid. */
export const unpaidDollarCents = sql<bigint>`coalesce((
  SELECT o.usd_cents FROM payout_states o
  WHERE o.line_id = l.id AND o.method = 'DOLLARS' AND o.state IN ('owed', 'planned')), 0)`

/** A person of payment `p` is paid: by a block, or by the company's bank. */
export const hasPaidSomebody = sql<boolean>`EXISTS (
  SELECT FROM sheet_states known WHERE known.id = p.id AND known.has_paid)`

/** Line `l` is unpaid: nothing of the records pays its bitcoin, or can still confirm and pay it. */
export const isUnpaid = sql<boolean>`EXISTS (
  SELECT FROM payout_states o
  WHERE o.line_id = l.id AND o.method = 'BITCOIN' AND o.state IN ('owed', 'given_up'))`

/** Selects the runs that are over and have a transaction that pays nobody any more. */
const selectLacking = (payrollId: string | RawBuilder<string>, kind: RunKind) => sql`
  SELECT p.id FROM sheets p
  WHERE p.payroll_id = ${payrollId} AND p.closed_at IS NOT NULL AND p.unpaid_lines_closed_at IS NULL
    AND ${isOfKind(kind)}
    AND EXISTS (SELECT FROM transactions t
      WHERE t.sheet_id = p.id AND t.root_id = t.id AND NOT EXISTS (
        SELECT FROM transactions v
        WHERE v.root_id = t.id AND v.type = 'send' AND (v.live OR v.state = 'confirmed')))`

/** Selects the runs that are over and have both paid and unpaid lines. */
export function selectPaidInPart(payrollId: string | RawBuilder<string>, kind: RunKind) {
  // The cheap conditions come first: few payments reach the one about lines, of which there are
  // thousands.
  return sql`
    WITH lacking AS MATERIALIZED (${selectLacking(payrollId, kind)})
    SELECT p.id FROM lacking p
    WHERE ${hasPaidSomebody}
      AND EXISTS (SELECT FROM sheet_lines l WHERE l.sheet_id = p.id AND ${isUnpaid})`
}

/**
 * Selects the newest run of a payroll that paid anybody, where people were left out of it and not
 * paid alone since. The next run pays them together with everybody.
 */
export function selectLeftPeopleOut(payrollId: string | RawBuilder<string>) {
  return sql`
    SELECT newest.id FROM (
      SELECT p.id, p.closed_at, p.unpaid_lines_closed_at FROM sheets p
      WHERE p.payroll_id = ${payrollId} AND NOT p.of_chosen_people AND p.kind = 'REGULAR'
        AND ${hasPaidSomebody}
      ORDER BY p.id DESC LIMIT 1) newest
    WHERE newest.closed_at IS NOT NULL AND newest.unpaid_lines_closed_at IS NULL
      AND EXISTS (SELECT FROM sheet_left_out left_out
        WHERE left_out.sheet_id = newest.id AND ${isLeftUnpaid(payrollId)})`
}

/** The person of row `left_out` is neither paid elsewhere, nor alone since. */
export const isLeftUnpaid = (payrollId: string | RawBuilder<string>) =>
  sql<boolean>`(NOT ${isPaidElsewhere} AND NOT ${isPaidAloneSince(payrollId)})`

/**
 * The person of row `left_out` got no line because of a payment elsewhere, which was not cancelled or
 * rejected, then or since. Any other payment to another employee counts: the row does not say to whom.
 */
const isPaidElsewhere = sql<boolean>`(left_out.reason = 'PAID_ELSEWHERE' AND (
  (left_out.elsewhere ->> 'as' IS NOT NULL AND NOT (left_out.elsewhere ->> 'mayConfirm')::boolean)
  OR EXISTS (
    SELECT FROM sheets p JOIN line_states l ON l.sheet_id = p.id AND l.stands
    WHERE p.payroll_id = (left_out.elsewhere #>> '{payroll,_id}')::uuid
      AND p.period_key = left_out.elsewhere ->> 'periodKey' AND NOT p.extra
      AND l.employee_id = left_out.employee_id)))`

/** A run of chosen people after the run of row `left_out` pays that person, or still can. */
const isPaidAloneSince = (payrollId: string | RawBuilder<string>) => sql<boolean>`EXISTS (
  SELECT FROM sheets p JOIN line_states l ON l.sheet_id = p.id AND l.stands
  WHERE p.payroll_id = ${payrollId} AND p.of_chosen_people AND p.kind = 'REGULAR'
    AND p.id > left_out.sheet_id AND l.employee_id = left_out.employee_id)`

/**
 * The newest run of a payroll that was paid in part and not closed; null: there is none. With
 * `only`, the newest in which one of these people is unpaid.
 */
export async function findRunInPart(
  db: Db,
  payrollId: string,
  only: readonly string[] | null,
  kind: RunKind = 'any',
) {
  // There is hardly ever one, and planning the query about lines is expensive.
  const any = await sql`SELECT FROM (${selectLacking(payrollId, kind)}) AS p LIMIT 1`.execute(db)
  if (any.rows.length === 0) return null
  const { rows } = await sql<RunInPart>`
    SELECT id, created_at AS at, period_key AS key, period_due_at AS "dueAt", extra
    FROM sheets p WHERE id IN (${selectPaidInPart(payrollId, kind)})
      AND EXISTS (SELECT FROM sheet_lines l
        WHERE l.sheet_id = p.id AND ${isOfThem(only)} AND ${isUnpaid})
    ORDER BY id DESC LIMIT 1`.execute(db)
  return rows[0] ?? null
}

type RunInPart = { id: string; at: Date; key: string | null; dueAt: Date | null; extra: boolean }

/** Line `l` belongs to one of these people; null: to anybody. */
export const isOfThem = (only: readonly string[] | null) =>
  only ? sql<boolean>`l.employee_id = ANY(${only}::uuid[])` : sql<boolean>`true`

/**
 * The unpaid lines of the newest run of a payroll that was paid in part and not closed; null: there
 * is none. With `only`, the lines of these people in the newest such run where one of them is
 * unpaid.
 */
export async function readUnpaidLines(
  db: Db,
  payrollId: string,
  only: readonly string[] | null = null,
  kind: RunKind = 'any',
): Promise<UnpaidLines | null> {
  const payment = await findRunInPart(db, payrollId, only, kind)
  if (!payment) return null
  const { rows: salaries } = await sql<Payee>`
    SELECT l.employee_id AS "employeeId", l.first_name AS "firstName", l.last_name AS "lastName",
      l.net_usd_cents AS "usdCents", bitcoin.usd_cents AS "bitcoinUsdCents",
      coalesce(dollars.usd_cents, 0) - ${unpaidDollarCents} AS "paidDollarsUsdCents",
      l.bitcoin_percent AS "bitcoinPercent", dollars.split_reason AS "splitReason", l.address, l.script_pubkey AS script,
      l.bank, l.bank_account AS "bankAccount", l.pay_frequency AS "payFrequency"
    FROM sheet_lines l ${joinPayouts}
    WHERE l.sheet_id = ${payment.id} AND ${isOfThem(only)} AND ${isUnpaid}
    ORDER BY l.employee_id`.execute(db)
  const { id: paymentId, at, key, dueAt, extra } = payment
  return { paymentId, at, period: key === null ? null : { key, dueAt, extra }, salaries }
}

/**
 * Gives up the unpaid lines of a run and the people who were left out of it. Returns the run's id,
 * or null where there is none.
 */
export async function closeUnpaid(db: Db, companyId: string, payrollId: string) {
  const row = await db
    .updateTable('sheets')
    .set({ unpaid_lines_closed_at: new Date() })
    .where('company_id', '=', companyId)
    .where(
      sql<boolean>`id IN (${selectPaidInPart(payrollId, 'any')} UNION ${selectLeftPeopleOut(payrollId)})`,
    )
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? null
}

/**
 * Reopens a run for its unpaid lines, which keep person, address and cents and get `satsOfLine` (by
 * employee), at the present rate. The caller holds the payroll's lock, which a block does not take,
 * so a block may have paid some of the lines meanwhile: throws UnpaidLinesChanged then. Returns the
 * first free position.
 */
export async function reopenRun(
  trx: Trx,
  companyId: string,
  { paymentId, salaries }: UnpaidLines,
  satsOfLine: Map<string, bigint>,
): Promise<number> {
  const { numAffectedRows: resumed } = await sql`
    UPDATE payouts paid SET sats = n.sats
    FROM unnest(${arrayText(satsOfLine.keys())}::uuid[], ${arrayText(satsOfLine.values())}::bigint[])
      AS n (employee_id, sats)
    JOIN sheet_lines l ON l.employee_id = n.employee_id
    WHERE l.company_id = ${companyId} AND l.sheet_id = ${paymentId}
      AND paid.line_id = l.id AND paid.method = 'BITCOIN' AND ${isUnpaid}`.execute(trx)
  if (Number(resumed) !== salaries.length)
    throw new UnpaidLinesChanged('Not all of the rest is unpaid')
  const { rows: opened } = await sql<{ position: number }>`
    UPDATE sheets SET closed_at = NULL,
      total_sats = (SELECT sum(sats) FROM payouts WHERE sheet_id = sheets.id)
    WHERE id = ${paymentId} AND company_id = ${companyId} AND closed_at IS NOT NULL
    RETURNING (SELECT max(position) + 1 FROM transactions WHERE sheet_id = sheets.id) AS position`.execute(
    trx,
  )
  const [payment] = opened
  if (!payment) throw new UnpaidLinesChanged('A run that is open has no rest')
  return payment.position
}
