import { beforeEach, expect, test, vi } from 'vitest'
import type { User } from '#contract/user.ts'
import { roles } from '#domain/roles.ts'

/** The browser's APIs; other tabs' messages are given by hand. */
const kept = new Map<string, string>()
const posted: { kind: string }[] = []
let hear: (event: { data: unknown }) => void = () => undefined
/** Tabs that hold the session's lock, as the browser reports them. */
let holders = 0
/** The other tabs say it when this one asks. */
let answerOfOthers: unknown = null

vi.stubGlobal('sessionStorage', {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, value: string) => void kept.set(key, value),
  clear: () => kept.clear(),
})
vi.stubGlobal(
  'BroadcastChannel',
  class {
    postMessage = (message: { kind: string }) => {
      posted.push(message)
      if (message.kind === 'ask' && answerOfOthers) {
        queueMicrotask(() => hear({ data: answerOfOthers }))
      }
    }
    addEventListener = (_type: string, listener: typeof hear) => {
      hear = listener
    }
  },
)
vi.stubGlobal('navigator', {
  locks: {
    query: async () => ({
      held: Array.from({ length: holders }, () => ({ name: 'quincena-session' })),
    }),
    request: async (_name: string, second: unknown, third?: () => unknown) =>
      typeof second === 'function' ? second() : third?.(),
  },
})
const session = await import('./session.ts')
const tabs = await import('./session-tabs.ts')
const changes = await import('./session-changes.ts')
const { readKnownEnd } = await import('./session-end.ts')

const marcela: User = {
  _id: '1',
  firstName: 'Marcela',
  lastName: 'Portillo',
  email: 'marcela@izalco.sv',
  role: 'ADMIN',
  factors: [],
  phone: null,
  emailVerified: true,
  phoneVerified: false,
  createdAt: '2026-11-21T15:00:00.000Z',
  preferences: { twoFactorAuthentication: { enabled: false, via: 'EMAIL' } },
}
const roberto: User = { ...marcela, _id: '2', firstName: 'Roberto' }
const later = Date.now() + 60_000
const answerOf = (user: User, token: string, tokenAt = later) => ({
  kind: 'answer',
  session: { token, user, tokenAt, userAt: tokenAt },
  end: { at: later, by: 'idle' },
})
const kinds = () => posted.map(({ kind }) => kind)

beforeEach(() => {
  session.forgetSession()
  posted.length = 0
  holders = 0
  answerOfOthers = null
})

test('a session is kept under the specification’s keys, and its end clears everything', () => {
  tabs.beginSession({ token: 't1', user: marcela })
  expect(kept.get('token')).toBe('t1')
  expect(JSON.parse(kept.get('user') ?? '')).toEqual(marcela)
  expect(session.isSignedIn()).toBe(true)
  session.forgetSession()
  expect(kept.size).toBe(0)
  expect(session.isSignedIn()).toBe(false)
})

test.each([
  ['no user', null],
  ['no JSON', '{'],
  ['another shape', '{"role":"ADMIN"}'],
  ['another role', JSON.stringify({ ...marcela, role: 'CLERK' })],
])('a token with %s is no session', (_name, stored) => {
  kept.set('token', 't1')
  if (stored !== null) kept.set('user', stored)
  expect(session.isSignedIn()).toBe(false)
})

test.each(roles)('a session of role %s is one, also of before factors were known', (role) => {
  const { factors: _factors, ...before } = { ...marcela, role }
  kept.set('token', 't1')
  kept.set('user', JSON.stringify(before))
  expect(session.isSignedIn()).toBe(true)
  expect(session.readSignedInUser()).toMatchObject({ role, factors: [] })
})

test('a new tab asks → it has the session of the open one, and when that ends', async () => {
  holders = 1
  answerOfOthers = answerOf(marcela, 't7')
  await tabs.findSession()
  expect(session.token()).toBe('t7')
  expect(session.readSignedInUser()).toEqual(marcela)
  expect(readKnownEnd()).toEqual({ at: later, by: 'idle' })
})

test('no other tab has a session → a new tab does not wait for one', async () => {
  await tabs.findSession()
  expect(posted).toEqual([])
  expect(session.token()).toBeNull()
})

test('an answer that another tab asked for begins no session here', () => {
  hear({ data: answerOf(marcela, 't7') })
  expect(session.token()).toBeNull()
})

test('another tab asks → the token goes out in the answer, and in nothing else', async () => {
  tabs.beginSession({ token: 'secret-1', user: marcela })
  await changes.refreshToken(
    () => true,
    async () => 'secret-2',
  )
  changes.updateSignedInUser({ ...marcela, lastName: 'Alas' })
  tabs.noteAnswer(new Headers({ 'session-ends': 'in=3600, by=idle' }))
  tabs.tellOver({ why: 'closed', at: 0, userId: '1' })
  expect(kinds()).toEqual(['changed', 'changed', 'changed', 'end', 'over'])
  expect(JSON.stringify(posted)).not.toContain('secret')
  hear({ data: { kind: 'ask' } })
  expect(posted.at(-1)).toMatchObject({ kind: 'answer', session: { token: 'secret-2' } })
})

