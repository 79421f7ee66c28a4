import type { KeyObject } from 'node:crypto'
import { sql } from 'kysely'
import type { Payroll, PayrollQuery } from '#contract/payrolls.ts'
import type { Transaction } from '#contract/transactions.ts'
import { amountAt, btcText, usdNumber } from '#domain/money.ts'
import { deletePeople } from '#server/authorization/contact-rows.ts'
import { isTrue } from '#server/authorization/mac.ts'
import { endMembers } from '#server/authorization/member-rows.ts'
import { changePayroll, readLivePayrollIds } from '#server/authorization/payroll-rows.ts'
import type { MacRow } from '#server/authorization/registry.ts'
import {
  readFeeEstimates,
  readStatuses,
  type ShownStatus,
  type StatusDeps,
  type StatusReader,
} from '#server/features/payments/index.ts'
import { readCurrentPrice } from '#server/features/prices/index.ts'
import { lastTransactions } from '#server/features/transactions/index.ts'
import type { Db, Trx } from '#server/platform/db/database.ts'
import { containsText } from '#server/platform/db/search.ts'

/** Live payrolls with the kept sums of their people and their balance. */
function livePayrolls(db: Db, companyId: string) {
  return db
    .selectFrom('payrolls as p')
    .innerJoin('payroll_balances as b', 'b.payroll_id', 'p.id')
    .leftJoinLateral(
      ({ selectFrom }) =>
        selectFrom('payroll_totals as m')
          .whereRef('m.payroll_id', '=', 'p.id')
          .select(({ fn }) => [
            fn.sum<string | null>('m.people').as('people'),
            fn.sum<string | null>('m.usd_cents').as('total_usd_cents'),
          ])
          .as('totals'),
      (join) => join.onTrue(),
    )
    .selectAll('p')
    .select(['b.balance_sats', 'b.spendable_sats', 'totals.people', 'totals.total_usd_cents'])
    .where('p.company_id', '=', companyId)
    .where('p.deleted_at', 'is', null)
}

export type PayrollRow = Awaited<ReturnType<ReturnType<typeof livePayrolls>['execute']>>[number]

type Context = {
  rate: bigint
  fees: Map<string, bigint>
  last: Map<string, Transaction>
  statuses: Map<string, ShownStatus>
}

function toPayroll(row: PayrollRow, { rate, fees, last, statuses }: Context): Payroll {
  const status = statuses.get(row.id)
  if (!status) throw new Error(`Payroll ${row.id} has no status`)
  const balance = amountAt(row.balance_sats, rate)
  return {
    _id: row.id,
    name: row.name,
    description: row.description,
    type: row.type,
    companyId: row.company_id,
    createdAt: row.created_at.toISOString(),
    totalAmount: usdNumber(BigInt(row.total_usd_cents ?? 0)),
    lastTransaction: last.get(row.id) ?? null,
    employees: Number(row.people ?? 0),
    balance: { usdBalance: balance.usd, btcBalance: balance.btc },
    spendableBtc: btcText(row.spendable_sats),
    feeEstimate: amountAt(fees.get(row.id) ?? 0n, rate),
    ...status,
  }
}

async function toPayrolls(
  db: Db,
  deps: StatusDeps,
  reader: StatusReader,
  rows: PayrollRow[],
): Promise<Payroll[]> {
  const ids = rows.map((row) => row.id)
  const price = await readCurrentPrice(db)
  const fees = await readFeeEstimates(db, ids)
  const last = await lastTransactions(db, ids)
  const statuses = await readStatuses(db, deps, reader, ids)
  const rate = price?.usdCentsPerBtc ?? 0n
  return rows.map((row) => toPayroll(row, { rate, fees, last, statuses }))
}

