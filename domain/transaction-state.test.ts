import { expect, test } from 'vitest'
import { paymentState, runState } from './transaction-state.ts'

test('a run shows what still waits before what is done', () => {
  expect(paymentState(['confirmed', 'pendingApproval', 'signed'])).toBe('pendingApproval')
  expect(paymentState(['confirmed', 'removed', 'unconfirmed'])).toBe('removed')
  expect(paymentState(['confirmed', 'unconfirmed'])).toBe('unconfirmed')
  expect(paymentState(['confirmed', 'confirmed'])).toBe('confirmed')
  expect(paymentState(['rejected', 'rejected'])).toBe('rejected')
  expect(paymentState(['confirmed', 'failed'])).toBe('failed')
})

test('what can no longer confirm ends its run, as rejected where the run was cancelled', () => {
  const batch = { state: 'removed', type: 'send', live: false } as const
  const cancelled = { state: 'confirmed', type: 'cancel', live: false } as const
  const paid = { state: 'confirmed', type: 'send', live: false } as const
  expect(runState([{ ...batch, live: true }])).toBe('removed')
  expect(runState([batch])).toBe('failed')
  expect(runState([paid, batch])).toBe('failed')
  expect(runState([cancelled])).toBe('rejected')
  expect(runState([cancelled, batch])).toBe('rejected')
  expect(runState([cancelled, { ...batch, state: 'failed' }])).toBe('rejected')
  expect(runState([cancelled, { ...batch, live: true }])).toBe('removed')
  expect(runState([paid, cancelled])).toBe('failed')
  expect(runState([paid, paid])).toBe('confirmed')
})
