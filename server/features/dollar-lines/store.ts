import { type RawBuilder, sql } from 'kysely'
import type { DollarLine, DollarLines, DollarRuns, PaidDollars } from '#contract/dollar-lines.ts'
import type { PageQuery } from '#contract/queries.ts'
import { type ExportedField, exportedFields, fieldTable } from '#domain/employee-fields.ts'
import { usdNumber } from '#domain/money.ts'
import type { Db, Trx } from '#server/platform/db/database.ts'

type Row = Record<ExportedField, string> & {
  id: string
  employeeId: string
  name: string
  identification: string
  bank: string
  bankAccount: string
  usdCents: bigint
  sentAt: Date | null
  paidAt: Date | null
  reference: string | null
}
export type CompanyRun = { companyId: string; paymentId: string }

export const onWire = ({ id, usdCents, sentAt, paidAt, reference, ...row }: Row): DollarLine => ({
  _id: id,
  ...row,
  usd: usdNumber(usdCents),
  sent: sentAt !== null,
  paid: paidAt !== null,
  paidAt: paidAt?.toISOString() ?? null,
  reference: reference ?? '',
})

const exported = sql.join(
  exportedFields.map(
    (field) => sql`${sql.ref(`e.${fieldTable[field].column}`)} AS ${sql.ref(field)}`,
  ),
)

/**
 * Payout `d` stands on the list of its sheet. One that a later sheet has sent, or will, stands there no more,
 * whatever block brings its own sheet back.
 */
const isListed = sql<boolean>`(d.method = 'DOLLARS' AND EXISTS (
  SELECT FROM payout_states known
  WHERE known.line_id = d.line_id AND known.method = 'DOLLARS' AND known.state <> 'given_up'))`

/** The listed lines of a sheet, by last name. */
export const selectLines = (
  { companyId, paymentId }: CompanyRun,
  which: RawBuilder<unknown>,
) => sql<Row>`
  SELECT l.id, l.employee_id AS "employeeId", l.first_name || ' ' || l.last_name AS name,
    l.identification, l.bank, l.bank_account AS "bankAccount", d.usd_cents AS "usdCents",
    d.sent_at AS "sentAt", d.paid_at AS "paidAt", d.reference, ${exported}
  FROM payouts d JOIN sheet_lines l ON l.id = d.line_id JOIN employees e ON e.id = l.employee_id
  WHERE d.company_id = ${companyId} AND d.sheet_id = ${paymentId} AND ${isListed} ${which}`

export const byName = sql`ORDER BY plain_text(l.last_name), plain_text(l.first_name), l.id`

type Sums = {
  lines: bigint
  usdCents: bigint
  paidUsdCents: bigint
  isDue: boolean
  /** The run may still get its approvals, or its signatures. */
  isOpen: boolean
}

type Sent = { sentAt: Date | null; sentBy: string | null }

/** The dollar parts of payment `p` are due. */
export const isDue = sql<boolean>`EXISTS (SELECT FROM sheet_states known
  WHERE known.id = p.id AND (known.has_sent_dollars OR known.dollars_are_due))`

/** The dollars paid of payment `p`. */
export const sumsOfRun = sql`
  SELECT count(*) AS lines, coalesce(sum(d.usd_cents), 0)::bigint AS "usdCents",
    coalesce(sum(d.usd_cents) FILTER (WHERE d.paid_at IS NOT NULL), 0)::bigint AS "paidUsdCents",
    CASE WHEN count(d.sent_at) = count(*) THEN max(d.sent_at) END AS "sentAt",
    (array_agg(d.sent_by ORDER BY d.sent_at DESC NULLS LAST, d.line_id))[1] AS "sentBy"
  FROM payouts d WHERE d.sheet_id = p.id AND ${isListed}`

/**
 * Reads the sums of a run, and whether its dollar parts are due. A run that waits for approval, or
 * was rejected, cancelled or failed, pays nobody. A run with a part already marked as paid stays,
 * and the next press pays its unpaid lines. null: the company has no such run.
 */
export async function readSums(
  db: Db,
  { companyId, paymentId }: CompanyRun,
): Promise<(Sums & Sent) | null> {
  const { rows } = await sql<Sums & Sent>`
    SELECT sums.*, ${isDue} AS "isDue", p.closed_at IS NULL AS "isOpen"
    FROM sheets p CROSS JOIN LATERAL (${sumsOfRun}) sums
    WHERE p.company_id = ${companyId} AND p.id = ${paymentId}`.execute(db)
  return rows[0] ?? null
}

/** Locks the payroll, so that no run is planned meanwhile: a mark decides what a run pays. */
export async function lockPayrollOf(trx: Trx, { companyId, paymentId }: CompanyRun): Promise<void> {
  await sql`
    SELECT FROM payrolls
    WHERE company_id = ${companyId} AND id = (SELECT payroll_id FROM sheets WHERE id = ${paymentId})
    FOR NO KEY UPDATE`.execute(trx)
}

