import { sql } from 'kysely'
import type { EmployeeSession } from '#server/features/employee-page/index.ts'
import type { Db } from '#server/platform/db/database.ts'
import { type Receipt, receiptFacts } from './facts.ts'

type Row = {
  id: string
  year: number
  number: number
  facts: unknown
  issued_at: Date
  voided_at: Date | null
  paid_at: Date | null
  reference: string | null
}

const receiptsWithTransfers = (db: Db) =>
  db
    .selectFrom('receipts as r')
    .leftJoin('payouts as d', (join) =>
      join
        .onRef('d.line_id', '=', 'r.line_id')
        .onRef('d.company_id', '=', 'r.company_id')
        .on('d.method', '=', 'DOLLARS'),
    )
    .select(['r.id', 'r.year', 'r.number', 'r.facts', 'r.issued_at', 'r.voided_at'])
    .select(['d.paid_at', 'd.reference'])

const toReceipt = ({ issued_at, voided_at, paid_at, reference, facts, ...row }: Row): Receipt => ({
  ...row,
  transfer: paid_at === null ? null : { at: paid_at, reference: reference ?? '' },
  issuedAt: issued_at,
  isVoid: voided_at !== null,
  facts: receiptFacts.parse(facts),
})

/** The valid receipt of a line; null while it has none. */
export async function readValidReceipt(
  db: Db,
  companyId: string,
  lineId: string,
): Promise<Receipt | null> {
  const receipt = await readNewestReceipt(db, companyId, { lineId })
  return receipt && !receipt.isVoid ? receipt : null
}

/** The valid receipt of a line, else the last one that was voided. */
export async function readNewestReceipt(
  db: Db,
  companyId: string,
  { lineId, paymentId }: { lineId: string; paymentId?: string },
): Promise<Receipt | null> {
  const row = await receiptsWithTransfers(db)
    .where('r.company_id', '=', companyId)
    .where('r.line_id', '=', lineId)
    .$if(paymentId !== undefined, (query) => query.where('r.sheet_id', '=', paymentId ?? ''))
    .orderBy(sql`r.voided_at IS NULL`, 'desc')
    .orderBy('r.id', 'desc')
    .executeTakeFirst()
  return row ? toReceipt(row) : null
}

/** The valid receipt of one of a person's own lines. */
export async function readOwnReceipt(
  db: Db,
  { companyId, employeeIds }: Pick<EmployeeSession, 'companyId' | 'employeeIds'>,
  lineId: string,
): Promise<Receipt | null> {
  const own = await db
    .selectFrom('sheet_lines as l')
    .select('l.id')
    .where('l.company_id', '=', companyId)
    .where('l.employee_id', 'in', employeeIds)
    .where('l.id', '=', lineId)
    .executeTakeFirst()
  return own ? readValidReceipt(db, companyId, own.id) : null
}

/** A row of the list for the zip of a run, without facts, since there may be thousands of rows. */
export type ListedReceipt = {
  id: string
  year: number
  number: number
  name: string
  isVoid: boolean
  issuedAt: Date
}

export async function listReceipts(
  db: Db,
  companyId: string,
  paymentId: string,
): Promise<ListedReceipt[]> {
  const rows = await db
    .selectFrom('receipts')
    .select(['id', 'year', 'number', 'issued_at', 'voided_at'])
    .select(sql<string>`facts ->> 'name'`.as('name'))
    .where('company_id', '=', companyId)
    .where('sheet_id', '=', paymentId)
    .orderBy('year')
    .orderBy('number')
    .execute()
  return rows.map(({ issued_at, voided_at, ...row }) => ({
    ...row,
    issuedAt: issued_at,
    isVoid: voided_at !== null,
  }))
}

export async function readReceipt(db: Db, companyId: string, id: string): Promise<Receipt> {
  const row = await receiptsWithTransfers(db)
    .where('r.company_id', '=', companyId)
    .where('r.id', '=', id)
    .executeTakeFirstOrThrow()
  return toReceipt(row)
}