test('nobody signed in → a question is left without an answer', () => {
  hear({ data: { kind: 'ask' } })
  expect(posted).toEqual([])
})

test('the tab where somebody signs in answers late → the session begins here too', async () => {
  vi.useFakeTimers()
  hear({ data: { kind: 'changed' } })
  await vi.advanceTimersByTimeAsync(20_000)
  hear({ data: answerOf(marcela, 't9') })
  await vi.advanceTimersByTimeAsync(0)
  vi.useRealTimers()
  expect(kinds()).toEqual(['ask'])
  expect(session.token()).toBe('t9')
})

test('another tab has a newer token → this one takes it, and no older one', async () => {
  tabs.beginSession({ token: 't1', user: marcela })
  answerOfOthers = answerOf(marcela, 't2')
  hear({ data: { kind: 'changed' } })
  await vi.waitFor(() => expect(session.token()).toBe('t2'))
  hear({ data: answerOf(marcela, 't0', 5) })
  expect(session.token()).toBe('t2')
})

test('a newer name with an older token → each of the two is taken by its own age', () => {
  tabs.beginSession({ token: 't1', user: marcela })
  const renamed = { ...marcela, lastName: 'Alas' }
  hear({
    data: {
      ...answerOf(renamed, 't0'),
      session: { token: 't0', tokenAt: 5, user: renamed, userAt: later },
    },
  })
  expect(session.token()).toBe('t1')
  expect(session.readSignedInUser()?.lastName).toBe('Alas')
})

test('the session of another person is never mixed with this one', () => {
  tabs.beginSession({ token: 't1', user: marcela })
  hear({ data: answerOf(roberto, 't2') })
  expect(session.token()).toBe('t1')
  expect(session.readSignedInUser()).toEqual(marcela)
})

test('a token is refused → the other tabs are asked for its successor', async () => {
  tabs.beginSession({ token: 't1', user: marcela })
  holders = 2
  answerOfOthers = answerOf(marcela, 't2')
  expect(await tabs.tokenAfter('t1')).toBe('t2')
  answerOfOthers = null
  holders = 1
  expect(await tabs.tokenAfter('t2')).toBeNull()
})

test('a tab that slept asks for the newest token before it sends its own', async () => {
  tabs.beginSession({ token: 't1', user: marcela })
  expect(await tabs.newestToken()).toBe('t1')
  expect(kinds()).not.toContain('ask')
  const waking = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 3_600_000)
  holders = 2
  answerOfOthers = answerOf(marcela, 't2', Date.now() + 1)
  expect(await tabs.newestToken()).toBe('t2')
  waking.mockRestore()
})

test('a refresh that another tab has done meanwhile is not done again', async () => {
  tabs.beginSession({ token: 't1', user: marcela })
  const fetchToken = vi.fn(async () => 't2')
  await changes.refreshToken(() => false, fetchToken)
  expect(fetchToken).not.toHaveBeenCalled()
  expect(session.token()).toBe('t1')
})

test('a refresh that comes back after signing out signs nobody in', async () => {
  tabs.beginSession({ token: 't1', user: marcela })
  await changes.refreshToken(
    () => true,
    async () => {
      session.forgetSession()
      return 't2'
    },
  )
  expect(session.token()).toBeNull()
})

test('a session ends elsewhere → here too, unless this tab has a newer token', () => {
  const over = vi.fn()
  tabs.onSessionOver(over)
  tabs.beginSession({ token: 't1', user: marcela })
  const ending = { why: 'idle', at: later, userId: '1' }
  hear({ data: { kind: 'over', ending, tokenAt: 5 } })
  hear({ data: { kind: 'over', ending: { ...ending, userId: '2' }, tokenAt: later } })
  expect(over).not.toHaveBeenCalled()
  hear({ data: { kind: 'over', ending, tokenAt: later } })
  expect(over).toHaveBeenCalledWith(ending)
})

test('somebody signs out in one tab → every tab is told', () => {
  tabs.beginSession({ token: 't1', user: marcela })
  tabs.endEverywhere('signedOut')
  expect(posted.at(-1)).toMatchObject({ kind: 'over', ending: { why: 'signedOut', userId: '1' } })
  expect(kept.size).toBe(0)
  const over = vi.fn()
  tabs.onSessionOver(over)
  tabs.beginSession({ token: 't9', user: roberto })
  hear({ data: posted.findLast(({ kind }) => kind === 'over') })
  expect(over).toHaveBeenCalledOnce()
})

test('a session that is over is given to no tab any more', () => {
  tabs.beginSession({ token: 't1', user: marcela })
  tabs.closeSession()
  posted.length = 0
  hear({ data: { kind: 'ask' } })
  expect(posted).toEqual([])
})

test.each([null, 'text', { kind: 'steal' }, { kind: 'answer', session: { token: 1 } }])(
  'a message %j of another version is passed over',
  (data) => {
    tabs.beginSession({ token: 't1', user: marcela })
    hear({ data })
    expect(session.token()).toBe('t1')
  },
)
