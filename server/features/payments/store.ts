import { sql } from 'kysely'
import type { Payment } from '#contract/payments.ts'
import type { Transaction } from '#contract/transactions.ts'
import { estimatedFeeSats } from '#domain/coin-selection.ts'
import { fallbackFeeRate } from '#domain/fees.ts'
import { btcText, centsFromSats, usdNumber } from '#domain/money.ts'
import { paymentState, type TransactionState } from '#domain/transaction-state.ts'
import { paymentTransactions } from '#server/features/transactions/index.ts'
import type { Db } from '#server/platform/database.ts'
import { readLeftOut } from './leave.ts'

/** A run that was cancelled paid nobody, and ends as one that was refused. */
const stateInRun = ({ state, type }: Transaction): TransactionState =>
  type === 'cancel' && state === 'confirmed' ? 'rejected' : state

/** On its way as far as it can be now: in the mempool, or waiting for something that takes time. */
export async function isUnderWay(db: Db, companyId: string, paymentId: string): Promise<boolean> {
  const moving = await db
    .selectFrom('transactions as t')
    .select('t.id')
    .where('t.company_id', '=', companyId)
    .where('t.payment_id', '=', paymentId)
    .where('t.state', 'in', ['pendingApproval', 'signed'])
    .where(sql<boolean>`is_current(t) AND t.waiting_for IS DISTINCT FROM 'approval'
      AND t.waiting_for IS DISTINCT FROM 'operator'
      AND t.waiting_for IS DISTINCT FROM 'feeder'`)
    .limit(sql.lit(1))
    .executeTakeFirst()
  return moving === undefined
}

/** One run as the API shows it; null where the company has no such payment. */
export async function readPayment(db: Db, companyId: string, id: string): Promise<Payment | null> {
  // First: a block may come in between, and nothing is confirmed before its lines are paid.
  const transactions = await paymentTransactions(db, companyId, id)
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
      selectFrom('transactions as t')
        .leftJoin('transactions as c', (join) =>
          join
            .on((eb) =>
              eb.or([eb('c.id', '=', eb.ref('t.id')), eb('c.cpfp_parent_id', '=', eb.ref('t.id'))]),
            )
            .on('c.state', 'not in', ['rejected', 'failed']),
        )
        .select(({ fn }) => fn.sum<string>('c.fee_sats').as('fee'))
        .whereRef('t.payment_id', '=', 'p.id')
        .where(sql<boolean>`is_current(t)`)
        .as('fee_sats'),
    ])
    .where('p.company_id', '=', companyId)
    .where('p.id', '=', id)
    .executeTakeFirst()
  if (!row) return null
  const feeSats = BigInt(row.fee_sats ?? 0)
  const state = paymentState(transactions.map(stateInRun))
  const allPaid = row.paid_lines === row.lines
  return {
    _id: row.id,
    // What failed of it counts no more once the rest has paid those people.
    state: state === 'failed' && allPaid ? 'confirmed' : state,
    totalUsd: usdNumber(row.total_usd_cents),
    totalBtc: btcText(row.total_sats),
    usdRate: usdNumber(row.rate_usd_cents_per_btc),
    networkFee: {
      btc: btcText(feeSats),
      usd: usdNumber(centsFromSats(feeSats, row.rate_usd_cents_per_btc)),
    },
    lines: Number(row.lines),
    paidLines: Number(row.paid_lines),
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
