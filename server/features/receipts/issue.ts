import { sql } from 'kysely'
import { arrayText, type Db, type Trx } from '#server/platform/db/database.ts'
import { failpoint } from '#server/platform/observe/failpoint.ts'
import type { Log } from '#server/platform/observe/log.ts'
import { type DueLine, readDueLines } from './due-lines.ts'
import { queueReceipts, type ReceiptMailDeps } from './mails.ts'
import { isConfirmed, selectPayingOutputs } from './paying.ts'

export type IssueDeps = ReceiptMailDeps & { now: Date; log: Log }
type Run = { companyId: string; paymentId: string }

const linesAtOnce = 500
/** An id below all others. */
const zeroId = '00000000-0000-0000-0000-000000000000'
const timeZone = 'America/El_Salvador'

/**
 * Issues and voids receipts of the runs in the queue, until none is left. A run that fails stays in
 * the queue, and holds up no other.
 */
export async function issueDueReceipts(db: Db, deps: IssueDeps): Promise<void> {
  const failed: string[] = []
  for (;;) {
    const { rows } = await sql<{ company_id: string; sheet_id: string; notes: bigint[] }>`
      SELECT company_id, sheet_id, array_agg(id) AS notes FROM receipts_due
      WHERE sheet_id <> ALL(${failed}::uuid[])
      GROUP BY company_id, sheet_id ORDER BY min(id) LIMIT 50`.execute(db)
    if (rows.length === 0) return
    for (const { company_id: companyId, sheet_id: paymentId, notes } of rows) {
      try {
        await issueOrVoidRun(db, deps, { companyId, paymentId })
        failpoint('receipts-issued')
        // Only these notes: one with a lower number may have come since, from a longer SQL
        // transaction.
        await sql`DELETE FROM receipts_due WHERE id = ANY(${arrayText(notes)}::bigint[])`.execute(
          db,
        )
      } catch (err) {
        deps.log.error({ err, payment: paymentId }, 'receipts of a run were not issued')
        failed.push(paymentId)
      }
    }
  }
}

async function issueOrVoidRun(db: Db, deps: IssueDeps, run: Run): Promise<void> {
  await db.transaction().execute((trx) => followBlocks(trx, deps, run))
  let after: string | undefined = zeroId
  while (after) {
    const from: string = after
    after = await db.transaction().execute((trx) => issueSome(trx, deps, run, from))
  }
}

/**
 * Voids receipts whose transaction left its block, and makes those valid again whose transaction is
 * in one. A line all in dollars follows the whole run, but a transfer that the bank made stays
 * made.
 */
async function followBlocks(trx: Trx, { now }: IssueDeps, { companyId, paymentId }: Run) {
  const holds = sql<boolean>`
    CASE WHEN r.txid IS NULL THEN
      EXISTS (SELECT FROM payouts o WHERE o.line_id = r.line_id AND o.paid_at IS NOT NULL)
        OR (SELECT ${isConfirmed(paymentId)})
    ELSE EXISTS (
      SELECT FROM ${selectPayingOutputs(sql`r.line_id`, paymentId)} AS paid
      WHERE paid.txid = r.txid) END`
  await sql`
    UPDATE receipts r SET voided_at = ${now}
    WHERE r.sheet_id = ${paymentId} AND r.company_id = ${companyId} AND r.voided_at IS NULL
      AND NOT ${holds}`.execute(trx)
  await sql`
    UPDATE receipts SET voided_at = NULL WHERE company_id = ${companyId} AND id IN (
      SELECT DISTINCT ON (r.line_id) r.id FROM receipts r
      WHERE r.sheet_id = ${paymentId} AND r.company_id = ${companyId} AND r.voided_at IS NOT NULL
        AND ${holds}
        AND NOT EXISTS (
          SELECT FROM receipts v WHERE v.line_id = r.line_id AND v.voided_at IS NULL)
      ORDER BY r.line_id, r.id)`.execute(trx)
}

/**
 * Issues the next receipts of a run, with numbers and mails, in one SQL transaction. Returns the
 * person of the last one, if more may come.
 */
async function issueSome(
  trx: Trx,
  deps: IssueDeps,
  run: Run,
  after: string,
): Promise<string | undefined> {
  const year = yearOf(deps.now)
  const last = await lockCounter(trx, run.companyId, year)
  const { host } = new URL(deps.config.publicUrl)
  const lines = await readDueLines(trx, run, host, { after, most: linesAtOnce })
  if (lines.length === 0) return undefined
  await insertReceipts(trx, deps, { ...run, year, first: last + 1 }, lines)
  await sql`
    UPDATE receipt_counters SET last = ${last + lines.length}
    WHERE company_id = ${run.companyId} AND year = ${year}`.execute(trx)
  await queueReceipts(trx, deps, run.companyId, lines)
  failpoint('receipts-before-commit')
  return lines.length < linesAtOnce ? undefined : lines.at(-1)?.employeeId
}

const yearFormat = new Intl.DateTimeFormat('en', { timeZone, year: 'numeric' })
const yearOf = (at: Date): number => Number(yearFormat.format(at))

/**
 * Locks the counter of a company until its numbers are stored: one process at a time takes numbers.
 */
async function lockCounter(trx: Trx, companyId: string, year: number): Promise<number> {
  await sql`
    INSERT INTO receipt_counters (company_id, year) VALUES (${companyId}, ${year})
    ON CONFLICT DO NOTHING`.execute(trx)
  const { rows } = await sql<{ last: number }>`
    SELECT last FROM receipt_counters WHERE company_id = ${companyId} AND year = ${year} FOR UPDATE`.execute(
    trx,
  )
  const [row] = rows
  if (!row) throw new Error('a counter that was made is gone')
  return row.last
}

async function insertReceipts(
  trx: Trx,
  { now }: IssueDeps,
  { companyId, paymentId, year, first }: Run & { year: number; first: number },
  lines: readonly DueLine[],
): Promise<void> {
  const column = <T>(of: (line: DueLine) => T) => lines.map(of)
  await sql`
    INSERT INTO receipts (company_id, sheet_id, line_id, year, number, txid, vout, facts, issued_at)
    SELECT ${companyId}, ${paymentId}, line, ${year}, ${first} + place - 1, decode(txid, 'hex'), vout, facts, ${now}
    FROM unnest(${column(({ lineId }) => lineId)}::uuid[],
      ${column(({ txid }) => txid?.toString('hex') ?? null)}::text[],
      ${column(({ vout }) => vout)}::integer[],
      ${column(({ facts }) => JSON.stringify(facts))}::jsonb[])
      WITH ORDINALITY AS l (line, txid, vout, facts, place)`.execute(trx)
}
