import { afterEach, expect, test, vi } from 'vitest'

vi.mock('#web/ui/toasts.tsx', () => ({ toastWarning: vi.fn() }))

const kept = new Map([
  ['token', 't-1'],
  ['user', '{}'],
  ['left-by-a-library', '1'],
])
const reload = vi.fn()
vi.stubGlobal('sessionStorage', {
  getItem: (key: string) => kept.get(key) ?? null,
  clear: () => kept.clear(),
})
vi.stubGlobal(
  'BroadcastChannel',
  class {
    addEventListener = () => undefined
  },
)
vi.stubGlobal('window', { location: { reload } })

const { leaveExpiredSession } = await import('./session-expiry.ts')
const { toastWarning } = await import('#web/ui/toasts.tsx')

afterEach(() => vi.useRealTimers())

test('an expired session is announced once; 3 s later the page starts again', () => {
  vi.useFakeTimers()
  leaveExpiredSession()
  leaveExpiredSession()
  expect(toastWarning).toHaveBeenCalledOnce()
  vi.advanceTimersByTime(2_999)
  expect(kept.size).toBe(3)
  vi.advanceTimersByTime(1)
  expect([...kept.keys()]).toEqual([])
  expect(reload).toHaveBeenCalledOnce()
})