export async function listPayrolls(
  db: Db,
  deps: StatusDeps,
  reader: StatusReader,
  { page, limit, search }: PayrollQuery,
): Promise<{ payrolls: Payroll[]; matched: number }> {
  const { companyId } = reader
  const live = await readLivePayrollIds(db, deps.macKey, { companyId })
  const isLive = sql<boolean>`p.id = ANY(${live}::uuid[])`
  const matches = search ? containsText('p.search', search) : sql<boolean>`true`
  // The other columns are looked up for the page alone, instead of for all payrolls before it.
  const ids = db
    .selectFrom('payrolls as p')
    .select('p.id')
    .where('p.company_id', '=', companyId)
    .where(isLive)
    .where(matches)
    .orderBy('p.id', 'desc')
    .limit(limit)
    .offset((page - 1) * limit)
  const rows = await livePayrolls(db, companyId)
    .where('p.id', 'in', ids)
    .orderBy('p.id', 'desc')
    .execute()
  const { matched } = await db
    .selectFrom('payrolls as p')
    .select(({ fn }) => fn.countAll<bigint>().as('matched'))
    .where('p.company_id', '=', companyId)
    .where(isLive)
    .where(matches)
    .executeTakeFirstOrThrow()
  return { payrolls: await toPayrolls(db, deps, reader, rows), matched: Number(matched) }
}

export async function findPayroll(
  db: Db,
  deps: StatusDeps,
  reader: StatusReader,
  id: string,
): Promise<Payroll | null> {
  const rows = await livePayrolls(db, reader.companyId).where('p.id', '=', id).execute()
  const live = rows.filter((row) => isTrue(deps.macKey, 'payrolls', row))
  const [payroll] = await toPayrolls(db, deps, reader, live)
  return payroll ?? null
}

/** The stored balance of a live payroll, without its people: it is read often. */
export async function findBalance(db: Db, companyId: string, id: string) {
  const row = await db
    .selectFrom('payroll_balances as b')
    .innerJoin('payrolls as p', 'p.id', 'b.payroll_id')
    .select(['b.balance_sats', 'b.confirmed_sats', 'b.spendable_sats', 'b.received_sats'])
    .where('p.company_id', '=', companyId)
    .where('p.id', '=', id)
    .where('p.deleted_at', 'is', null)
    .executeTakeFirst()
  return row ?? null
}

/** Locks a live employee of the company against deletion until the SQL transaction ends. */
export async function lockLiveEmployee(db: Db, companyId: string, id: string) {
  const row = await db
    .selectFrom('employees')
    .select(['id', 'first_name', 'last_name', 'creation_type'])
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forShare()
    .executeTakeFirst()
  return row ?? null
}

/**
 * Locks the members until the SQL transaction ends, since the payroll's totals change with them.
 */
async function lockMembers(db: Db, companyId: string, payrollId: string): Promise<void> {
  await sql`
    SELECT FROM employees e WHERE e.company_id = ${companyId} AND e.creation_type = 'REGULAR'
      AND e.id IN (SELECT employee_id FROM payroll_members WHERE payroll_id = ${payrollId})
    ORDER BY e.id FOR SHARE`.execute(db)
}

/**
 * Deletes a payroll and its memberships. Members of a CSV list stop being employees, since they are
 * on no other list.
 */
export async function deletePayroll(
  db: Trx,
  macKey: KeyObject,
  payroll: MacRow<'payrolls'>,
  now: Date,
): Promise<void> {
  const { company_id: companyId, id } = payroll
  await lockMembers(db, companyId, id)
  const { rows } = await sql<{ id: string }>`
    SELECT e.id FROM payroll_members m JOIN employees e ON e.id = m.employee_id
    WHERE m.payroll_id = ${id} AND e.company_id = ${companyId} AND e.creation_type = 'CSV'
      AND e.deleted_at IS NULL ORDER BY e.id`.execute(db)
  const people = rows.map((row) => row.id)
  await deletePeople(db, macKey, people, now)
  await endMembers(db, macKey, sql`m.company_id = ${companyId} AND m.payroll_id = ${id}`, null)
  await changePayroll(db, macKey, payroll, { deleted_at: now })
}
