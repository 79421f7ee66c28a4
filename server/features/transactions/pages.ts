import { type RawBuilder, sql } from 'kysely'
import type { Transaction, TransactionQuery } from '#contract/transactions.ts'
import { isCurrent, shownFirst } from '#server/features/transactions/shown-version.ts'
import type { Db } from '#server/platform/db/database.ts'
import { selectTransactions, toTransaction } from './transaction-row.ts'

type Wanted = Pick<TransactionQuery, 'state' | 'type'>

function matching(payrollId: string, { state, type }: Wanted): RawBuilder<unknown> {
  const conditions = [sql`t.payroll_id = ${payrollId}`, sql`t.cpfp_parent_id IS NULL`]
  if (state) conditions.push(sql`t.state = ${state}`)
  if (type) conditions.push(sql`t.type = ${type}`)
  return sql.join(conditions, sql` AND `)
}

/**
 * How many transactions of a payroll people see. The kept counts are of all versions: of all
 * transactions the first versions are one each, of some those are taken off that others stand for.
 */
async function countTransactions(
  db: Db,
  companyId: string,
  payrollId: string,
  wanted: Wanted,
): Promise<number> {
  const { state, type } = wanted
  const isAll = !state && !type
  const { rows } = await sql<{ matched: bigint }>`
    SELECT coalesce(sum(t.transactions), 0)::bigint - ${isAll ? sql`0` : notSeen(payrollId, wanted)} AS matched
    FROM transaction_counts t
    WHERE t.company_id = ${companyId} AND t.payroll_id = ${payrollId}
      AND (${state ?? null}::transaction_state IS NULL OR t.state = ${state ?? null})
      AND (${type ?? null}::transaction_type IS NULL OR t.type = ${type ?? null})
      AND NOT (t.is_replacement AND ${isAll})`.execute(db)
  return Number(rows[0]?.matched ?? 0n)
}

/** As `isCurrent` has it. What the indexes of pages do not have is read of these few alone. */
const newer = sql`
  SELECT FROM transactions v JOIN transactions self ON self.id = t.id WHERE v.root_id = t.root_id
    AND ${shownFirst('v')} > ${shownFirst('self')}`

/** Few, as a rule: of all others the one version is the current one. */
const selectReplacedRoots = (payrollId: string) => sql`
  SELECT root_id FROM transactions WHERE payroll_id = ${payrollId} AND root_id != id`

const notSeen = (payrollId: string, wanted: Wanted) => sql`(
  SELECT count(*) FROM transactions t WHERE ${matching(payrollId, wanted)}
    AND t.root_id IN (${selectReplacedRoots(payrollId)}) AND EXISTS (${newer}))`

type Stretch = { length: number; skipped: number; fromEnd: boolean }

/** The roots of a page: of all transactions found by their first versions, in the index alone. */
function rootsOf(payrollId: string, wanted: Wanted, { length, skipped, fromEnd }: Stretch) {
  // In the order of the indexes that begin with the payroll, and of no other.
  const order = fromEnd ? sql`ASC NULLS FIRST` : sql`DESC NULLS LAST`
  const stretch = sql`${order} LIMIT ${length} OFFSET ${skipped}`
  return wanted.state || wanted.type
    ? sql<string>`(SELECT t.root_id FROM transactions t
        WHERE ${matching(payrollId, wanted)}
          AND (t.root_id NOT IN (${selectReplacedRoots(payrollId)}) OR NOT EXISTS (${newer}))
        ORDER BY t.root_id ${stretch})`
    : sql<string>`(SELECT f.id FROM transactions f
        WHERE f.payroll_id = ${payrollId} AND f.root_id = f.id AND f.cpfp_parent_id IS NULL
        ORDER BY f.id ${stretch})`
}

/**
 * A page of a payroll's transactions, newest first, with the number of all that match. Pages are
 * counted off from the nearer end.
 */
export async function payrollTransactions(
  db: Db,
  companyId: string,
  payrollId: string,
  { page, limit, ...wanted }: TransactionQuery,
): Promise<{ transactions: Transaction[]; total: number }> {
  const total = await countTransactions(db, companyId, payrollId, wanted)
  const before = (page - 1) * limit
  const length = Math.min(limit, total - before)
  if (length <= 0) return { transactions: [], total }
  const after = total - before - length
  const fromEnd = after < before
  const roots = rootsOf(payrollId, wanted, {
    length,
    skipped: fromEnd ? after : before,
    fromEnd,
  })
  const rows = await selectTransactions(db)
    .where('t.company_id', '=', companyId)
    .where('t.payroll_id', '=', payrollId)
    .where('t.root_id', 'in', roots)
    .where(isCurrent)
    .orderBy('t.root_id', 'desc')
    .execute()
  return { transactions: rows.map(toTransaction), total }
}
