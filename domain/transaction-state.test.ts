import { expect, test } from 'vitest'
import { paymentState } from './transaction-state.ts'

test('a run shows what still waits before what is done', () => {
  expect(paymentState(['confirmed', 'pendingApproval', 'signed'])).toBe('pendingApproval')
  expect(paymentState(['confirmed', 'removed', 'unconfirmed'])).toBe('removed')
  expect(paymentState(['confirmed', 'unconfirmed'])).toBe('unconfirmed')
  expect(paymentState(['confirmed', 'confirmed'])).toBe('confirmed')
  expect(paymentState(['rejected', 'rejected'])).toBe('rejected')
  expect(paymentState(['confirmed', 'failed'])).toBe('failed')
})
