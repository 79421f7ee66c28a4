import { sql } from 'kysely'
import type { Language } from '#contract/languages.ts'
import { accountEnd } from '#domain/account-end.ts'
import { joinPayouts } from '#server/authorization/join-payouts.ts'
import { timeZone } from '#server/platform/amounts-and-times.ts'
import type { Trx } from '#server/platform/db/database.ts'
import { type ReceiptFacts, rateQuotes } from './facts.ts'
import { languageOfCountry } from './language.ts'
import { isConfirmed, selectPayingOutputs } from './paying.ts'

/** A line that should get a receipt and has no valid one. */
export type DueLine = {
  lineId: string
  employeeId: string
  txid: Buffer | null
  vout: number | null
  facts: ReceiptFacts
  /** The present contacts; empty where there are none. */
  email: string
  phone: string
  firstName: string
  language: Language
  notify: boolean
}

type Row = {
  line_id: string
  employee_id: string
  first_name: string
  last_name: string
  identification: string
  address: string
  net_usd_cents: bigint
  bitcoin_usd_cents: bigint | null
  dollars_usd_cents: bigint | null
  bitcoin_percent: number
  bank: string
  bank_account: string
  consented_at: Date | null
  consent_version: number | null
  note: string
  payday: string | null
  created_at: Date
  rate: bigint | null
  rate_sources: number | null
  rate_quotes: unknown
  rate_at: Date | null
  company: string
  country: string
  notify: boolean
  email: string
  phone: string
  txid: Buffer | null
  vout: number | null
  sats: bigint | null
  height: number | null
  confirmed_at: Date | null
}

/**
 * The rate at which line `l` of run `p` was paid. A reopened run planned its unpaid lines at
 * another rate; the worker keeps the price of that until the lines are in a block.
 */
const rateOfLine = sql`(
  SELECT p.rate_usd_cents_per_btc AS cents, p.rate_sources AS sources, p.rate_quotes AS quotes, p.rate_at AS at
  WHERE l.paid_rate IS NOT DISTINCT FROM p.rate_usd_cents_per_btc OR l.paid_rate IS NULL
  UNION ALL
  SELECT l.paid_rate, coalesce(known.sources, 0), known.quotes,
    coalesce(known.at, o.requested_at, p.rate_at)
  FROM (VALUES (l.order_id)) AS asked (id) LEFT JOIN orders o ON o.id = asked.id
  LEFT JOIN LATERAL (
    SELECT x.sources, x.quotes, x.at FROM prices x
    WHERE x.at BETWEEN o.requested_at - interval '2 minutes' AND o.requested_at + interval '1 minute'
      AND x.usd_cents_per_btc = l.paid_rate
    ORDER BY x.at DESC LIMIT 1) known ON true
  WHERE l.paid_rate <> p.rate_usd_cents_per_btc)`

/**
 * Reads at most `most` lines of a run that have no valid receipt, in the order of their people from
 * `after` on. A bitcoin line is due once a block pays it, and a line all in dollars once blocks pay
 * all others.
 */
