import { expect, test, vi } from 'vitest'
import type { Payment } from '#contract/payments.ts'
import { ApiError } from '#web/lib/api-error.ts'
import { NothingSent, type PayCalls, payOnce } from './pay-once.ts'

const payment = { _id: 'new', state: 'unconfirmed' } as Payment
const lost = new ApiError('NETWORK', 'lost')

function calls(parts: Partial<PayCalls>): PayCalls {
  return {
    newestPaymentId: async () => 'old',
    run: async () => payment,
    read: async () => payment,
    wait: async () => undefined,
    onLooking: vi.fn(),
    ...parts,
  }
}

/** Answers one after the other, the last one for ever; an error is thrown. */
function answers(...list: readonly (string | null | Error)[]) {
  let next = 0
  return async () => {
    const answer = list[Math.min(next, list.length - 1)]
    next += 1
    if (answer instanceof Error) throw answer
    return answer ?? null
  }
}

test('an answer is the outcome, and nobody looks further', async () => {
  const all = calls({})
  expect(await payOnce(all)).toBe(payment)
  expect(all.onLooking).not.toHaveBeenCalled()
})

test('a refusal is the outcome too', async () => {
  const refusal = new ApiError('INSUFFICIENT_FUNDS', 'short', { status: 409 })
  await expect(payOnce(calls({ run: () => Promise.reject(refusal) }))).rejects.toBe(refusal)
})

test('without a connection nothing is sent', async () => {
  const run = vi.fn()
  const paying = payOnce(calls({ newestPaymentId: answers(lost), run }))
  await expect(paying).rejects.toMatchObject({ because: 'offline' })
  expect(run).not.toHaveBeenCalled()
})

test('a payment whose answer was lost is found, also when the connection takes its time', async () => {
  const all = calls({
    newestPaymentId: answers('old', lost, lost, 'old', 'new'),
    run: () => Promise.reject(lost),
  })
  expect(await payOnce(all)).toBe(payment)
  expect(all.onLooking).toHaveBeenCalledOnce()
})

test('the first payment of a payroll is found as well', async () => {
  const all = calls({ newestPaymentId: answers(null, 'new'), run: () => Promise.reject(lost) })
  expect(await payOnce(all)).toBe(payment)
})

test('a server that failed in the middle is not believed to have paid nothing', async () => {
  const failed = new ApiError('INTERNAL', 'failed', { status: 500 })
  const all = calls({ newestPaymentId: answers('old', 'new'), run: () => Promise.reject(failed) })
  expect(await payOnce(all)).toBe(payment)
})

test('a request that never arrived is told apart, without a second try of our own', async () => {
  const run = vi.fn(() => Promise.reject(lost))
  await expect(payOnce(calls({ run }))).rejects.toBeInstanceOf(NothingSent)
  expect(run).toHaveBeenCalledOnce()
})
