import type { KeyObject } from 'node:crypto'
import { sql } from 'kysely'
import type { Network } from '#domain/address.ts'
import { insertDollarMarks } from '#server/authorization/dollar-marks.ts'
import type {
  RecordedDollarLine,
  RecordedDollars,
  RecordedMark,
  RecordedNote,
} from '#server/authorization/signing-record.ts'
import { arrayText, type Trx } from '#server/platform/db/database.ts'
import { releaseDollars } from '../send/dollars-alone.ts'
import { requestedBy } from './recorded-values.ts'
import { type RestoredLine, savePayment, scriptOf } from './restored-payment.ts'
import { savePayroll } from './restored-payroll.ts'
import { raiseVersions, saveUnknownPeople, type UnknownPerson } from './restored-people.ts'
import { isCompanyKnown, raiseOrderCounts } from './take-in-signatures.ts'

type Context = { network: Network; macKey: KeyObject }

export type DollarsTakenIn = {
  /** The dollars that count as sent from now on. */
  lines: bigint
  payrolls: string[]
  people: UnknownPerson[]
}

/**
 * Takes the released dollars of the record into a restored database, after the signatures. A list for the
 * bank may have had any of them, so they count as sent, but where somebody said at last that they were not.
 * Nothing of them is ordered again until somebody says so.
 */
export async function takeInDollars(
  trx: Trx,
  context: Context,
  notes: readonly RecordedNote[],
): Promise<DollarsTakenIn> {
  const taken: DollarsTakenIn = { lines: 0n, payrolls: [], people: [] }
  const unsent = unsentAtLast(notes)
  const made = new Set<string>()
  const recorded = notes.flatMap((note) => (note.is === 'dollars' ? [note.dollars] : []))
  for (const dollars of recorded) {
    if (!(await isCompanyKnown(trx, dollars))) continue
    const payroll = await savePayroll(trx, context, { ...dollars, addresses: [] })
    if (payroll) taken.payrolls.push(payroll)
    if (await saveLinesOf(trx, context, dollars, taken)) made.add(dollars.run)
    const sent = dollars.pay.lines.filter(
      ({ employee }) => !unsent.has(keyOf(dollars.run, employee)),
    )
    taken.lines += await markSent(trx, dollars, sent, made.has(dollars.run))
  }
  await saveMarks(
    trx,
    context.macKey,
    notes.flatMap((note) => (note.is === 'mark' ? [note.mark] : [])),
  )
  await raiseOrderCounts(trx, recorded)
  return taken
}

const keyOf = (run: string, employee: string) => `${run} ${employee}`

/** The lines of which the record says at last that their dollars were not sent. */
function unsentAtLast(notes: readonly RecordedNote[]): Set<string> {
  const unsent = new Set<string>()
  for (const note of notes) {
    if (note.is === 'mark') {
      const key = keyOf(note.mark.run, note.mark.employee)
      if (note.mark.sent) unsent.delete(key)
      else unsent.add(key)
    } else {
      const { run, pay } = note.dollars
      for (const { employee } of pay.lines) unsent.delete(keyOf(run, employee))
    }
  }
  return unsent
}

/**
 * Saves the lines that nothing else has brought, all in dollars: a signature has those beside bitcoin. A
 * payment that waited for its approvals in the backup was released since. Returns whether the backup did
 * not have the payment.
 */
async function saveLinesOf(
  trx: Trx,
  context: Context,
  dollars: RecordedDollars,
  taken: DollarsTakenIn,
): Promise<boolean> {
  const { run, notedAt, pay } = dollars
  const known = await trx.selectFrom('sheets').select('id').where('id', '=', run).executeTakeFirst()
  const rows = await trx
    .selectFrom('sheet_lines')
    .select('employee_id')
    .where('sheet_id', '=', run)
    .execute()
  const has = new Set(rows.map(({ employee_id }) => employee_id))
  const missing = pay.lines.filter(({ employee }) => !has.has(employee)).map(inDollarsAlone)
  const signed = {
    ...dollars,
    signedAt: notedAt,
    rateUsdCentsPerBtc: null,
    pay: { ...pay, firstNumber: null, lines: missing },
  }
  if (missing.length > 0) {
    taken.people.push(...(await saveUnknownPeople(trx, context, signed)))
    const lines = missing.map(
      (line): RestoredLine => ({
        ...line,
        sats: 0n,
        script: scriptOf(line.destination, context.network),
      }),
    )
    await savePayment(trx, context, signed, lines)
    await raiseVersions(trx, context.macKey, [signed])
  }
  await releaseDollars(trx, { sheet_id: run }, notedAt)
  return known === undefined
}

/** A batch that nobody signed has no transaction here, so the dollars alone of its lines are known. */
const inDollarsAlone = (line: RecordedDollarLine) => ({
  ...line,
  vout: 0,
  method: 'BITCOIN' as const,
  destination: line.address,
  salaryUsdCents: line.salaryUsdCents ?? line.usdCents + line.dollarsUsdCents,
  usdCents: 0n,
})

/** Dollars of a payment that the backup had are sent where its list may have gone to the bank. */
async function markSent(
  trx: Trx,
  dollars: RecordedDollars,
  lines: readonly RecordedDollarLine[],
  isMade: boolean,
): Promise<bigint> {
  const { run, notedAt } = dollars
  const { numAffectedRows = 0n } = await sql`
    UPDATE payouts d SET sent_at = ${notedAt}, sent_by = ${requestedBy(dollars)}
    FROM sheet_lines l JOIN sheet_states known ON known.id = l.sheet_id
    WHERE l.id = d.line_id AND d.method = 'DOLLARS' AND d.sheet_id = ${run} AND d.sent_at IS NULL
      AND (${isMade} OR known.dollars_are_due)
      AND NOT EXISTS (SELECT FROM payout_states state
        WHERE state.line_id = d.line_id AND state.method = d.method AND state.state = 'given_up')
      AND l.employee_id = ANY(${arrayText(lines.map(({ employee }) => employee))}::uuid[])`.execute(
    trx,
  )
  return numAffectedRows
}

/** Saves what people said of dollars since; of somebody whom the backup does not know nothing is said. */
async function saveMarks(
  trx: Trx,
  macKey: KeyObject,
  marks: readonly RecordedMark[],
): Promise<void> {
  for (const { mark: id, run, company: company_id, employee, sent, markedBy, at } of marks) {
    const line = await trx
      .selectFrom('sheet_lines as l')
      .innerJoin('users as u', (join) =>
        join.onRef('u.company_id', '=', 'l.company_id').on('u.id', '=', markedBy),
      )
      .select('l.id')
      .where('l.sheet_id', '=', run)
      .where('l.employee_id', '=', employee)
      .executeTakeFirst()
    if (!line) continue
    await insertDollarMarks(trx, macKey, [
      { id, company_id, line_id: line.id, sent, marked_by: markedBy, at },
    ])
  }
}
