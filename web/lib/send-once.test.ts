import { expect, test, vi } from 'vitest'
import { ApiError } from './api-error.ts'
import { NotSent, retryWrite, sendOnce } from './send-once.ts'

const lost = () => new ApiError('NETWORK', 'no answer')
const refused = () => new ApiError('NOT_PENDING_APPROVAL', 'no', { status: 409 })

/**
 * A call whose outcomes come one after the other: an answer, or what is thrown. Keeps the keys and
 * the waits.
 */
function sender(...outcomes: (string | Error)[]) {
  const keys: string[] = []
  const waits: number[] = []
  const onRetry = vi.fn()
  const options = { onRetry, wait: async (ms: number) => void waits.push(ms) }
  const send = async (key = '') => {
    keys.push(key)
    const outcome = outcomes.shift()
    if (outcome instanceof Error) throw outcome
    return outcome
  }
  return {
    keys,
    waits,
    onRetry,
    retry: () => retryWrite(send, options),
    once: (request: unknown, more = {}) => sendOnce(request, send, { ...options, ...more }),
  }
}

test('an answer is lost → the write is sent again, and its answer is the outcome', async () => {
  const { retry, waits, onRetry } = sender(
    lost(),
    new ApiError('REQUEST_IN_PROGRESS', 'wait'),
    new ApiError('INTERNAL', 'the server broke down', { status: 500 }),
    'done',
  )
  expect(await retry()).toBe('done')
  expect(waits).toEqual([1000, 2000, 4000])
  expect(onRetry).toHaveBeenCalledTimes(3)
})

test('a write is refused → that is the outcome', async () => {
  const { retry, onRetry } = sender(refused(), 'done')
  await expect(retry()).rejects.toMatchObject({ code: 'NOT_PENDING_APPROVAL' })
  expect(onRetry).not.toHaveBeenCalled()
})

test('no connection for seven seconds → the write ends without an outcome', async () => {
  const { retry, waits } = sender(lost(), lost(), lost(), lost(), 'never asked for')
  await expect(retry()).rejects.toMatchObject({ code: 'NETWORK' })
  expect(waits.reduce((sum, ms) => sum + ms)).toBe(7000)
})

test('the same is asked again while its outcome is open → one key for all of it', async () => {
  const { once, keys } = sender(lost(), lost(), lost(), lost(), lost(), 'done')
  await expect(once({ pay: 'open' })).rejects.toMatchObject({ code: 'NETWORK' })
  expect(await once({ pay: 'open' })).toBe('done')
  expect(keys).toHaveLength(6)
  expect(new Set(keys).size).toBe(1)
  expect(keys[0]).toMatch(/^[0-9a-f]{32}$/)
})

test('two ask for the same at once → they share a key', async () => {
  const { once, keys } = sender('done', 'done')
  await Promise.all([once({ pay: 'twice' }), once({ pay: 'twice' })])
  expect(new Set(keys).size).toBe(1)
})

test('another body, or the same after a known outcome → another key', async () => {
  const { once, keys } = sender('done', 'done', refused(), 'done')
  await once({ pay: 1 })
  await once({ pay: 2 })
  await expect(once({ pay: 1 })).rejects.toMatchObject({ code: 'NOT_PENDING_APPROVAL' })
  await once({ pay: 1 })
  expect(new Set(keys).size).toBe(4)
})

test('a write that waits for its answer → a long outage does not end it', async () => {
  const outage = Array.from({ length: 20 }, lost)
  const { once, keys } = sender(...outage, 'done')
  expect(await once({ pay: 'patiently' }, { untilAnswered: true })).toBe('done')
  expect(keys).toHaveLength(21)
  expect(new Set(keys).size).toBe(1)
})

test('the probe gets no answer → nothing is sent', async () => {
  const { once, keys } = sender('never asked for')
  const probe = () => Promise.reject(lost())
  await expect(once({ pay: 'offline' }, { probe })).rejects.toBeInstanceOf(NotSent)
  expect(keys).toEqual([])
})

test('what an earlier press made was undone → the same again is another request', async () => {
  const { once, keys } = sender(...Array.from({ length: 4 }, lost), 'replayed', 'made now')
  await expect(once({ name: 'Ana' })).rejects.toMatchObject({ code: 'NETWORK' })
  expect(await once({ name: 'Ana' }, { isThere: async () => false })).toBe('made now')
  expect(keys.at(-2)).toBe(keys[0])
  expect(keys.at(-1)).not.toBe(keys[0])
})

test('what an earlier press made is there → its answer, and nothing is made again', async () => {
  const { once, keys } = sender(...Array.from({ length: 4 }, lost), 'replayed')
  await expect(once({ name: 'Bea' })).rejects.toMatchObject({ code: 'NETWORK' })
  expect(await once({ name: 'Bea' }, { isThere: async () => true })).toBe('replayed')
  expect(new Set(keys).size).toBe(1)
})

test('nobody can say whether it is there → the outcome stays open under its key', async () => {
  const { once, keys } = sender(...Array.from({ length: 4 }, lost), 'replayed', 'replayed')
  await expect(once({ name: 'Eva' })).rejects.toMatchObject({ code: 'NETWORK' })
  const isThere = () => Promise.reject(lost())
  await expect(once({ name: 'Eva' }, { isThere })).rejects.toMatchObject({ code: 'NETWORK' })
  await once({ name: 'Eva' }, { isThere: async () => true })
  expect(new Set(keys).size).toBe(1)
})
