import { afterEach, expect, test, vi } from 'vitest'
import { fetchOnce, readEarly } from './early-answers.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

/** Each answer is the number of the request. */
function counting(lost: readonly number[] = []) {
  let requests = 0
  const fetched = vi.fn(async () => {
    requests += 1
    if (lost.includes(requests)) throw new TypeError('Failed to fetch')
    return new Response(String(requests))
  })
  vi.stubGlobal('fetch', fetched)
  return fetched
}
const get = async (token: string, path = '/api/v1/payrolls/7', method = 'GET') =>
  (await fetchOnce(path, { method, headers: { Authorization: `Bearer ${token}` } })).text()

test('what was read early is not read again, the first time', async () => {
  const fetched = counting()
  readEarly('/payrolls/7', 'mine', 'es')
  expect(await get('mine')).toBe('1')
  expect(fetched).toHaveBeenCalledTimes(1)
  expect(await get('mine')).toBe('2')
})

test('nobody gets what was read with another token', async () => {
  counting()
  readEarly('/payrolls/7', 'mine', 'es')
  expect(await get('theirs')).toBe('2')
})

test('a write is never answered by a read, nor one address by another', async () => {
  counting()
  readEarly('/payrolls/7', 'mine', 'es')
  expect(await get('mine', '/api/v1/payrolls/7', 'DELETE')).toBe('2')
  expect(await get('mine', '/api/v1/payrolls/8')).toBe('3')
})

test('what was lost is read again', async () => {
  counting([1])
  readEarly('/payrolls/7', 'mine', 'es')
  expect(await get('mine')).toBe('2')
})

test('what is older than ten seconds is read again', async () => {
  vi.useFakeTimers()
  counting()
  readEarly('/payrolls/7', 'mine', 'es')
  vi.setSystemTime(Date.now() + 10_001)
  expect(await get('mine')).toBe('2')
})
