import { expect, test, vi } from 'vitest'
import { z } from 'zod/mini'
import { server } from '#web/testing/server.ts'
import { call } from './api.ts'
import { ApiError } from './api-error.ts'
import { whileDatabaseAway } from './database-away.ts'
import { retryWrite } from './send-once.ts'

const away = () => new ApiError('DATABASE_UNAVAILABLE', 'away', { status: 503 })
const refused = () => new ApiError('EMAIL_TAKEN', 'no', { status: 409 })

/** Fails `times` times and then succeeds; sums up how long was waited. */
function outage(times: number, end: string | Error = 'done') {
  let asked = 0
  let waitedMs = 0
  return {
    send: async () => {
      asked += 1
      if (asked <= times) throw away()
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

test('a write without a key of its own → it gets one, and is sent again under it', async () => {
  const path = '/companies/payrolls/payroll-1'
  server.refuse('DELETE', path, 'DATABASE_UNAVAILABLE')
  const deleted = call(z.null(), path, { method: 'DELETE' })
  const keys = () =>
    server.requests('DELETE', path).map(({ headers }) => headers.get('idempotency-key'))
  await vi.waitFor(() => expect(keys()).toHaveLength(1))
  server.answer('DELETE', path, z.null(), null)
  expect(await deleted).toBeNull()
  expect(keys()[1]).toBe(keys()[0])
  expect(keys()[0]).toMatch(/^[0-9a-f]{32}$/)
})

test('what the server keeps under no key → nobody repeats it', async () => {
  const path = '/users/password'
  server.refuse('PATCH', path, 'DATABASE_UNAVAILABLE')
  await expect(call(z.null(), path, { method: 'PATCH' })).rejects.toMatchObject({
    isDatabaseAway: true,
  })
  expect(server.requests('PATCH', path)).toHaveLength(1)
})
