import type { KeyObject } from 'node:crypto'
import { sql } from 'kysely'
import type { RunPeople } from '#domain/payroll-status.ts'
import { joinPayouts } from '#server/authorization/join-payouts.ts'
import { hasConsented } from '#server/features/consents/index.ts'
import { arrayText, type Db } from '#server/platform/db/database.ts'
import { type PeriodToPay, readPaidElsewhereOf } from '../periods/paid-elsewhere.ts'
import { type Payee, splitOf } from '../run/payee.ts'
import { isLeftUnpaid, isUnpaid, unpaidDollarCents } from '../run/unpaid-lines.ts'
import type { PaidOfNext } from './paid-of-next.ts'
import type { Lacking } from './read-runs.ts'

type Group = {
  id: string
  usdCents: bigint
  bitcoinPercent: number
  consented: boolean
  /** The bitcoin part that an unpaid line keeps; null: the salary is split now. */
  keptUsdCents: bigint | null
  script: Buffer
  people: bigint
}

/**
 * Equal salaries to scripts of one kind make one row: a plan depends on nothing else about a
 * person.
 */
const grouped = sql`, (array_agg(s.script))[1] AS script, count(*) AS people`
const kind = sql`substring(s.script FROM 1 FOR 2), length(s.script)`

/**
 * Reads the people to pay of each payroll, without names: its members who have no line of the next
 * period. Where the last run did not pay everybody, they are its unpaid lines, or the people left
 * out of it.
 */
export async function readSalaries(
  db: Db,
  companyId: string,
  lacking: ReadonlyMap<string, Lacking>,
  paidOfNext: readonly PaidOfNext[],
  rateUsdCentsPerBtc: bigint | undefined,
): Promise<Map<string, Payee[]>> {
  const whole = [...lacking].filter(([, { reopens, leftOutOf }]) => !reopens && !leftOutOf)
  const reopened = [...lacking.values()].flatMap(({ reopens }) => reopens ?? [])
  const leftOut = [...lacking.values()].flatMap(({ leftOutOf }) => leftOutOf ?? [])
  const { rows } = await sql<Group>`
    SELECT s.id, s.cents AS "usdCents", s.percent AS "bitcoinPercent", s.consented,
      s.kept AS "keptUsdCents"${grouped} FROM (
      SELECT m.payroll_id AS id, e.base_salary_usd_cents AS cents, e.bitcoin_percent AS percent,
        ${hasConsented('e', companyId)} AS consented, NULL::bigint AS kept, e.script_pubkey AS script
      FROM payroll_members m JOIN employees e ON e.id = m.employee_id
      WHERE m.payroll_id = ANY(${arrayText(whole.map(([id]) => id))}::uuid[])
        AND e.deleted_at IS NULL AND (m.payroll_id, m.employee_id) NOT IN (
          SELECT * FROM unnest(${arrayText(paidOfNext.map(({ payrollId }) => payrollId))}::uuid[],
            ${arrayText(paidOfNext.map(({ employeeId }) => employeeId))}::uuid[]))
      UNION ALL
      SELECT m.payroll_id, e.base_salary_usd_cents, e.bitcoin_percent, ${hasConsented('e', companyId)}, NULL,
        e.script_pubkey
      FROM sheet_left_out left_out JOIN sheets run ON run.id = left_out.sheet_id
      JOIN payroll_members m
        ON m.payroll_id = run.payroll_id AND m.employee_id = left_out.employee_id
      JOIN employees e ON e.id = m.employee_id AND e.deleted_at IS NULL
      WHERE left_out.sheet_id = ANY(${arrayText(leftOut)}::uuid[])
        AND ${isLeftUnpaid(sql.ref('run.payroll_id'))}
      UNION ALL
      SELECT p.payroll_id, bitcoin.usd_cents + ${unpaidDollarCents}, l.bitcoin_percent, true, bitcoin.usd_cents,
        l.script_pubkey
      FROM sheet_lines l JOIN sheets p ON p.id = l.sheet_id ${joinPayouts}
      WHERE l.sheet_id = ANY(${arrayText(reopened)}::uuid[]) AND ${isUnpaid}) AS s
    GROUP BY s.id, s.cents, s.percent, s.consented, s.kept, ${kind}
    ORDER BY s.id, s.cents, s.percent, s.consented, s.kept, ${kind}`.execute(db)
  const salaries = new Map([...lacking.keys()].map((id): [string, Payee[]] => [id, []]))
  for (const { id, people, keptUsdCents, consented, ...group } of rows) {
    const payees = salaries.get(id) ?? []
    const split =
      keptUsdCents === null
        ? splitOf({ ...group, consented }, rateUsdCentsPerBtc)
        : { bitcoinUsdCents: keptUsdCents, splitReason: null }
    for (let n = 0n; n < people; n++) {
      const employeeId = String(payees.length)
      payees.push({ ...nameless, employeeId, ...group, ...split })
    }
  }
  return salaries
}

