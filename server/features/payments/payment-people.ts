import { sql } from 'kysely'
import type { PaydaySheet, PaymentPeople } from '#contract/payments.ts'
import type { PageQuery } from '#contract/queries.ts'
import { accountEnd } from '#domain/account-end.ts'
import { btcText, usdNumber } from '#domain/money.ts'
import { joinPayouts } from '#server/authorization/join-payouts.ts'
import { type Db, isUuid } from '#server/platform/db/database.ts'

/** The two parts of a line, with the destination of each. */
type Parts = {
  bitcoinUsdCents: bigint
  dollarsUsdCents: bigint
  address: string
  bank: string
  bankAccount: string
}

type Totals = {
  people: number
  bitcoinPeople: number
  bitcoinUsdCents: bigint
  dollarsPeople: number
  dollarsUsdCents: bigint
}

type Row = Parts & { id: string; name: string; sats: bigint }

/** An approver compares destinations: a part of 0 goes nowhere, and an account shows its end. */
export function partsOnWire(line: Parts): Omit<PaydaySheet['lines'][number], 'employee'> {
  const hasDollars = line.dollarsUsdCents > 0n
  return {
    bitcoinUsd: usdNumber(line.bitcoinUsdCents),
    dollarsUsd: usdNumber(line.dollarsUsdCents),
    cryptoAddress: line.bitcoinUsdCents > 0n ? line.address : '',
    bank: hasDollars ? line.bank : '',
    accountEnd: hasDollars ? accountEnd(line.bankAccount) : '',
  }
}

export const totalsOnWire = ({ bitcoinUsdCents, dollarsUsdCents, ...people }: Totals) => ({
  ...people,
  bitcoinUsd: usdNumber(bitcoinUsdCents),
  dollarsUsd: usdNumber(dollarsUsdCents),
})

/**
 * Reads everybody whom a payment pays, as its lines have them, released or not; null: the company has no
 * such payment.
 */
export async function readPaymentPeople(
  db: Db,
  companyId: string,
  id: string,
  { page, limit }: PageQuery,
): Promise<PaymentPeople | null> {
  if (!isUuid(id)) return null
  const { rows: totals } = await sql<Totals & { sats: bigint }>`
    SELECT count(l.id)::integer AS people,
      count(bitcoin.line_id)::integer AS "bitcoinPeople",
      coalesce(sum(bitcoin.usd_cents), 0)::bigint AS "bitcoinUsdCents",
      coalesce(sum(bitcoin.sats), 0)::bigint AS sats,
      count(dollars.line_id)::integer AS "dollarsPeople",
      coalesce(sum(dollars.usd_cents), 0)::bigint AS "dollarsUsdCents"
    FROM sheets p LEFT JOIN sheet_lines l ON l.sheet_id = p.id ${joinPayouts}
    WHERE p.company_id = ${companyId} AND p.id = ${id} GROUP BY p.id`.execute(db)
  const [whole] = totals
  if (!whole) return null
  const offset = String(BigInt(page - 1) * BigInt(limit))
  const { rows } = await sql<Row>`
    SELECT l.employee_id AS id, l.first_name || ' ' || l.last_name AS name,
      coalesce(bitcoin.sats, 0) AS sats, l.address, l.bank,
      coalesce(bitcoin.usd_cents, 0) AS "bitcoinUsdCents",
      coalesce(dollars.usd_cents, 0) AS "dollarsUsdCents", l.bank_account AS "bankAccount"
    FROM sheet_lines l ${joinPayouts} WHERE l.company_id = ${companyId} AND l.sheet_id = ${id}
    ORDER BY plain_text(l.first_name), plain_text(l.last_name), l.id
    LIMIT ${limit} OFFSET ${offset}::bigint`.execute(db)
  const { sats, ...sums } = whole
  return {
    lines: rows.map((line) => ({
      employee: { _id: line.id, name: line.name },
      ...partsOnWire(line),
      btc: btcText(line.sats),
    })),
    totals: { ...totalsOnWire(sums), btc: btcText(sats) },
    pages: Math.ceil(whole.people / limit),
  }
}
