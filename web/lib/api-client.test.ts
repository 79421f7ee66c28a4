import { describe, expect, test, vi } from 'vitest'
import { z } from 'zod/mini'
import { type ClientParts, createClient } from './api-client.ts'
import { ApiError } from './api-error.ts'

type Answer = { status?: number; body: unknown } | Error

/** A client whose server gives these answers in turn, and what it was asked. */
function clientWith(answers: Answer[], overrides: Partial<ClientParts> = {}) {
  const requests: { url: string; init: RequestInit & { headers: Headers } }[] = []
  const sessionExpired = vi.fn()
  const call = createClient({
    fetchWithProgress: () => Promise.reject(new Error('nothing is uploaded here')),
    fetch: async (url, init) => {
      requests.push({ url: String(url), init: init as (typeof requests)[number]['init'] })
      const answer = answers.shift()
      if (answer === undefined) throw new Error('asked once too often')
      if (answer instanceof Error) throw answer
      const text = typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body)
      return new Response(text, { status: answer.status ?? 200 })
    },
    newestToken: async () => 'token-1',
    tokenAfter: async () => null,
    answered: () => undefined,
    database: () => undefined,
    language: () => 'it',
    text: (key) => key,
    withWait: async (message, from) => `${message} ${from}`,
    withMissing: async (message) => message,
    sessionExpired,
    ...overrides,
  })
  return { call, requests, sessionExpired }
}

const ok = (data: unknown) => ({ body: { success: true, message: '', data } })
const refusal = (status: number, code: string, more: object = {}) => ({
  status,
  body: { success: false, message: `about ${code}`, code, data: null, ...more },
})
const failed = (promise: Promise<unknown>) =>
  promise.then(
    () => expect.unreachable('it succeeded'),
    (error: unknown) => error as ApiError,
  )

test('a call carries the bearer, the language and what is asked, and gives the data', async () => {
  const { call, requests } = clientWith([ok({ count: 2, extra: true })])
  const query = { page: 2, search: '', payroll: null }
  expect(await call(z.object({ count: z.number() }), '/things', { query })).toEqual({ count: 2 })
  const { url, init } = requests[0] ?? expect.unreachable()
  expect(url).toBe('/api/v1/things?page=2')
  expect(init.headers.get('authorization')).toBe('Bearer token-1')
  expect(init.headers.get('accept-language')).toBe('it')
  expect(init.headers.has('x-automatic')).toBe(false)
})

test('polling says that it is automatic, a payment carries its key', async () => {
  const { call, requests } = clientWith([ok(null), ok(null)])
  await call(z.null(), '/price', { automatic: true })
  await call(z.null(), '/pay', { method: 'POST', body: { note: '' }, idempotencyKey: 'k-1' })
  expect(requests[0]?.init.headers.get('x-automatic')).toBe('1')
  expect(requests[1]?.init.headers.get('idempotency-key')).toBe('k-1')
  expect(requests[1]?.init.body).toBe('{"note":""}')
})

describe('what goes wrong is thrown, never swallowed', () => {
  test('a refusal that ends by waiting says from when on, in its sentence', async () => {
    const refusals = [{ from: 'nine' }, { until: 'ten' }, { from: 9 }].map((data) =>
      refusal(409, 'APPROVER_TOO_NEW', { data }),
    )
    const { call } = clientWith(refusals)
    const messages = []
    for (const _ of [1, 2, 3]) messages.push((await failed(call(z.null(), '/things'))).message)
    const said = 'about APPROVER_TOO_NEW'
    expect(messages).toEqual([`${said} nine`, `${said} ten`, said])
  })

  test('a refusal keeps its code, its faults and its data', async () => {
    const errors = [{ path: 'email', message: 'Formato inválido' }]
    const { call } = clientWith([refusal(400, 'VALIDATION', { errors, data: { missing: 1 } })])
    const error = await failed(call(z.null(), '/things', { method: 'POST', body: {} }))
    expect(error).toBeInstanceOf(ApiError)
    expect(error).toMatchObject({ code: 'VALIDATION', message: 'about VALIDATION', status: 400 })
    expect(error.faults).toEqual(errors)
    expect(error.data).toEqual({ missing: 1 })
    expect(error.isAboutSession).toBe(false)
  })

  test('invalid token concerns the session, and is no expiry', async () => {
    const { call, sessionExpired } = clientWith([refusal(401, 'INVALID_TOKEN')])
    expect((await failed(call(z.null(), '/things'))).isAboutSession).toBe(true)
    expect(sessionExpired).not.toHaveBeenCalled()
  })

  test('any 403 ends the session, also one that is no envelope', async () => {
    const { call, sessionExpired } = clientWith([{ status: 403, body: '<html>' }])
    await failed(call(z.null(), '/things'))
    expect(sessionExpired).toHaveBeenCalledOnce()
  })

  test('a lost connection says of a reading and of a writing what is true of each', async () => {
    const { call } = clientWith(Array.from({ length: 3 }, () => new TypeError('fetch failed')))
    const read = await failed(call(z.null(), '/things'))
    expect(read).toMatchObject({ code: 'NETWORK', message: 'errors.networkRead', status: 0 })
    const write = await failed(call(z.null(), '/things', { method: 'DELETE' }))
    expect(write).toMatchObject({ code: 'NETWORK', message: 'errors.networkWrite' })
    expect(write.outcomeUnknown).toBe(true)
    const signIn = await failed(call(z.null(), '/in', { method: 'POST', savesNothing: true }))
    expect(signIn.message).toBe('errors.networkRead')
  })

  test.each([
    ['a proxy’s page', { status: 502, body: '<html>Bad gateway</html>' }],
    ['data of another shape', ok({ count: 'two' })],
    ['an answer without envelope', { body: { count: 2 } }],
  ])('%s is unreadable', async (_name, answer) => {
    const { call } = clientWith([answer])
    const error = await failed(call(z.object({ count: z.number() }), '/things'))
    expect(error).toMatchObject({ code: 'UNREADABLE', message: 'errors.unreadable' })
  })

  test('a call that its screen gave up is no lost connection', async () => {
    const left = new AbortController()
    left.abort()
    const { call } = clientWith([new DOMException('gone', 'AbortError')])
    const error: unknown = await failed(call(z.null(), '/things', { signal: left.signal }))
    expect(error).not.toBeInstanceOf(ApiError)
  })
})

test('refused with a token that another tab replaced → asked again with the new one', async () => {
  const { call, requests, sessionExpired } = clientWith(
    [refusal(403, 'SESSION_EXPIRED'), ok('done')],
    { newestToken: async () => 'old', tokenAfter: async () => 'fresh' },
  )
  expect(await call(z.string(), '/things', { method: 'POST' })).toBe('done')
  expect(requests[1]?.init.headers.get('authorization')).toBe('Bearer fresh')
  expect(sessionExpired).not.toHaveBeenCalled()
})
