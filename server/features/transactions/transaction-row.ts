import { sql } from 'kysely'
import type { Transaction } from '#contract/transactions.ts'
import { toWireWait } from '#contract/wire-names.ts'
import { amountAt, btcText, toPaidFeeRate, usdNumber } from '#domain/money.ts'
import type { SignerFaultCode } from '#domain/signer-faults.ts'
import { deriveFundingAddresses } from '#server/features/chain/index.ts'
import type { Db } from '#server/platform/db/database.ts'
import { answerLanguage } from '#server/platform/http/answer-language.ts'
import { readFailure } from './failure.ts'

/** The version of the child of `t` that is sent or was mined: only this one adds to the fee. */
export const newestChild = sql<{ fee_sats: bigint | null; vsize: number | null }>`(
  SELECT c.fee_sats, c.vsize FROM transactions c
  WHERE c.cpfp_parent_id = t.id AND c.txid IS NOT NULL AND (c.live OR c.state = 'confirmed')
  ORDER BY c.version DESC LIMIT 1)`

export function selectTransactions(db: Db) {
  return (
    db
      .selectFrom('transactions as t')
      .innerJoin('payrolls as p', 'p.id', 't.payroll_id')
      // A child counts as part of the fee and has no row of its own.
      .leftJoinLateral(newestChild.as('child'), (join) => join.onTrue())
      .leftJoinLateral(
        ({ selectFrom }) =>
          selectFrom('transactions as v')
            .select(['v.id', 'v.txid'])
            // The next version that was signed.
            .whereRef('v.root_id', '=', 't.root_id')
            .whereRef('v.version', '>', 't.version')
            .where('t.state', 'in', ['removed', 'failed'])
            .where('v.txid', 'is not', null)
            .orderBy('v.version')
            .limit(sql.lit(1))
            .as('newer'),
        (join) => join.onTrue(),
      )
      .leftJoin('withdrawals as w', 'w.id', 't.withdrawal_id')
      .where('t.cpfp_parent_id', 'is', null)
      .select([
        'w.address as destination',
        't.id',
        't.state',
        't.type',
        't.live',
        't.usd_cents',
        't.sats',
        't.rate_usd_cents_per_btc',
        't.txid',
        't.created_at',
        't.confirmed_at',
        't.height',
        't.fee_sats',
        't.fee_rate_sats_per_kvb',
        't.vsize',
        't.waiting_for',
        't.failure',
        't.rejection_reason',
        't.sheet_id',
        't.position',
        't.payroll_id',
        'p.name as payroll_name',
        'child.fee_sats as child_fee_sats',
        'child.vsize as child_vsize',
        'newer.id as newer_id',
        'newer.txid as newer_txid',
      ])
      .select(
        sql<boolean>`t.withdrawal_id IS NOT NULL AND EXISTS (SELECT FROM orders o
          WHERE o.id = t.order_id AND o.change_order_id IS NOT NULL)`.as('is_sweep'),
      )
      .select(sql<SignerFaultCode | null>`t.signer_fault ->> 'code'`.as('fault_code'))
      .select(({ selectFrom }) => [
        selectFrom('blocks')
          .select(({ fn }) => fn.max('height').as('height'))
          .as('tip_height'),
        selectFrom('transactions as sibling')
          .select(({ fn }) => fn.countAll<bigint>().as('count'))
          .whereRef('sibling.sheet_id', '=', 't.sheet_id')
          .whereRef('sibling.root_id', '=', 'sibling.id')
          .as('payment_count'),
      ])
  )
}

export type TransactionRow = Awaited<
  ReturnType<ReturnType<typeof selectTransactions>['execute']>
>[number]

/** The fee rate in sat/vB, with the child. */
function feeRateOf({
  fee_sats,
  vsize,
  child_fee_sats,
  child_vsize,
  ...row
}: TransactionRow): number | null {
  if (child_fee_sats === null || child_vsize === null || fee_sats === null || vsize === null) {
    return row.fee_rate_sats_per_kvb === null ? null : Number(row.fee_rate_sats_per_kvb) / 1000
  }
  return Number(toPaidFeeRate(fee_sats + child_fee_sats, vsize + child_vsize)) / 1000
}

type Addresses = Awaited<ReturnType<typeof deriveFundingAddresses>>

/** Transactions for people, with the derived addresses of their payrolls. */
export async function toTransactions(
  db: Db,
  rows: readonly TransactionRow[],
): Promise<Transaction[]> {
  const addresses = await deriveFundingAddresses(db, [
    ...new Set(rows.flatMap((row) => (row.destination === null ? [row.payroll_id] : []))),
  ])
  return rows.map((row) => toTransaction(row, addresses))
}

function toTransaction(row: TransactionRow, addresses: Addresses): Transaction {
  const rate = row.rate_usd_cents_per_btc
  const feeSats = row.fee_sats === null ? null : row.fee_sats + (row.child_fee_sats ?? 0n)
  // No list has children.
  const type = row.type as Transaction['type']
  const depth = row.height === null ? 0 : Math.max(1, (row.tip_height ?? 0) - row.height + 1)
  return {
    _id: row.id,
    state: row.state,
    type,
    usd: usdNumber(row.usd_cents),
    btc: btcText(row.sats),
    usdRate: usdNumber(rate),
    cryptoAddress: row.destination ?? addresses.get(row.payroll_id) ?? '',
    txid: row.txid?.toString('hex') ?? null,
    createdAt: row.created_at.toISOString(),
    confirmedAt: row.confirmed_at?.toISOString() ?? null,
    confirmations: depth,
    networkFee: feeSats === null ? null : amountAt(feeSats, rate),
    feeRate: feeRateOf(row),
    vsize: row.vsize,
    replacedBy:
      row.newer_id && row.newer_txid
        ? { _id: row.newer_id, txid: row.newer_txid.toString('hex') }
        : null,
    waitingFor: row.waiting_for && toWireWait(row.waiting_for),
    ...readFailure(row, answerLanguage()),
    payment: row.sheet_id
      ? { _id: row.sheet_id, index: row.position, count: Number(row.payment_count) }
      : null,
    payroll: { _id: row.payroll_id, name: row.payroll_name },
    ...(row.is_sweep && { sweep: true as const }),
  }
}
