import { type RawBuilder, sql } from 'kysely'
import type { OpenRun, PaidRun } from '#domain/payroll-status.ts'
import { approvalLivesMs } from '#domain/plan-expiry.ts'
import type { Db } from '#server/platform/db/database.ts'
import { openRun } from '../facts/open-runs.ts'
import { isLeftUnpaid, selectLeftPeopleOut, selectPaidInPart } from '../run/unpaid-lines.ts'

/** The runs that decide the status of a payroll. Their people are counted separately. */
export type Runs = {
  open: (Omit<OpenRun, 'unpaid' | 'ofRun'> & { isSpecial: boolean }) | null
  paid: (Omit<PaidRun, 'unpaid' | 'ofRun' | 'isInPart'> & Lacking) | null
}

/** A run that did not pay everybody; at most one of the two is set. */
export type Lacking = {
  /** The run with unpaid lines, which the next press reopens. */
  reopens: string | null
  /** The run that left people out; they have no lines in it. */
  leftOutOf: string | null
}

type Row = {
  id: string
  openPayment: string | null
  openIsSpecial: boolean
  openWithdrawal: string | null
  orderedAt: Date | null
  sentAt: Date | null
  awaitsApproval: boolean | null
  awaitsOperator: boolean | null
  paidPayment: string | null
  paidAt: Date | null
  reopens: string | null
  leftOutOf: string | null
  largestDepositSince: bigint | null
}

/** The newest order of the run: a reopened run has one for each time that it was ordered. */
const newestOrder = sql`
  SELECT t.order_id AS id FROM transactions t
  WHERE (t.sheet_id = open.payment OR t.withdrawal_id = open.withdrawal) AND t.order_id IS NOT NULL
  ORDER BY t.order_id DESC LIMIT 1`

const progress = sql`
  SELECT min(coalesce(t.sent_at, t.created_at)) FILTER (WHERE t.in_mempool OR t.height IS NOT NULL)
      AS sent_at,
    bool_or(t.waiting_for = 'approval') AS approval, bool_or(t.waiting_for = 'operator') AS operator
  FROM transactions t WHERE t.order_id = latest.id`

/** The newest run of which a block paid anything. */
const paidRun = sql`
  SELECT payment FROM (
    (SELECT t.sheet_id AS payment FROM transactions t
      WHERE t.payroll_id = x.id AND t.type = 'send' AND t.sheet_id IS NOT NULL AND t.sats > 0
        -- Height instead of state: otherwise PostgreSQL reads an index of all companies'
        -- payments by state.
        AND t.height IS NOT NULL AND NOT EXISTS (
          SELECT FROM sheets p WHERE p.id = t.sheet_id AND p.kind <> 'REGULAR')
      ORDER BY t.id DESC LIMIT 1)
    UNION ALL
    (SELECT p.id FROM sheets p JOIN sheet_states known ON known.id = p.id
      WHERE p.payroll_id = x.id AND known.is_all_in_dollars AND known.stands
        AND p.kind = 'REGULAR'
      ORDER BY p.id DESC LIMIT 1)) AS newest
  ORDER BY payment DESC LIMIT 1`

const paidTimes = sql`
  SELECT max(t.created_at) FILTER (WHERE t.root_id = t.id AND t.cpfp_parent_id IS NULL) AS ordered_at,
    max(t.confirmed_at) FILTER (WHERE t.type = 'send' AND t.state = 'confirmed') AS confirmed_at,
    (SELECT p.created_at FROM sheets p
      WHERE p.id = coalesce(part.id, lacking.id, paid.payment)) AS began_at
  FROM transactions t WHERE t.sheet_id = coalesce(part.id, lacking.id, paid.payment)`

const depositsSince = sql`
  SELECT max(t.sats) AS largest FROM transactions t
  WHERE t.payroll_id = x.id AND t.type = 'receive' AND t.state IN ('unconfirmed', 'confirmed')
    AND t.created_at > coalesce(times.ordered_at, times.began_at)`

