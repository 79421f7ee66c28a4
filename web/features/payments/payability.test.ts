import { expect, test } from 'vitest'
import type { PaymentPreview } from '#contract/payments.ts'
import { payabilityOf } from './payability.ts'

const ready: PaymentPreview = {
  totalUsd: 14020.5,
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
    inProgress: null,
    ahead: null,
    obstacles: [],
    paidBefore: null,
    short: null,
    available: { btc: '0.15863559', usd: 14512.36 },
    rest: { btc: '0.00535644', usd: 490.02 },
  })
})

test('what is on its way is not asked for again', () => {
  expect(payabilityOf(short, 0n).short?.toDeposit).toEqual({ btc: '0.05327915', usd: 4874.11 })
  expect(payabilityOf(short, 5_000_000n).short?.toDeposit?.btc).toBe('0.00327915')
  expect(payabilityOf(short, 5_327_915n).short?.toDeposit).toBeNull()
})

test('the dollars of a deposit suffice: they are rounded up', () => {
  // 1 satoshi at this rate is 0.09 cents.
  const payability = payabilityOf({ ...short, missing: { btc: '0.00000001', usd: 0.01 } }, 0n)
  expect(payability.short?.toDeposit?.usd).toBe(0.01)
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