/** The fields of a payee that no sum depends on. */
const nameless = {
  firstName: '',
  lastName: '',
  address: '',
  bank: '',
  bankAccount: '',
  payFrequency: null,
}

type Counted = { people: number; unpaid: number; ofRun: RunPeople }

/** The run that a status speaks of. It lacks nobody where it is a special pay, or where there is none. */
type Spoken = { paymentId: string | null; isSpecial: boolean }

/**
 * The newest run of everybody in payroll `x`, not after its last run, of which a block paid
 * anything.
 */
const wholeRun = sql`
  SELECT w.id FROM sheets w
  WHERE w.payroll_id = x.id AND w.id <= x.payment AND NOT w.of_chosen_people AND w.kind = 'REGULAR'
    AND (EXISTS (SELECT FROM sheet_states known
        WHERE known.id = w.id AND known.is_all_in_dollars AND known.stands) OR EXISTS (
      SELECT FROM transactions t
      WHERE t.sheet_id = w.id AND t.type = 'send' AND t.sats > 0 AND t.height IS NOT NULL))
  ORDER BY w.id DESC LIMIT 1`

/** The lines of the runs that are spoken of: all, those paid or about to be, and those with dollars. */
const linesOfRuns = sql`
  SELECT l.sheet_id, count(*)::integer AS lines,
    sum(l.net_usd_cents)::bigint AS total,
    count(CASE WHEN bitcoin.line_id IS NOT NULL THEN taken.line_id::text ELSE dollars.sent_at::text END)::integer
      AS paid,
    (coalesce(sum(bitcoin.usd_cents) FILTER (WHERE taken.line_id IS NOT NULL), 0)
      + coalesce(sum(dollars.usd_cents) FILTER (WHERE dollars.sent_at IS NOT NULL), 0))::bigint
      AS paid_cents,
    count(dollars.line_id)::integer AS in_dollars,
    (count(dollars.line_id) FILTER (WHERE dollars.sent_at IS NULL))::integer AS left_over
  FROM sheet_lines l ${joinPayouts}
  LEFT JOIN (
    SELECT DISTINCT o.line_id FROM transactions t JOIN transaction_outputs o ON o.transaction_id = t.id
    WHERE t.sheet_id IN (SELECT payment FROM x) AND (t.height IS NOT NULL OR t.live)) AS taken
    ON taken.line_id = l.id
  WHERE l.sheet_id IN (SELECT payment FROM x) GROUP BY l.sheet_id`

/**
 * Counts the people of each payroll, and those without a line in its last run who were not paid for its
 * period elsewhere. After a run of chosen people, the run of everybody before it counts too, with all
 * runs between. Counts the lines of the last run too, which may be other people than its members now.
 */
export async function countPeople(
  db: Db,
  macKey: KeyObject,
  companyId: string,
  runs: ReadonlyMap<string, Spoken>,
): Promise<Map<string, Counted>> {
  const counted = await count(db, runs, [])
  const lacking = new Map([...runs].filter(([id]) => (counted.get(id)?.unpaid ?? 0) > 0))
  const elsewhere = await readElsewhere(db, macKey, companyId, lacking)
  if (elsewhere.length === 0) return counted
  return new Map([...counted, ...(await count(db, lacking, elsewhere))])
}

type CountedRow = Omit<Counted, 'ofRun'> &
  Omit<RunPeople, 'dollars'> & {
    id: string
    inDollars: number
    left: number
  }
type Member = Pick<PaidOfNext, 'payrollId' | 'employeeId'>

