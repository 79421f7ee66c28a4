import { sql } from 'kysely'
import type { Transaction } from '#contract/transactions.ts'
import { amountAt, btcText, paidFeeRate, usdNumber } from '#domain/money.ts'
import type { Db } from '#server/platform/database.ts'

/** Of the versions of a transaction people see one: see server/migrations/0051_versions_by_number.sql. */
export const isCurrent = sql<boolean>`is_current(t)`

export function selectTransactions(db: Db) {
  return (
    db
      .selectFrom('transactions as t')
      .innerJoin('payrolls as p', 'p.id', 't.payroll_id')
      // What spends its change to have it mined sooner is a part of its fee, and no row.
      .leftJoinLateral(
        ({ selectFrom }) =>
          selectFrom('transactions as c')
            .whereRef('c.cpfp_parent_id', '=', 't.id')
            .where('c.state', 'in', ['signed', 'unconfirmed', 'confirmed', 'removed'])
            .select(({ fn }) => [
              fn.sum<string | null>('c.fee_sats').as('fee_sats'),
              fn.sum<string | null>('c.vsize').as('vsize'),
            ])
            .as('children'),
        (join) => join.onTrue(),
      )
      .leftJoinLateral(
        ({ selectFrom }) =>
          selectFrom('transactions as v')
            .select(['v.id', 'v.txid'])
            // The next one that was signed.
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
      .select(({ fn }) => fn.coalesce('w.address', 'p.address').as('address'))
      .select([
        't.id',
        't.state',
        't.type',
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
        't.payment_id',
        't.position',
        't.payroll_id',
        'p.name as payroll_name',
        'children.fee_sats as children_fee_sats',
        'children.vsize as children_vsize',
        'newer.id as newer_id',
        'newer.txid as newer_txid',
      ])
      .select(({ selectFrom }) => [
        selectFrom('blocks')
          .select(({ fn }) => fn.max('height').as('height'))
          .as('tip_height'),
        selectFrom('transactions as sibling')
          .select(({ fn }) => fn.countAll<bigint>().as('count'))
          .whereRef('sibling.payment_id', '=', 't.payment_id')
          .whereRef('sibling.root_id', '=', 'sibling.id')
          .as('payment_count'),
      ])
  )
}

export type Row = Awaited<ReturnType<ReturnType<typeof selectTransactions>['execute']>>[number]

/** What was paid for it, its children counted, in sat/vB. */
function feeRateOf({ fee_sats, vsize, children_fee_sats, ...row }: Row): number | null {
  if (children_fee_sats === null || fee_sats === null || vsize === null) {
    return row.fee_rate_sats_per_kvb === null ? null : Number(row.fee_rate_sats_per_kvb) / 1000
  }
  const fee = fee_sats + BigInt(children_fee_sats)
  return Number(paidFeeRate(fee, vsize + Number(row.children_vsize))) / 1000
}

export function toTransaction(row: Row): Transaction {
  const rate = row.rate_usd_cents_per_btc
  const feeSats = row.fee_sats === null ? null : row.fee_sats + BigInt(row.children_fee_sats ?? 0)
  // Children are left out of every list.
  const type = row.type as Transaction['type']
  const depth = row.height === null ? 0 : Math.max(1, (row.tip_height ?? 0) - row.height + 1)
  return {
    _id: row.id,
    state: row.state,
    type,
    usd: usdNumber(row.usd_cents),
    btc: btcText(row.sats),
    usdRate: usdNumber(rate),
    cryptoAddress: row.address,
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
    waitingFor: row.waiting_for,
    failure: row.failure,
    payment: row.payment_id
      ? { _id: row.payment_id, index: row.position, count: Number(row.payment_count) }
      : null,
    payroll: { _id: row.payroll_id, name: row.payroll_name },
  }
}