export async function payrollNameOf(db: Db, { companyId, paymentId }: CompanyRun): Promise<string> {
  const { name } = await db
    .selectFrom('payrolls as payroll')
    .innerJoin('sheets as p', 'p.payroll_id', 'payroll.id')
    .select('payroll.name')
    .where('p.company_id', '=', companyId)
    .where('p.id', '=', paymentId)
    .executeTakeFirstOrThrow()
  return name
}

const namedAtMost = 100

/** Reads the people of a run whose dollars were sent, the first by name; null: nobody. */
export async function readPaidDollars(
  db: Db,
  { companyId, paymentId }: CompanyRun,
): Promise<PaidDollars | null> {
  const { rows } = await selectLines(
    { companyId, paymentId },
    sql`AND d.sent_at IS NOT NULL ${byName}`,
  ).execute(db)
  if (rows.length === 0) return null
  return {
    people: rows.length,
    usd: usdNumber(rows.reduce((sum, { usdCents }) => sum + usdCents, 0n)),
    names: rows.slice(0, namedAtMost).map(({ name }) => name),
  }
}

type RunRow = Sums & { id: string; at: Date; note: string }

/**
 * Reads the runs of a payroll with a dollar part, newest first; null: the company has no such
 * payroll.
 */
export async function readDollarRuns(
  db: Db,
  { companyId, payrollId }: { companyId: string; payrollId: string },
  { page, limit }: PageQuery,
): Promise<DollarRuns | null> {
  const payroll = await db
    .selectFrom('payrolls')
    .select('id')
    .where('company_id', '=', companyId)
    .where('id', '=', payrollId)
    .executeTakeFirst()
  if (!payroll) return null
  const ofPayroll = sql`
    p.company_id = ${companyId} AND p.payroll_id = ${payrollId} AND p.dollars_usd_cents > 0`
  const { rows: counted } = await sql<{ total: bigint }>`
    SELECT count(*) AS total FROM sheets p WHERE ${ofPayroll}`.execute(db)
  const { rows } = await sql<RunRow>`
    SELECT p.id, p.created_at AS at, p.note, sums.*, ${isDue} AS "isDue",
      p.closed_at IS NULL AS "isOpen"
    FROM (
      SELECT * FROM sheets p WHERE ${ofPayroll}
      ORDER BY p.id DESC LIMIT ${limit} OFFSET ${String(BigInt(page - 1) * BigInt(limit))}::bigint) p
    CROSS JOIN LATERAL (${sumsOfRun}) sums ORDER BY p.id DESC`.execute(db)
  const total = Number(counted[0]?.total ?? 0)
  return { runs: rows.map(runOnWire), total, pages: Math.ceil(total / limit) }
}

const runOnWire = ({ id, at, note, lines, usdCents, paidUsdCents, isDue: due }: RunRow) => ({
  _id: id,
  at: at.toISOString(),
  note,
  people: Number(lines),
  due,
  totalUsd: usdNumber(usdCents),
  paidUsd: usdNumber(paidUsdCents),
})

export async function readPage(
  db: Db,
  run: CompanyRun,
  sums: Sums,
  { order, sent }: Pick<DollarLines, 'order' | 'sent'>,
  { page, limit }: PageQuery,
): Promise<DollarLines> {
  // A run that was cancelled or rejected is on no list.
  if (!order)
    return {
      lines: [],
      linesMatched: 0,
      pages: 0,
      totalUsd: 0,
      paidUsd: 0,
      due: false,
      sent: null,
      order,
    }
  const offset = String(BigInt(page - 1) * BigInt(limit))
  const paged = sql`${byName} LIMIT ${limit} OFFSET ${offset}::bigint`
  const { rows } = await selectLines(run, paged).execute(db)
  return {
    lines: rows.map(onWire),
    linesMatched: Number(sums.lines),
    pages: Math.ceil(Number(sums.lines) / limit),
    totalUsd: usdNumber(sums.usdCents),
    paidUsd: usdNumber(sums.paidUsdCents),
    due: sums.isDue,
    sent,
    order,
  }
}

const batch = 500

/** Yields all lines of a run in batches, without holding an SQL transaction open. */
export async function* everyLine(db: Db, run: CompanyRun): AsyncGenerator<DollarLine[]> {
  for (let offset = 0; ; offset += batch) {
    const paged = sql`${byName} LIMIT ${batch} OFFSET ${offset}`
    const { rows } = await selectLines(run, paged).execute(db)
    yield rows.map(onWire)
    if (rows.length < batch) return
  }
}

export async function findLine(
  db: Db,
  run: CompanyRun,
  lineId: string,
): Promise<DollarLine | null> {
  const { rows } = await selectLines(run, sql`AND l.id = ${lineId}`).execute(db)
  return rows[0] ? onWire(rows[0]) : null
}

/** Notes that a list for the bank has all dollars of a run; returns of how many people, at first. */
export async function noteSent(
  trx: Trx,
  { companyId, paymentId }: CompanyRun,
  { userId, now }: { userId: string; now: Date },
): Promise<number> {
  const { rows } = await sql`
    UPDATE payouts d SET sent_at = ${now}, sent_by = ${userId}
    WHERE d.company_id = ${companyId} AND d.sheet_id = ${paymentId} AND d.sent_at IS NULL AND ${isListed}
    RETURNING line_id`.execute(trx)
  return rows.length
}
