import { expect, test } from 'vitest'
import type { PaymentPreview } from '#contract/payments.ts'
import { makePreview } from '#web/testing/fixtures.ts'
import { payabilityOf } from './payability.ts'

const ready: PaymentPreview = {
  ...makePreview(),
  totalUsd: 14020.5,
  bitcoinUsd: 14020.5,
  totalBtc: '0.15325904',
  usdRate: 91482.37,
  rateAt: '2026-11-21T14:00:00.000Z',
  employees: 12,
  transactions: 1,
  gatherings: 0,
  networkFee: { btc: '0.00002011', usd: 1.84 },
  feeRate: 2,
  spendableBtc: '0.15863559',
  enough: true,
  missing: { btc: '0.00000000', usd: 0 },
  problems: [],
  resumes: null,
  lastPaid: null,
  previewHash: '',
  needsCode: false,
  reasons: [],
  waits: null,
  waitsFor: null,
  targets: [],
  untracked: [],
}

const short: PaymentPreview = {
  ...ready,
  spendableBtc: '0.10000000',
  enough: false,
  missing: { btc: '0.05327915', usd: 4874.11 },
  problems: [{ code: 'INSUFFICIENT_FUNDS', message: 'short' }],
}

test('what stays is what is there less salaries and fee, to the satoshi', () => {
  expect(payabilityOf(ready, 0n)).toEqual({
    leaves: { btc: '0.15327915', usd: 14022.34 },
    inProgress: null,
    untracked: null,
    uncertain: null,
    obstacles: [],
    paidBefore: null,
    periodPaid: null,
    consolidates: false,
    short: null,
    available: { btc: '0.15863559', usd: 14512.36 },
    rest: { btc: '0.00535644', usd: 490.02 },
  })
})

test('the reserve is taken off → what is missing, in bitcoin and dollars', () => {
  const toFund = { btc: '0.05487761', usd: 5020.34, reserveUsd: 146.23 }
  expect(payabilityOf({ ...short, toFund }, 0n).short?.toDeposit).toEqual({
    btc: '0.05327915',
    usd: 4874.11,
  })
})

test('enough is on its way → nothing to deposit', () => {
  const nothing = { btc: '0.00000000', usd: 0, reserveUsd: 0 }
  const { short: shown } = payabilityOf({ ...short, toFund: nothing }, 5_327_915n)
  expect(shown).toEqual({ incoming: { btc: '0.05327915', usd: 4874.1 }, toDeposit: null })
})

test('an obstacle that concerns several people is said once', () => {
  const dust = { code: 'DUST_SALARY' as const, message: 'too small: Ana, Luis' }
  const problems = [
    { ...dust, employeeId: 'ana' },
    { ...dust, employeeId: 'luis' },
  ]
  expect(payabilityOf({ ...ready, problems }, 0n).obstacles).toEqual([dust.message])
})

test('an earlier run is a question, not an obstacle', () => {
  const lastPaid = { _id: 'earlier', at: '2026-11-20T14:00:00.000Z' }
  const problems = [{ code: 'ALREADY_PAID' as const, message: 'paid' }]
  const payability = payabilityOf({ ...ready, lastPaid, problems }, 0n)
  expect(payability.paidBefore).toEqual(lastPaid)
  expect(payability.obstacles).toEqual([])
  expect(payabilityOf({ ...ready, lastPaid }, 0n).paidBefore).toBeNull()
})

test('a part is in dollars → only the part in bitcoin and the fee leave', () => {
  const split = { ...ready, totalUsd: 20000, dollarsUsd: 5979.5, dollarsPeople: 14 }
  expect(payabilityOf(split, 0n).leaves).toEqual({ btc: '0.15327915', usd: 14022.34 })
})
