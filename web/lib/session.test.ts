import { beforeEach, expect, test, vi } from 'vitest'
import type { User } from '#contract/users.ts'

/** The browser's APIs, with other tabs' messages given by hand. */
const kept = new Map<string, string>()
const posted: unknown[] = []
let hear: (event: { data: unknown }) => void = () => undefined

vi.stubGlobal('sessionStorage', {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, value: string) => void kept.set(key, value),
  clear: () => kept.clear(),
})
vi.stubGlobal(
  'BroadcastChannel',
  class {
    postMessage = (message: unknown) => void posted.push(message)
    addEventListener = (_type: string, listener: typeof hear) => {
      hear = listener
    }
  },
)
const session = await import('./session.ts')

const marcela: User = {
  _id: '1',
  firstName: 'Marcela',
  lastName: 'Portillo',
  email: 'marcela@izalco.sv',
  role: 'ADMIN',
  phone: null,
  emailVerified: true,
  phoneVerified: false,
  createdAt: '2026-11-21T15:00:00.000Z',
  preferences: { twoFactorAuthentication: { enabled: false, via: 'EMAIL' } },
}

beforeEach(() => {
  session.endSession()
  posted.length = 0
})

test('a session is kept under the specification’s keys, and its end clears everything', () => {
  session.startSession({ token: 't1', user: marcela })
  expect(kept.get('token')).toBe('t1')
  expect(JSON.parse(kept.get('user') ?? '')).toEqual(marcela)
  expect(session.isAdmin()).toBe(true)
  session.endSession()
  expect(kept.size).toBe(0)
  expect(session.isAdmin()).toBe(false)
})

test.each([
  ['no user', null],
  ['no JSON', '{'],
  ['another shape', '{"role":"ADMIN"}'],
  ['another role', JSON.stringify({ ...marcela, role: 'CLERK' })],
])('a token with %s is no administrator', (_name, stored) => {
  kept.set('token', 't1')
  if (stored !== null) kept.set('user', stored)
  expect(session.isAdmin()).toBe(false)
})

test('a refreshed token is passed on to the tabs that hold the old one', () => {
  session.startSession({ token: 't1', user: marcela })
  session.replaceToken('t2')
  expect(posted).toEqual([{ old: 't1', fresh: 't2' }])
  hear({ data: { old: 't2', fresh: 't3' } })
  expect(session.token()).toBe('t3')
  hear({ data: { old: 'of another session', fresh: 't4' } })
  expect(session.token()).toBe('t3')
})

test('a refresh that comes back after signing out signs nobody in', () => {
  session.replaceToken('t2')
  expect(session.token()).toBeNull()
  expect(posted).toEqual([])
})
