import { expect, test } from 'vitest'
import type { Payroll } from '#contract/payrolls.ts'
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
    payroll('tight', holding('0.01001000')),
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

test('what is missing includes the fee, in both currencies, over all payrolls that are short', () => {
  const rows = cover([
    payroll('half', holding('0.00500000')),
    payroll('nothing', {}),
    payroll('enough', holding('0.02000000')),
  ])
  expect(missingOf(rows)).toEqual({ usd: 1502, btc: '0.01502000' })
  expect(missingOf(cover([payroll('enough', holding('0.02000000'))]))).toBeNull()
})

test('an unconfirmed deposit covers nothing yet, and is not asked for again', () => {
  const rows = cover([
    payroll('waits', holding('0.02000000', '0.00000000')),
    payroll('waits and lacks', holding('0.00500000', '0.00000000')),
  ])
  expect(rows[0]).toMatchObject({ coverage: 'missing', percent: 0, restUsd: 501 })
  expect(missingOf(rows)).toEqual({ usd: 501, btc: '0.00501000' })
  expect(rows[1]).toMatchObject({
    coverage: 'coming',
    percent: 0,
    spendable: { usd: 0, btc: '0.00000000' },
    pendingUsd: 2000,
    pendingUse: 'arriving',
  })
})

test('a payroll whose pay is planned lacks nothing: its coins are kept for it', () => {
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

test('coins kept for a withdrawal leave the payroll: they cover nothing', () => {
  const [row] = cover([payroll('gives', holding('0.02000000', '0.00000000'))], {
    keeping: ['gives'],
  })
  expect(row).toMatchObject({ coverage: 'missing', percent: 0, pendingUse: 'reserved' })
})
