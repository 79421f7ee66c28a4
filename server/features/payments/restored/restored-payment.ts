import type { KeyObject } from 'node:crypto'
import { sql } from 'kysely'
import { type Network, parseBtcAddress } from '#domain/address.ts'
import { sumOfSats } from '#domain/money.ts'
import { macOf } from '#server/authorization/mac.ts'
import { readOwnOccurrences } from '#server/authorization/occurrence-rows.ts'
import type { RecordedLine } from '#server/authorization/signing-record.ts'
import { arrayText, type Trx } from '#server/platform/db/database.ts'
import {
  baseOfRecorded,
  type RecordedRun,
  recordedTerms,
  requestedBy,
  wholeOf,
} from './recorded-values.ts'
import { saveSpecialPay } from './restored-special-pay.ts'

type Context = { network: Network; macKey: KeyObject }
export type RestoredLine = RecordedLine & { sats: bigint; script: Buffer }

/** The script of a recorded destination; empty: somebody without an address is paid in dollars. */
export function scriptOf(address: string, network: Network): Buffer {
  if (address === '') return Buffer.alloc(0)
  const parsed = parseBtcAddress(address, network)
  if (!parsed.ok) throw new Error(`The record has an address of another network: ${address}`)
  return Buffer.from(parsed.script)
}

/**
 * Saves the payment of a recorded signature with the lines that it pays. A payment that the backup did
 * not know is made closed: nobody presses it again, and its lines stand as those of any other. Nothing
 * says whether it was of everybody, so its period is paid for the people who have a line.
 */
export async function savePayment(
  trx: Trx,
  context: Context,
  signed: RecordedRun,
  lines: readonly RestoredLine[],
): Promise<void> {
  const { pay, run, company, payroll, rateUsdCentsPerBtc: rate } = signed
  if (!pay) return
  const cents = lines.reduce((sum, { usdCents }) => sum + usdCents, 0n)
  const dollars = lines.reduce((sum, { dollarsUsdCents }) => sum + dollarsUsdCents, 0n)
  const sats = sumOfSats(lines)
  const existing = await trx
    .selectFrom('sheets')
    .select('id')
    .where('id', '=', run)
    .executeTakeFirst()
  const draft = await saveSpecialPay(trx, context.macKey, signed)
  if (!existing) {
    const ofPeriod = sql`o.payroll_id = ${payroll} AND o.period_key = ${pay.periodKey}`
    const [payday] = (await readOwnOccurrences(trx, context.macKey, ofPeriod)).rows
    await sql`
      INSERT INTO sheets (id, company_id, payroll_id, requested_by, note, bitcoin_usd_cents,
        dollars_usd_cents, total_sats, rate_usd_cents_per_btc, rate_sources, rate_at, created_at, closed_at,
        unpaid_lines_closed_at, of_chosen_people, period_key, period_due_at, extra, kind, draft_id)
      VALUES (${run}, ${company}, ${payroll}, ${requestedBy(signed)}, '', ${cents}, ${dollars}, ${sats},
        -- The record does not say which exchanges agreed on the rate.
        ${rate}, ${rate === null ? null : 0}, ${rate === null ? null : signed.signedAt}, ${signed.signedAt}, now(), now(),
        true, ${pay.periodKey},
        ${payday?.due_at ?? null},
        ${pay.kind === 'EXTRA'}, ${draft?.kind ?? 'REGULAR'}, ${draft?.id ?? null})`.execute(trx)
  }
  await saveLines(trx, context, signed, lines)
  await sql`
    UPDATE sheets p SET bitcoin_usd_cents = o.cents, dollars_usd_cents = o.dollars, total_sats = o.sats
    FROM (
      SELECT coalesce(sum(usd_cents) FILTER (WHERE method = 'BITCOIN'), 0) AS cents,
        coalesce(sum(usd_cents) FILTER (WHERE method = 'DOLLARS'), 0) AS dollars,
        coalesce(sum(sats), 0) AS sats
      FROM payouts WHERE sheet_id = ${run}) AS o
    WHERE p.id = ${run}`.execute(trx)
  if (pay.periodKey === null || pay.kind === 'EXTRA') return
  await sql`
    INSERT INTO period_claims (company_id, payroll_id, employee_id, period_key, line_id)
    SELECT company_id, ${payroll}, employee_id, ${pay.periodKey}, id
    FROM sheet_lines WHERE sheet_id = ${run} ON CONFLICT DO NOTHING`.execute(trx)
}

async function saveLines(
  trx: Trx,
  { macKey }: Context,
  { run, company }: Pick<RecordedRun, 'run' | 'company'>,
  lines: readonly RestoredLine[],
): Promise<void> {
  const macs = lines.map((line) => macOf(macKey, 'employees', recordedTerms(company, line)))
  const column = <T>(of: (line: RestoredLine) => T) => lines.map(of)
  await sql`
    INSERT INTO sheet_lines (company_id, sheet_id, employee_id, first_name, last_name,
      identification, net_usd_cents, address, script_pubkey, base_usd_cents, bitcoin_percent,
      pay_frequency, version, mac, bank, bank_account)
    SELECT ${company}, ${run}, e.id, e.first_name, e.last_name, e.identification, l.net, l.address, l.script,
      l.base, l.percent, l.frequency, l.version, l.mac, l.bank, l.account
    FROM unnest(${column(({ employee }) => employee)}::uuid[],
      ${arrayText(column(wholeOf))}::bigint[],
      ${column(({ destination }) => destination)}::text[], ${column(({ script }) => script)}::bytea[],
      ${arrayText(column(baseOfRecorded))}::bigint[],
      ${arrayText(column(({ bitcoinPercent }) => bitcoinPercent))}::smallint[],
      ${column(({ payFrequency }) => payFrequency)}::text[],
      ${arrayText(column(({ version }) => version))}::integer[], ${macs}::bytea[],
      ${column(({ bank }) => bank)}::text[], ${column(({ bankAccount }) => bankAccount)}::text[])
      AS l (employee, net, address, script, base, percent, frequency, version, mac, bank, account)
    JOIN employees e ON e.id = l.employee
    ON CONFLICT (sheet_id, employee_id) DO NOTHING`.execute(trx)
  await sql`
    INSERT INTO payouts (line_id, method, company_id, sheet_id, usd_cents, sats)
    SELECT l.id, n.method, l.company_id, l.sheet_id, n.cents, n.sats
    FROM unnest(${column(({ employee }) => employee)}::uuid[],
      ${arrayText(column(({ usdCents }) => usdCents))}::bigint[],
      ${arrayText(column(({ dollarsUsdCents }) => dollarsUsdCents))}::bigint[],
      ${arrayText(column(({ sats }) => sats))}::bigint[]) AS r (employee, cents, dollars, sats)
    JOIN sheet_lines l ON l.sheet_id = ${run} AND l.employee_id = r.employee
    CROSS JOIN LATERAL (
      VALUES ('BITCOIN', r.cents, r.sats), ('DOLLARS', r.dollars, NULL)) AS n (method, cents, sats)
    WHERE n.cents > 0
    ON CONFLICT (line_id, method) DO UPDATE SET sats = excluded.sats`.execute(trx)
}
