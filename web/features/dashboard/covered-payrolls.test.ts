import { expect, test } from 'vitest'
import type { Payroll } from '#contract/payrolls.ts'
import type { Transaction } from '#contract/transactions.ts'
import { coverPayrolls, missingOf } from './covered-payrolls.ts'

const payroll = (name: string, changes: Partial<Payroll>): Payroll => ({
  _id: name,
  name,
  description: '',
  type: 'REGULAR',
  companyId: 'company',
  createdAt: '2026-11-01T00:00:00.000Z',
  cryptoAddress: '',
  totalAmount: 1000,
  lastTransaction: null,
  employees: 2,
  balance: { usdBalance: 0, btcBalance: '0.00000000' },
  spendableBtc: '0.00000000',
  feeEstimate: { btc: '0.00001000', usd: 1 },
  ...changes,
})
const holding = (btcBalance: string, spendableBtc = btcBalance) => ({
  balance: { usdBalance: 0, btcBalance },
  spendableBtc,
})

/** 1 BTC = $100,000, so that $1,000 is 0.01 BTC. */
const cover = (payrolls: Payroll[], kept: { paying?: string[]; keeping?: string[] } = {}) =>
  coverPayrolls(payrolls, {
    paying: new Set(kept.paying),
    keeping: new Set(kept.keeping),
    price: 100_000,
  })

test('the least covered payroll comes first, and equals by name', () => {
  const rows = cover([
    payroll('enough', holding('0.02000000')),
    payroll('tight', holding('0.01002000')),
    payroll('b short', holding('0.00500000')),
    payroll('a short', holding('0.00999000')),
  ])
  expect(rows.map((row) => [row.payroll.name, row.coverage, row.percent])).toEqual([
    ['a short', 'missing', 99],
    ['b short', 'missing', 50],
    ['tight', 'tight', 100],
    ['enough', 'covered', 200],
  ])
})

test('a payroll without people is neither covered nor short', () => {
  expect(cover([payroll('empty', { employees: 0, totalAmount: 0 })])).toEqual([])
})

test('the shortfall includes fee and head, in both currencies, over all payrolls', () => {
  const rows = cover([
    payroll('half', holding('0.00500000')),
    payroll('nothing', {}),
    payroll('enough', holding('0.02000000')),
  ])
  expect(missingOf(rows)).toEqual({ usd: 1504, btc: '0.01504000' })
  expect(missingOf(cover([payroll('enough', holding('0.02000000'))]))).toBeNull()
})

test('an unconfirmed deposit covers nothing yet, and is not asked for again', () => {
  const rows = cover([
    payroll('waits', holding('0.02000000', '0.00000000')),
    payroll('waits and lacks', holding('0.00500000', '0.00000000')),
  ])
  expect(rows[0]).toMatchObject({ coverage: 'missing', percent: 0, restUsd: 502 })
  expect(missingOf(rows)).toEqual({ usd: 502, btc: '0.00502000' })
  expect(rows[1]).toMatchObject({
    coverage: 'coming',
    percent: 0,
    spendable: { usd: 0, btc: '0.00000000' },
    pendingUsd: 2000,
    pendingUse: 'arriving',
  })
})

test('a payroll whose pay is planned lacks nothing: its UTXOs are kept for it', () => {
  const kept = { paying: ['pays'], keeping: ['pays'] }
  const [row] = cover([payroll('pays', holding('0.01000500', '0.00000500'))], kept)
  expect(row).toMatchObject({
    coverage: 'covered',
    percent: 100,
    pendingUsd: 1000,
    pendingUse: 'reserved',
  })
  expect(row && missingOf([row])).toBeNull()
})

test('UTXOs kept for a withdrawal leave the payroll: they cover nothing', () => {
  const [row] = cover([payroll('gives', holding('0.02000000', '0.00000000'))], {
    keeping: ['gives'],
  })
  expect(row).toMatchObject({ coverage: 'missing', percent: 0, pendingUse: 'reserved' })
})

const paidBy = (changes: Partial<Transaction>): Transaction => ({
  _id: 'payment',
  state: 'confirmed',
  type: 'send',
  usd: 1000,
  btc: '0.01000000',
  usdRate: 100_000,
  cryptoAddress: '',
  txid: 'ab'.repeat(32),
  createdAt: '2026-11-22T21:26:00.000Z',
  confirmedAt: '2026-11-22T21:27:00.000Z',
  confirmations: 1,
  networkFee: null,
  feeRate: null,
  vsize: null,
  replacedBy: null,
  waitingFor: null,
  failure: null,
  failureMessage: null,
  reason: null,
  payment: null,
  payroll: { _id: 'paid', name: 'paid' },
  ...changes,
})
const paydayAfter = (changes: Partial<Transaction>) =>
  cover([payroll('paid', { lastTransaction: paidBy(changes) })])[0]

test('a payroll that was just paid is paid, lacks nothing and comes last', () => {
  const rows = cover([payroll('paid', { lastTransaction: paidBy({}) }), payroll('short', {})])
  expect(rows.map((row) => row.payday)).toEqual([
    null,
    { state: 'paid', at: '2026-11-22T21:27:00.000Z' },
  ])
  expect(missingOf(rows)).toMatchObject({ usd: 1002 })
})

test('a payment that waits for its block is sent at the time of the press', () => {
  const waiting = paydayAfter({ state: 'unconfirmed', confirmedAt: null })
  expect(waiting?.payday).toEqual({ state: 'sent', at: '2026-11-22T21:26:00.000Z' })
})

test('a deposit or a failed payment after a payday asks for cover again', () => {
  expect(paydayAfter({ type: 'receive' })?.payday).toBeNull()
  expect(paydayAfter({ state: 'failed' })?.payday).toBeNull()
})
