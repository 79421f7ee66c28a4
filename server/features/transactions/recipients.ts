import { sql } from 'kysely'
import type { Recipient } from '#contract/transactions.ts'
import { addressOfScript, type Network } from '#domain/address.ts'
import {
  type EmployeeColumn,
  eachField,
  exportedFields,
  fieldTable,
} from '#domain/employee-fields.ts'
import { btcText, usdAt, usdNumber } from '#domain/money.ts'
import { receiptNumber } from '#domain/receipt-number.ts'
import type { Db } from '#server/platform/db/database.ts'

type Exported = Partial<Record<EmployeeColumn, string | null>>

const exportedOf = (row: Exported) =>
  eachField(exportedFields, (field) => row[fieldTable[field].column] ?? '')

/** The payees of a transaction, as they were when it was planned, by last name. */
export async function recipientsOf(
  db: Db,
  companyId: string,
  transactionId: string,
  network: Network,
): Promise<Recipient[]> {
  const rows = await db
    .selectFrom('transaction_outputs as o')
    .innerJoin('sheet_lines as l', 'l.id', 'o.line_id')
    .leftJoinLateral(
      ({ selectFrom }) =>
        selectFrom('receipts')
          .select(['year', 'number'])
          .select(sql<boolean>`voided_at IS NULL`.as('is_valid'))
          .whereRef('line_id', '=', 'l.id')
          .whereRef('company_id', '=', 'l.company_id')
          .orderBy(sql`voided_at IS NULL`, 'desc')
          .orderBy('id', 'desc')
          .limit(1)
          .as('r'),
      (join) => join.onTrue(),
    )
    .select(['l.id as line_id', 'r.year', 'r.number', 'r.is_valid'])
    .select(['l.employee_id', 'l.first_name', 'l.last_name', 'l.address', 'o.sats'])
    .leftJoin('payouts as bitcoin', (join) =>
      join.onRef('bitcoin.line_id', '=', 'l.id').on('bitcoin.method', '=', 'BITCOIN'),
    )
    .leftJoin('payouts as dollars', (join) =>
      join.onRef('dollars.line_id', '=', 'l.id').on('dollars.method', '=', 'DOLLARS'),
    )
    .select(['bitcoin.usd_cents as bitcoin_usd_cents', 'dollars.usd_cents as dollars_usd_cents'])
    .select('l.identification')
    .leftJoin('employees as e', (join) =>
      join.onRef('e.id', '=', 'l.employee_id').onRef('e.company_id', '=', 'l.company_id'),
    )
    .select(exportedFields.map((field) => `e.${fieldTable[field].column}` as const))
    .leftJoin('arrivals as a', (join) =>
      join.onRef('a.line_id', '=', 'l.id').onRef('a.company_id', '=', 'l.company_id'),
    )
    .select('a.arrived')
    .where('l.company_id', '=', companyId)
    .where('o.transaction_id', '=', transactionId)
    .orderBy(sql`plain_text(l.last_name)`)
    .orderBy(sql`plain_text(l.first_name)`)
    .orderBy('l.id')
    .execute()
  if (rows.length === 0) return findRecipients(db, companyId, transactionId, network)
  return rows.map((row) => ({
    userId: row.employee_id,
    firstName: row.first_name,
    lastName: row.last_name,
    identification: row.identification,
    ...exportedOf(row),
    btcAmount: btcText(row.sats),
    usdAmount: usdNumber(row.bitcoin_usd_cents ?? 0n),
    bitcoinUsd: usdNumber(row.bitcoin_usd_cents ?? 0n),
    dollarsUsd: usdNumber(row.dollars_usd_cents ?? 0n),
    cryptoAddress: row.address,
    lineId: row.line_id,
    receipt: row.is_valid ?? false,
    receiptNumber:
      row.year === null || row.number === null
        ? null
        : receiptNumber({ year: row.year, number: row.number }),
    arrived: row.arrived,
  }))
}

type Found = Exported & {
  script: Buffer
  sats: bigint
  rate: bigint
  employee: string | null
  first: string | null
  last: string | null
  identification: string | null
}

/**
 * Finds the employees at the addresses that an untracked spend pays. Nobody knows whom and what for it
 * paid, and other addresses have no name.
 */
async function findRecipients(
  db: Db,
  companyId: string,
  transactionId: string,
  network: Network,
): Promise<Recipient[]> {
  const { rows } = await sql<Found>`
    SELECT DISTINCT ON (o.vout) o.script_pubkey AS script, o.sats, t.rate_usd_cents_per_btc AS rate,
      e.id AS employee, e.first_name AS first, e.last_name AS last,
      e.identification, ${sql.join(exportedFields.map((field) => sql.ref(`e.${fieldTable[field].column}`)))}
    FROM transactions t
    JOIN transaction_outputs o ON o.transaction_id = t.id
    LEFT JOIN employees e ON e.company_id = t.company_id AND e.script_pubkey = o.script_pubkey
    WHERE t.id = ${transactionId} AND t.company_id = ${companyId} AND t.untracked AND NOT EXISTS (
      SELECT FROM addresses a
      WHERE a.script_pubkey = o.script_pubkey AND (a.payroll_id = t.payroll_id OR a.branch = 1))
    ORDER BY o.vout, e.deleted_at DESC NULLS FIRST, e.id DESC`.execute(db)
  return rows.map(({ script, sats, rate, employee, first, last, identification, ...row }) => ({
    userId: employee ?? '',
    firstName: first ?? '',
    lastName: last ?? '',
    identification: identification ?? '',
    ...exportedOf(row),
    btcAmount: btcText(sats),
    usdAmount: usdAt(sats, rate),
    bitcoinUsd: usdAt(sats, rate),
    dollarsUsd: 0,
    cryptoAddress: addressOfScript(script, network) ?? '',
    lineId: null,
    receipt: false,
    receiptNumber: null,
  }))
}
