import { sql } from 'kysely'
import type { Payment } from '#contract/payments.ts'
import { estimatedFeeSats } from '#domain/coin-selection.ts'
import { fallbackFeeRate } from '#domain/fees.ts'
import { btcText, centsFromSats, usdNumber } from '#domain/money.ts'
import { newestChild, paymentTransactions } from '#server/features/transactions/index.ts'
import { isCurrent } from '#server/features/transactions/shown-version.ts'
import type { Db } from '#server/platform/db/database.ts'
import { readLeftOut } from './run/left-out.ts'

/** On its way as far as it can be now: in the mempool, or waiting for something that takes time. */
export async function isInProgress(db: Db, companyId: string, paymentId: string): Promise<boolean> {
  const moving = await db
    .selectFrom('transactions as t')
    .select('t.id')
    .where('t.company_id', '=', companyId)
    .where('t.payment_id', '=', paymentId)
    .where('t.state', 'in', ['pendingApproval', 'signed'])
    .where(isCurrent)
    .where(sql<boolean>`t.waiting_for IS DISTINCT FROM 'approval'
      AND t.waiting_for IS DISTINCT FROM 'operator'
      AND t.waiting_for IS DISTINCT FROM 'lane'`)
    .limit(sql.lit(1))
    .executeTakeFirst()
  return moving === undefined
}

/** One run as the API shows it; null where the company has no such payment. */
export async function readPayment(db: Db, companyId: string, id: string): Promise<Payment | null> {
  // First: a block may come in between, and nothing is confirmed before its lines are paid.
  const { transactions, state } = await paymentTransactions(db, companyId, id)
  const row = await db
    .selectFrom('payments as p')
    .selectAll('p')
    .select(({ selectFrom }) => [
      selectFrom('payment_lines as l')
        .select(({ fn }) => fn.countAll<bigint>().as('count'))
        .whereRef('l.payment_id', '=', 'p.id')
        .as('lines'),
      selectFrom('transactions as t')
        .innerJoin('transaction_outputs as o', 'o.transaction_id', 't.id')
        .select(({ fn }) => fn.count<bigint>('o.payment_line_id').distinct().as('count'))
        .whereRef('t.payment_id', '=', 'p.id')
        .where('t.state', '=', 'confirmed')
        .as('paid_lines'),
      // By untracked spends: another database of this seed was quicker.
      selectFrom('untracked_payouts as s')
        .innerJoin('payment_lines as l', 'l.id', 's.payment_line_id')
        .innerJoin('transactions as u', 'u.id', 's.transaction_id')
        .select(({ fn }) => fn.count<bigint>('l.id').distinct().as('count'))
        .whereRef('l.payment_id', '=', 'p.id')
        .where('u.height', 'is not', null)
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('transaction_outputs as o')
                .innerJoin('transactions as t', 't.id', 'o.transaction_id')
                .select('t.id')
                .whereRef('o.payment_line_id', '=', 'l.id')
                .where('t.state', '=', 'confirmed'),
            ),
          ),
        )
        .as('untracked_payouts'),
      selectFrom('transactions as t')
        .leftJoinLateral(newestChild.as('child'), (join) => join.onTrue())
        .select(sql<string | null>`sum(t.fee_sats + coalesce(child.fee_sats, 0))`.as('fee'))
        .whereRef('t.payment_id', '=', 'p.id')
        .where(isCurrent)
        .as('fee_sats'),
    ])
    .where('p.company_id', '=', companyId)
    .where('p.id', '=', id)
    .executeTakeFirst()
  if (!row) return null
  const feeSats = BigInt(row.fee_sats ?? 0)
  const paidLines = Number(row.paid_lines) + Number(row.untracked_payouts)
  const allPaid = paidLines === Number(row.lines)
  return {
    _id: row.id,
    // A failed transaction counts no more once a reopened run has paid its people.
    state: state === 'failed' && allPaid ? 'confirmed' : state,
    totalUsd: usdNumber(row.total_usd_cents),
    totalBtc: btcText(row.total_sats),
    usdRate: usdNumber(row.rate_usd_cents_per_btc),
    networkFee: {
      btc: btcText(feeSats),
      usd: usdNumber(centsFromSats(feeSats, row.rate_usd_cents_per_btc)),
    },
    lines: Number(row.lines),
    paidLines,
    note: row.note,
    createdAt: row.created_at.toISOString(),
    transactions,
    leftOut: await readLeftOut(db, companyId, id),
  }
}

/** The network fee, in satoshi, that paying the people of each payroll now would take. */
export async function feeEstimates(
  db: Db,
  payrollIds: readonly string[],
): Promise<Map<string, bigint>> {
  if (payrollIds.length === 0) return new Map()
  const node = await db
    .selectFrom('node_status')
    .select('fee_rate_sats_per_kvb as rate')
    .executeTakeFirst()
  const rate = node?.rate ?? fallbackFeeRate.elsewhere
  const { rows } = await sql<{ id: string; people: bigint; bytes: bigint }>`
    SELECT payroll_id AS id, sum(people)::bigint AS people,
      sum(9 * people + script_bytes)::bigint AS bytes
    FROM payroll_totals WHERE payroll_id = ANY(${payrollIds}::uuid[])
    GROUP BY payroll_id HAVING sum(people) > 0`.execute(db)
  return new Map(
    rows.map(({ id, people, bytes }) => {
      const target = { outputs: Number(people), outputBytes: Number(bytes), sats: 0n }
      return [id, estimatedFeeSats(target, rate)]
    }),
  )
}