/** A person who was left out counts only while in the payroll. */
const membersLeftOut = (payrollId: string | RawBuilder<string>) => sql<{ id: string }>`
  SELECT run.id FROM (${selectLeftPeopleOut(payrollId)}) AS run WHERE EXISTS (
    SELECT FROM sheet_left_out left_out JOIN payroll_members m
      ON m.payroll_id = ${payrollId} AND m.employee_id = left_out.employee_id
    WHERE left_out.sheet_id = run.id AND ${isLeftUnpaid(payrollId)})`

/** Whether people were left out of a payroll's last run and still wait for their pay. */
export async function leavesPeopleOut(db: Db, payrollId: string): Promise<boolean> {
  const { rows } = await membersLeftOut(payrollId).execute(db)
  return rows.length > 0
}

/** Reads the runs of all payrolls of a page, those without a run left out. */
export async function readRuns(db: Db, payrollIds: readonly string[]): Promise<Map<string, Runs>> {
  const begun = await sql<{ id: string }>`
    SELECT id FROM unnest(${payrollIds}::uuid[]) AS x (id)
    WHERE EXISTS (SELECT FROM sheets p WHERE p.payroll_id = x.id)
      OR EXISTS (SELECT FROM withdrawals w WHERE w.payroll_id = x.id)`.execute(db)
  // To plan the statement below takes PostgreSQL ten times as long, and new payrolls need no plan.
  if (begun.rows.length === 0) return new Map()
  const { rows } = await runsOf(begun.rows.map(({ id }) => id)).execute(db)
  return new Map(rows.map((row) => [row.id, { open: toOpen(row), paid: toPaid(row) }]))
}

const runsOf = (payrollIds: readonly string[]) => sql<Row>`
    SELECT x.id, open.payment AS "openPayment", coalesce(open.special, false) AS "openIsSpecial", open.withdrawal AS "openWithdrawal",
      coalesce(o.requested_at, open.created_at) AS "orderedAt", progress.sent_at AS "sentAt",
      progress.approval OR open.waits_in_dollars AS "awaitsApproval", progress.operator AS "awaitsOperator",
      coalesce(part.id, lacking.id, paid.payment) AS "paidPayment",
      coalesce(times.confirmed_at, times.ordered_at, times.began_at) AS "paidAt",
      part.id AS "reopens", CASE WHEN part.id IS NULL THEN lacking.id END AS "leftOutOf",
      deposits.largest AS "largestDepositSince"
    FROM unnest(${payrollIds}::uuid[]) AS x (id)
    LEFT JOIN LATERAL (${openRun}) AS open ON true
    LEFT JOIN LATERAL (${newestOrder}) AS latest ON true
    LEFT JOIN orders o ON o.id = latest.id
    LEFT JOIN LATERAL (${progress}) AS progress ON true
    LEFT JOIN LATERAL (
      SELECT p.id FROM sheets p WHERE p.id IN (${selectPaidInPart(sql.ref('x.id'), 'salaries')})
      ORDER BY p.id DESC LIMIT 1) AS part ON true
    LEFT JOIN LATERAL (${membersLeftOut(sql.ref('x.id'))}) AS lacking ON true
    LEFT JOIN LATERAL (${paidRun}) AS paid ON true
    LEFT JOIN LATERAL (${paidTimes}) AS times ON true
    LEFT JOIN LATERAL (${depositsSince}) AS deposits ON true`

function toOpen(row: Row): Runs['open'] {
  const { openPayment, openWithdrawal, orderedAt, awaitsApproval, awaitsOperator } = row
  if ((!openPayment && !openWithdrawal) || !orderedAt) return null
  return {
    paymentId: openPayment,
    isSpecial: row.openIsSpecial,
    orderedAt,
    sentAt: row.sentAt,
    waitsFor: awaitsOperator ? 'operator' : awaitsApproval ? 'approval' : null,
    approvableUntil: new Date(orderedAt.getTime() + approvalLivesMs),
  }
}

function toPaid({
  paidPayment,
  paidAt,
  reopens,
  leftOutOf,
  largestDepositSince,
}: Row): Runs['paid'] {
  if (!paidPayment || !paidAt) return null
  return {
    paymentId: paidPayment,
    paidAt,
    reopens,
    leftOutOf,
    largestDepositSince: largestDepositSince ?? 0n,
  }
}
