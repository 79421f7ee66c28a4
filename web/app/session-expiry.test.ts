import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { makeUser } from '#web/testing/fixtures.ts'

vi.mock('#web/ui/toasts.tsx', () => ({ toastWarning: vi.fn(), toastError: vi.fn() }))

const kept = new Map<string, string>()
const reload = vi.fn()
const posted: unknown[] = []
vi.stubGlobal('sessionStorage', {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, value: string) => void kept.set(key, value),
  removeItem: (key: string) => void kept.delete(key),
  clear: () => kept.clear(),
})
vi.stubGlobal(
  'BroadcastChannel',
  class {
    addEventListener = () => undefined
    postMessage = (message: unknown) => void posted.push(message)
  },
)
vi.stubGlobal('window', {
  location: {
    reload,
    origin: 'https://quincena.test',
    pathname: '/payrolls/details/7',
    search: '?page=2',
  },
})

const now = new Date('2026-11-22T15:44:00Z').getTime()
const page = '/payrolls/details/7?page=2'
const user = makeUser()

beforeEach(() => {
  vi.resetModules()
  vi.useFakeTimers({ now })
  kept.clear()
  kept.set('token', 't-1').set('user', JSON.stringify(user)).set('left-by-a-library', '1')
  posted.length = 0
  reload.mockClear()
})
afterEach(() => vi.useRealTimers())

async function load() {
  const expiry = await import('./session-expiry.ts')
  const returning = await import('#web/shared/auth/return-page.ts')
  const { toastWarning } = await import('#web/ui/toasts.tsx')
  vi.mocked(toastWarning).mockClear()
  return { ...expiry, ...returning, toastWarning }
}

test('an expired session is announced once; 3 s later the page starts again', async () => {
  const { leaveExpiredSession, toastWarning } = await load()
  leaveExpiredSession()
  leaveExpiredSession()
  expect(toastWarning).toHaveBeenCalledOnce()
  expect(posted).toHaveLength(1)
  vi.advanceTimersByTime(2_999)
  expect(kept.get('token')).toBe('t-1')
  vi.advanceTimersByTime(1)
  expect([...kept.keys()]).toEqual(['left'])
  expect(reload).toHaveBeenCalledOnce()
})

test.each([
  ['its hour was over', { at: now - 2000, by: 'idle' }, 'idle', now - 2000],
  ['its twelve hours were over', { at: now - 2000, by: 'age' }, 'age', now - 2000],
  ['it had time left', { at: now + 60_000, by: 'idle' }, 'closed', now],
  ['nobody knows', null, 'closed', now],
])('a session ends and %s → the sign-in page can say why', async (_name, end, why, at) => {
  if (end) kept.set('ends', JSON.stringify(end))
  const { leaveExpiredSession, readLeftPage } = await load()
  leaveExpiredSession()
  vi.advanceTimersByTime(3000)
  expect(readLeftPage()).toEqual({ page, ending: { why, at, userId: user._id } })
})

test('another tab signs out → this one is out at once', async () => {
  const { leaveWithOtherTab, readLeftPage, toastWarning } = await load()
  const over = { why: 'signedOut' as const, at: now, userId: user._id }
  leaveWithOtherTab(over)
  expect(kept.has('token')).toBe(false)
  expect(readLeftPage()).toEqual({ page, ending: over })
  expect(toastWarning).not.toHaveBeenCalled()
  expect(reload).toHaveBeenCalledOnce()
})

test('the same person signs in again → back on the page; another → the dashboard', async () => {
  const { leavePage, firstPage } = await load()
  expect(firstPage(user._id)).toBe('/dashboard')
  leavePage(page, { why: 'idle', at: now, userId: user._id })
  expect(firstPage(user._id)).toBe(page)
  expect(firstPage('somebody else')).toBe('/dashboard')
})

test('a page was asked for without a session → who signs in sees it', async () => {
  const { wantPage, firstPage, forgetLeftPage } = await load()
  wantPage('/dashboard/transaction/9')
  expect(firstPage('anybody')).toBe('/dashboard/transaction/9')
  forgetLeftPage()
  expect(firstPage('anybody')).toBe('/dashboard')
})

test.each([
  'https://evil.test/',
  '//evil.test/payrolls',
  '/\\evil.test',
  'javascript:alert(1)',
  'payrolls',
  '',
])('the stored page %j is no path of this origin → the dashboard', async (stored) => {
  const { firstPage } = await load()
  kept.set('left', JSON.stringify({ page: stored, ending: null }))
  expect(firstPage(user._id)).toBe('/dashboard')
})