export async function readDueLines(
  trx: Trx,
  { companyId, paymentId }: { companyId: string; paymentId: string },
  site: string,
  { after, most }: { after: string; most: number },
): Promise<DueLine[]> {
  const { rows } = await sql<Row>`
    WITH run AS MATERIALIZED (SELECT ${isConfirmed(paymentId)} AS is_confirmed),
    due AS MATERIALIZED (
      SELECT l.*, paid.txid, paid.vout, paid.sats AS paid_sats, paid.height, paid.confirmed_at,
        paid.rate AS paid_rate, paid.order_id
      -- PostgreSQL has no statistics of lines and receipts from a moment ago. In their order, with a look at
      -- what belongs to each, it stops once it has found enough.
      FROM (
        SELECT * FROM sheet_lines
        WHERE sheet_id = ${paymentId} AND company_id = ${companyId} AND employee_id > ${after}
        ORDER BY employee_id OFFSET 0) l
      LEFT JOIN LATERAL (
        SELECT * FROM ${selectPayingOutputs(sql`l.id`, paymentId)} AS found
        ORDER BY txid LIMIT 1) paid ON true
      WHERE (SELECT r.id FROM receipts r
          WHERE r.line_id = l.id AND r.voided_at IS NULL) IS NULL
        AND (paid.txid IS NOT NULL OR ((SELECT is_confirmed FROM run) AND NOT EXISTS (
          SELECT FROM payouts o WHERE o.line_id = l.id AND o.method = 'BITCOIN')))
      ORDER BY l.employee_id LIMIT ${most})
    SELECT l.id AS line_id, l.employee_id, l.first_name, l.last_name, l.identification, l.address,
      l.net_usd_cents, bitcoin.usd_cents AS bitcoin_usd_cents,
      dollars.usd_cents AS dollars_usd_cents, l.bitcoin_percent, l.bank, l.bank_account,
      said.at AS consented_at, said.text_version AS consent_version, p.note, p.created_at,
      (p.period_due_at AT TIME ZONE coalesce(calendar.time_zone, ${timeZone}))::date AS payday,
      rate.cents AS rate, rate.sources AS rate_sources, rate.quotes AS rate_quotes, rate.at AS rate_at,
      c.name AS company, c.country, c.notify_employees AS notify,
      e.email, e.phone,
      l.txid, l.vout, l.paid_sats AS sats, l.height, l.confirmed_at
    FROM due l ${joinPayouts}
    JOIN sheets p ON p.id = l.sheet_id AND p.company_id = l.company_id
    LEFT JOIN occurrences calendar
      ON calendar.payroll_id = p.payroll_id AND calendar.period_key = p.period_key
    CROSS JOIN LATERAL ${rateOfLine} AS rate
    JOIN companies c ON c.id = l.company_id
    JOIN employees e ON e.id = l.employee_id AND e.company_id = l.company_id
    LEFT JOIN LATERAL (
      SELECT newest.* FROM (
        SELECT s.agreed, s.at, s.text_version FROM employee_consents s
        WHERE s.employee_id = l.employee_id AND s.company_id = l.company_id AND s.at <= p.created_at
        ORDER BY s.position DESC LIMIT 1) AS newest
      WHERE newest.agreed) AS said ON true
    ORDER BY l.employee_id`.execute(trx)
  return rows.map((row) => toDueLine(row, site))
}

function toDueLine(row: Row, site: string): DueLine {
  const { txid, vout } = row
  const language = languageOfCountry(row.country)
  return {
    lineId: row.line_id,
    employeeId: row.employee_id,
    txid,
    vout,
    language,
    email: row.email,
    phone: row.phone,
    firstName: row.first_name,
    notify: row.notify,
    facts: {
      language,
      site,
      company: row.company,
      note: row.note,
      payday: row.payday,
      name: `${row.first_name} ${row.last_name}`,
      identification: row.identification,
      paidAt: row.created_at.toISOString(),
      usdCents: String(row.net_usd_cents),
      bitcoin: bitcoinOf(row),
      dollars: dollarsOf(row),
      consent: consentOf(row),
    },
  }
}

function bitcoinOf(row: Row): ReceiptFacts['bitcoin'] {
  const { txid, vout, sats, height, confirmed_at, rate, rate_sources, rate_quotes, rate_at } = row
  if (!txid || vout === null || sats === null || height === null || !confirmed_at) return null
  if (rate === null || rate_sources === null || !rate_at) {
    throw new Error(`line ${row.line_id} is paid in bitcoin at no rate`)
  }
  return {
    percent: row.bitcoin_percent,
    usdCents: String(row.bitcoin_usd_cents ?? 0n),
    sats: String(sats),
    rateUsdCentsPerBtc: String(rate),
    rateSources: rate_sources,
    rateQuotes: rateQuotes.parse(rate_quotes ?? []),
    rateAt: rate_at.toISOString(),
    address: row.address,
    txid: txid.toString('hex'),
    vout,
    confirmedAt: confirmed_at.toISOString(),
    height,
  }
}

const consentOf = ({
  txid,
  consented_at: at,
  consent_version: textVersion,
}: Row): ReceiptFacts['consent'] =>
  txid && at && textVersion !== null ? { at: at.toISOString(), textVersion } : null

function dollarsOf({ dollars_usd_cents, bank, bank_account }: Row): ReceiptFacts['dollars'] {
  if (dollars_usd_cents === null) return null
  return { usdCents: String(dollars_usd_cents), bank, accountEnd: accountEnd(bank_account) }
}