/** Members who were paid for the period of these runs elsewhere; a cancelled payment has paid nobody. */
async function readElsewhere(
  db: Db,
  macKey: KeyObject,
  companyId: string,
  runs: ReadonlyMap<string, Spoken>,
): Promise<Member[]> {
  if (runs.size === 0) return []
  const { rows: periods } = await sql<PeriodToPay>`
    SELECT payroll_id AS "payrollId", period_key AS key FROM sheets
    WHERE id = ANY(${[...runs.values()].map(({ paymentId }) => paymentId)}::uuid[])
      AND period_key IS NOT NULL AND NOT extra AND kind = 'REGULAR'`.execute(db)
  const found = await readPaidElsewhereOf(db, macKey, companyId, periods, null)
  return [...found].flatMap(([payrollId, people]) =>
    [...people].flatMap(([employeeId, [line]]) =>
      line.mayConfirm ? [] : [{ payrollId, employeeId }],
    ),
  )
}

async function count(
  db: Db,
  runs: ReadonlyMap<string, Spoken>,
  except: readonly Member[],
): Promise<Map<string, Counted>> {
  const spoken = [...runs.values()]
  const { rows } = await sql<CountedRow>`
    WITH x AS (SELECT * FROM unnest(${arrayText(runs.keys())}::uuid[],
      ${spoken.map(({ paymentId }) => paymentId)}::uuid[],
      ${spoken.map(({ isSpecial }) => isSpecial)}::boolean[]) AS x (id, payment, special))
    SELECT x.id, coalesce(totals.people, 0)::integer AS people,
      coalesce(lacking.people, 0)::integer AS unpaid,
      coalesce(of_run.lines, 0) AS lines, coalesce(of_run.total, 0) AS "totalUsdCents",
      coalesce(of_run.paid, 0) AS paid, coalesce(of_run.paid_cents, 0) AS "paidUsdCents",
      coalesce(of_run.in_dollars, 0) AS "inDollars", coalesce(of_run.left_over, 0) AS "left"
    FROM x
    LEFT JOIN LATERAL (
      SELECT sum(t.people) AS people FROM payroll_totals t WHERE t.payroll_id = x.id) AS totals ON true
    LEFT JOIN LATERAL (
      SELECT count(*) AS people FROM payroll_members m
      -- A join, since PostgreSQL runs the query of a NOT IN that depends on x for each member.
      LEFT JOIN (
        SELECT l.employee_id FROM sheet_lines l
        WHERE l.sheet_id IN (
          SELECT p.id FROM sheets p JOIN sheets run ON run.id = x.payment
          WHERE p.payroll_id = x.id AND (p.id = run.id OR (run.of_chosen_people
            AND p.id < run.id AND p.kind = 'REGULAR'
            AND p.id >= coalesce((${wholeRun}), p.id))))
          AND NOT ${isUnpaid}) AS paid ON paid.employee_id = m.employee_id
      WHERE x.payment IS NOT NULL AND NOT x.special AND m.payroll_id = x.id
        AND (m.payroll_id, m.employee_id) NOT IN (
          SELECT * FROM unnest(${except.map(({ payrollId }) => payrollId)}::uuid[],
            ${except.map(({ employeeId }) => employeeId)}::uuid[]))
        AND paid.employee_id IS NULL) AS lacking ON true
    LEFT JOIN (${linesOfRuns}) AS of_run ON of_run.sheet_id = x.payment`.execute(db)
  return new Map(
    rows.map(({ id, people, unpaid, inDollars, left, ...sums }) => {
      const dollars = inDollars > 0 ? { people: inDollars, left } : null
      return [id, { people, unpaid, ofRun: { ...sums, dollars } }]
    }),
  )
}

/** Finds the payrolls with a person whose address the company never paid. */
export async function findWithNewPeople(
  db: Db,
  companyId: string,
  payrollIds: readonly string[],
): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    SELECT DISTINCT m.payroll_id AS id
    FROM payroll_members m JOIN employees e ON e.id = m.employee_id
    WHERE m.payroll_id = ANY(${payrollIds}::uuid[]) AND e.deleted_at IS NULL AND e.address <> ''
      -- NOT IN would compare each person with every output that the company ever paid.
      AND NOT EXISTS (
        SELECT FROM transaction_outputs o JOIN transactions t ON t.id = o.transaction_id
        WHERE o.script_pubkey = e.script_pubkey AND t.company_id = ${companyId}
          AND t.state = 'confirmed' AND (o.line_id IS NOT NULL OR o.withdrawal_id IS NOT NULL))`.execute(
    db,
  )
  return new Set(rows.map(({ id }) => id))
}
