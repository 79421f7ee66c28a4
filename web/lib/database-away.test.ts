import { expect, test } from 'vitest'
import { ApiError } from './api-error.ts'
import { whileDatabaseAway } from './database-away.ts'
import { retryWrite } from './send-once.ts'

const away = () => new ApiError('DATABASE_UNAVAILABLE', 'away', { status: 503 })
const refused = () => new ApiError('EMAIL_TAKEN', 'no', { status: 409 })

/** Fails `times` times and then succeeds; sums up how long was waited. */
function outage(times: number, end: string | Error = 'done') {
  let calls = 0
  let waitedMs = 0
  return {
    send: async () => {
      calls += 1
      if (calls <= times) throw away()
      if (end instanceof Error) throw end
      return end
    },
    wait: async (ms: number) => {
      waitedMs += ms
    },
    waitedMs: () => waitedMs,
  }
}

test('the database is away for 20 s → what was asked is done when it is back', async () => {
  const { send, wait, waitedMs } = outage(10)
  expect(await whileDatabaseAway(send, wait)).toBe('done')
  expect(waitedMs()).toBe(20_000)
})

test('a refusal after an outage → the refusal', async () => {
  const { send, wait } = outage(2, refused())
  await expect(whileDatabaseAway(send, wait)).rejects.toMatchObject({ code: 'EMAIL_TAKEN' })
})

test('the database stays away for a minute → the call ends with that', async () => {
  const { send, wait, waitedMs } = outage(1000)
  await expect(whileDatabaseAway(send, wait)).rejects.toMatchObject({ isDatabaseAway: true })
  expect(waitedMs()).toBe(60_000)
})

test('a write under a key waits out a failover, and gives up after a minute', async () => {
  const failover = outage(8)
  expect(await retryWrite(failover.send, failover)).toBe('done')
  expect(failover.waitedMs()).toBeGreaterThan(20_000)
  const long = outage(1000)
  await expect(retryWrite(long.send, long)).rejects.toMatchObject({ isDatabaseAway: true })
  expect(long.waitedMs()).toBe(59_000)
})
