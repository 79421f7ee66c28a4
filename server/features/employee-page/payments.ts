import { sql } from 'kysely'
import type { EmployeePayments } from '#contract/employee-page.ts'
import type { Language } from '#contract/languages.ts'
import type { PageQuery } from '#contract/queries.ts'
import { btcText, usdNumber } from '#domain/money.ts'
import { joinPayouts } from '#server/authorization/join-payouts.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { EmployeeSession } from './sessions.ts'

type State = EmployeePayments['payments'][number]['state']

export type OwnLine = {
  id: string
  payrollId: string
  at: Date
  note: string
  bitcoinUsdCents: bigint
  dollarsUsdCents: bigint
  sats: bigint
  address: string
  /** Empty where the line has no bitcoin part. */
  script: Buffer
  employeeId: string
  state: State
  arrived: boolean | null
  dollarsPaidAt: Date | null
  reference: string | null
  receipt: boolean
}

const locales: Record<Language, string> = { es: 'es-SV', en: 'en-US', it: 'it-IT', pt: 'pt-BR' }

/** The run's note, else the month of its day. */
export function periodOf({ note, at }: { note: string; at: Date }, language: Language): string {
  if (note !== '') return note
  const month = { timeZone: 'America/El_Salvador', month: 'long', year: 'numeric' } as const
  return new Intl.DateTimeFormat(locales[language], month).format(at)
}

/** Run `p` is under way: something of it was signed, or it needs no signature. */
const isUnderWay = sql`(known.dollars_are_due OR EXISTS (
  SELECT FROM transactions t WHERE t.sheet_id = p.id AND t.txid IS NOT NULL))`

/**
 * The payment lines that a person sees. A run that waits for approval, or was rejected, never was a
 * payment to them: lines appear once something was signed.
 */
export const ownLines = ({ companyId, employeeIds }: EmployeeSession) => sql`
  SELECT l.id, p.payroll_id AS "payrollId", p.created_at AS at, p.note,
    coalesce(bitcoin.usd_cents, 0) AS "bitcoinUsdCents",
    coalesce(dollars.usd_cents, 0) AS "dollarsUsdCents", coalesce(bitcoin.sats, 0) AS sats, l.address,
    CASE WHEN bitcoin.line_id IS NOT NULL THEN l.script_pubkey ELSE '' END AS script,
    l.employee_id AS "employeeId", a.arrived,
    dollars.paid_at AS "dollarsPaidAt", dollars.reference,
    EXISTS (SELECT FROM receipts r WHERE r.line_id = l.id
      AND r.company_id = l.company_id AND r.voided_at IS NULL) AS receipt,
    CASE
      WHEN paid.confirmed OR run.confirmed OR (known.is_all_in_dollars AND known.stands) THEN 'confirmed'
      WHEN paid.live OR run.live OR p.closed_at IS NULL THEN 'unconfirmed'
      ELSE 'failed'
    END AS state
  FROM sheet_lines l
  JOIN sheets p ON p.id = l.sheet_id AND p.company_id = l.company_id
  JOIN sheet_states known ON known.id = p.id
  ${joinPayouts}
  LEFT JOIN arrivals a ON a.line_id = l.id AND a.company_id = l.company_id
  CROSS JOIN LATERAL (
    SELECT bool_or(t.state = 'confirmed') AS confirmed, bool_or(t.live) AS live,
      bool_or(t.txid IS NOT NULL) AS signed
    FROM transaction_outputs o JOIN transactions t ON t.id = o.transaction_id
    WHERE o.line_id = l.id) paid
  CROSS JOIN LATERAL (
    SELECT bool_or(t.state = 'confirmed') AS confirmed, bool_or(t.live) AS live
    FROM transactions t
    WHERE bitcoin.line_id IS NULL AND t.sheet_id = p.id AND t.type = 'send') run
  WHERE l.company_id = ${companyId} AND l.employee_id = ANY(${employeeIds}::uuid[])
    AND (paid.signed OR (bitcoin.line_id IS NULL AND ${isUnderWay}))`

/** Lists the person's own payments, newest first. */
export async function listOwnPayments(
  db: Db,
  session: EmployeeSession,
  { page, limit }: PageQuery,
  language: Language,
): Promise<EmployeePayments> {
  const { rows: counted } = await sql<{ lines: bigint }>`
    SELECT count(*) AS lines FROM (${ownLines(session)}) own`.execute(db)
  const { rows } = await sql<OwnLine>`
    SELECT * FROM (${ownLines(session)}) own
    ORDER BY own.id DESC LIMIT ${limit} OFFSET ${(BigInt(page) - 1n) * BigInt(limit)}`.execute(db)
  return {
    payments: rows.map((line) => ({
      _id: line.id,
      at: line.at.toISOString(),
      period: periodOf(line, language),
      usd: usdNumber(line.bitcoinUsdCents + line.dollarsUsdCents),
      bitcoinUsd: usdNumber(line.bitcoinUsdCents),
      dollarsUsd: usdNumber(line.dollarsUsdCents),
      btc: btcText(line.sats),
      state: line.state,
      cryptoAddress: line.address,
      receipt: line.receipt,
      arrived: line.arrived,
      dollarsPaid: line.dollarsPaidAt
        ? { at: line.dollarsPaidAt.toISOString(), reference: line.reference ?? '' }
        : null,
    })),
    pages: Math.ceil(Number(counted[0]?.lines ?? 0n) / limit),
  }
}

/** Finds one of the person's own lines; null for any other id. */
export async function findOwnLine(
  db: Db,
  session: EmployeeSession,
  lineId: string,
): Promise<OwnLine | null> {
  const { rows } = await sql<OwnLine>`
    SELECT * FROM (${ownLines(session)} AND l.id = ${lineId}) own`.execute(db)
  return rows[0] ?? null
}
