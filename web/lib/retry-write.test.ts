import { expect, test } from 'vitest'
import { ApiError } from './api-error.ts'
import { retryWrite } from './retry-write.ts'

const lost = () => new ApiError('NETWORK', 'no answer')
/** Each call gives the next of these: an answer, or what is thrown. */
function sender(...outcomes: (string | Error)[]) {
  const waits: number[] = []
  const send = async () => {
    const outcome = outcomes.shift()
    if (outcome instanceof Error) throw outcome
    return outcome
  }
  return { waits, run: () => retryWrite(send, async (ms) => void waits.push(ms)) }
}

test('an answer that was lost is asked for again, and is the first one’s', async () => {
  const { run, waits } = sender(lost(), new ApiError('REQUEST_IN_PROGRESS', 'wait'), 'done')
  expect(await run()).toBe('done')
  expect(waits).toEqual([1000, 2000])
})

test('a refusal is an outcome', async () => {
  const { run, waits } = sender(new ApiError('NOT_PENDING_APPROVAL', 'no', { status: 409 }), 'done')
  await expect(run()).rejects.toMatchObject({ code: 'NOT_PENDING_APPROVAL' })
  expect(waits).toEqual([])
})

test('without a connection it ends after seven seconds, and says that it does not know', async () => {
  const { run, waits } = sender(lost(), lost(), lost(), lost(), 'never asked for')
  await expect(run()).rejects.toMatchObject({ code: 'NETWORK' })
  expect(waits.reduce((sum, ms) => sum + ms)).toBe(7000)
})
