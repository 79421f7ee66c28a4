import { expect, test } from 'vitest'
import { canMove, paymentState, statesBefore, transactionStates } from './transaction-state.ts'

test('nothing leaves a final state', () => {
  for (const to of transactionStates) {
    expect(canMove('rejected', to)).toBe(false)
    expect(canMove('failed', to)).toBe(false)
  }
})

test('what was signed is never planned or rejected again', () => {
  for (const from of ['signed', 'unconfirmed', 'confirmed', 'removed'] as const) {
    expect(canMove(from, 'pendingApproval')).toBe(false)
    expect(canMove(from, 'rejected')).toBe(false)
    expect(canMove(from, 'signed')).toBe(false)
  }
})

test('a confirmed transaction cannot fail without having left its block first', () => {
  expect(canMove('confirmed', 'failed')).toBe(false)
  expect(canMove('confirmed', 'unconfirmed')).toBe(true)
})

test('the guard of an update names exactly the states that may move there', () => {
  expect(statesBefore('confirmed')).toEqual(['signed', 'unconfirmed', 'removed'])
  expect(statesBefore('unconfirmed')).toEqual(['signed', 'confirmed', 'removed'])
})

test('a run shows what still waits before what is done', () => {
  expect(paymentState(['confirmed', 'pendingApproval', 'signed'])).toBe('pendingApproval')
  expect(paymentState(['confirmed', 'removed', 'unconfirmed'])).toBe('removed')
  expect(paymentState(['confirmed', 'unconfirmed'])).toBe('unconfirmed')
  expect(paymentState(['confirmed', 'confirmed'])).toBe('confirmed')
  expect(paymentState(['rejected', 'rejected'])).toBe('rejected')
  expect(paymentState(['confirmed', 'failed'])).toBe('failed')
})
