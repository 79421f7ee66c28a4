import { expect, test } from 'vitest'
import type { Transaction } from '#contract/transactions.ts'
import { payWaitOf } from './pay-wait.ts'

const withdrawal: Transaction = {
  _id: 'one',
  state: 'confirmed',
  type: 'withdrawal',
  usd: 455,
  btc: '0.00500000',
  usdRate: 91_000,
  cryptoAddress: 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080',
  txid: 'ab',
  createdAt: '2026-11-23T07:00:00.000Z',
  confirmedAt: '2026-11-23T07:10:00.000Z',
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
  payroll: { _id: 'payroll', name: 'Oficina' },
}

const blocksAt = (confirmations: number) => payWaitOf({ ...withdrawal, confirmations })

test('a confirmed withdrawal is waited for until it has 100 confirmations', () => {
  expect(blocksAt(1)).toMatchObject({ kind: 'withdrawal', blocks: 99 })
  expect(blocksAt(99)).toMatchObject({ kind: 'withdrawal', blocks: 1 })
  expect(blocksAt(100)).toBeNull()
})

test('a removed deposit is waited for as such, any other as a spend', () => {
  const removed = { ...withdrawal, state: 'removed' as const, confirmations: 0 }
  expect(payWaitOf({ ...removed, type: 'receive' })?.kind).toBe('deposit')
  expect(payWaitOf({ ...removed, type: 'send' })?.kind).toBe('spend')
  expect(payWaitOf(removed)?.kind).toBe('spend')
})

test('nothing else is waited for', () => {
  expect(payWaitOf({ ...withdrawal, type: 'send' })).toBeNull()
  expect(payWaitOf({ ...withdrawal, state: 'unconfirmed', confirmations: 0 })).toBeNull()
})
