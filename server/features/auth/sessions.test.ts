import { expect, test } from 'vitest'
import { refreshedToken, session } from '#contract/auth.ts'
import {
  aCompany,
  aPrice,
  expectAccepted,
  expectRefusal,
  type TestCompany,
} from '#server/testing/factories.ts'
import { appForFile } from '#server/testing/for-file.ts'
import { startSession } from './start-session.ts'

const t = await appForFile()
await aPrice(t)

const seconds = 1_000
const minutes = 60 * seconds
const hours = 60 * minutes

const get = (path: string, token: string, headers = {}) => t.call('GET', path, { token, headers })
const isLive = async (token: string) => {
  const answer = await get('/companies/company', token, { 'x-automatic': '1' })
  if (answer.status !== 200) expectRefusal(answer, 403, 'SESSION_EXPIRED')
  return answer.status === 200
}
const refresh = async (token: string) =>
  expectAccepted(refreshedToken, await get('/auth/refresh-token', token)).token

async function signIn({ form }: TestCompany): Promise<string> {
  const { email, password } = form
  const answer = await t.call('POST', '/auth/sign-in', { body: { email, password } })
  return expectAccepted(session, answer).token
}

test('a request without a bearer → the very words that the web app ignores', async () => {
  for (const headers of [{}, { authorization: 'Basic abc' }, { authorization: 'Bearer ' }]) {
    const answer = await t.call('GET', '/companies/company', { headers })
    expect(expectRefusal(answer, 401, 'INVALID_TOKEN').message).toBe('invalid token')
  }
})

test('a bearer that opens no session is answered 403, whatever was wrong with it', async () => {
  for (const token of ['never-ours', 'x'.repeat(5_000), 'of two words', ' after-two-spaces']) {
    const answer = await get('/companies/company', token)
    expect(expectRefusal(answer, 403, 'SESSION_EXPIRED').message).toBe('Su sesión ha expirado')
  }
})

test('after signing out the token is dead, and other sessions live on', async () => {
  const company = await aCompany(t)
  const other = await signIn(company)
  const answer = await company.call('POST', '/auth/sign-out')
  expect(answer.body).toEqual({ success: true, message: '', data: null })
  expect(await isLive(company.token)).toBe(false)
  expect(await isLive(other)).toBe(true)
})

test('an hour without activity ends a session; activity before that keeps it', async () => {
  const { token } = await aCompany(t)
  t.wait(55 * minutes)
  expect((await get('/companies/company', token)).status).toBe(200)
  t.wait(55 * minutes)
  expect(await isLive(token)).toBe(true)
  t.wait(6 * minutes)
  expect(await isLive(token)).toBe(false)
})

test.each([
  ['the price', '/coins/btc/price', {}],
  ['the refresh', '/auth/refresh-token', {}],
  ['whatever the web app asks by itself', '/companies/company', { 'x-automatic': '1' }],
])('%s keeps no session alive', async (_what, path, headers) => {
  const { token } = await aCompany(t)
  t.wait(50 * minutes)
  const answer = await get(path, token, headers)
  expect(answer.status).toBe(200)
  const current = answer.body.data.token ?? token
  t.wait(11 * minutes)
  expect(await isLive(current)).toBe(false)
})

test('twelve hours end a session, however busy it is', async () => {
  const { token } = await aCompany(t)
  let current = token
  for (let passed = 0; passed < 12 * hours - 30 * minutes; passed += 30 * minutes) {
    t.wait(30 * minutes)
    current = await refresh(current)
    expect((await get('/companies/company', current)).status).toBe(200)
  }
  t.wait(31 * minutes)
  expect(await isLive(current)).toBe(false)
})

test('the eleventh session of a user ends the one unused for longest', async () => {
  const company = await aCompany(t)
  const tokens = [company.token]
  for (let i = 0; i < 9; i++) {
    t.wait(seconds)
    tokens.push(await signIn(company))
  }
  t.wait(2 * minutes)
  expect((await get('/companies/company', company.token)).status).toBe(200)
  t.wait(seconds)
  tokens.push(await signIn(company))
  const live = await Promise.all(tokens.map(isLive))
  expect(live).toEqual(tokens.map((_, index) => index !== 1))
})

test('sessions started at once are ten at most, those before them ended', async () => {
  const { user, companyId, token } = await aCompany(t)
  const owner = { companyId, userId: user._id }
  const device = { ip: '127.0.0.1', agent: 'test', language: 'es' as const, cookie: null }
  const now = new Date(Date.now() + 24 * hours)
  // Below HTTP, where hashing passwords would let them through two at a time.
  const start = () =>
    t.db.transaction().execute((trx) => startSession(trx, t.macKey, owner, device, now))
  await Promise.all(Array.from({ length: 30 }, start))
  const left = await t.db
    .selectFrom('sessions')
    .select('id')
    .where('user_id', '=', user._id)
    .execute()
  expect(left).toHaveLength(10)
  expect(await isLive(token)).toBe(false)
})

test('a refresh gives a new token, and the old one works for a minute more', async () => {
  const { token } = await aCompany(t)
  const fresh = await refresh(token)
  expect(fresh).not.toBe(token)
  t.wait(59 * seconds)
  expect(await isLive(token)).toBe(true)
  expect(await isLive(fresh)).toBe(true)
})

test('twenty tabs that refresh the same token at once all stay signed in', async () => {
  const { token } = await aCompany(t)
  const fresh = await Promise.all(Array.from({ length: 20 }, () => refresh(token)))
  t.wait(2 * minutes)
  for (const each of fresh) expect(await isLive(each)).toBe(true)
  // A quarter of an hour later each tab refreshes the token that it was given.
  t.wait(13 * minutes)
  const later = await Promise.all([...new Set(fresh)].map(refresh))
  t.wait(2 * minutes)
  for (const each of later) expect(await isLive(each)).toBe(true)
})

test('a thief who refreshes in the owner’s minute is exposed by the next refresh', async () => {
  const { token } = await aCompany(t)
  const [owners, thiefs] = [await refresh(token), await refresh(token)]
  expect(thiefs).toBe(owners)
  t.wait(15 * minutes)
  const next = await refresh(owners)
  t.wait(2 * minutes)
  expectRefusal(await get('/companies/company', thiefs), 403, 'SESSION_EXPIRED')
  t.logged()
  expect(await isLive(next)).toBe(false)
})

test('a replaced token used after its minute ends the session, and is logged', async () => {
  const { token } = await aCompany(t)
  const fresh = await refresh(token)
  t.wait(61 * seconds)
  t.logged()
  expectRefusal(await get('/companies/company', token), 403, 'SESSION_EXPIRED')
  const warnings = t.logged().filter(({ msg }) => msg.includes('replaced token'))
  expect(warnings).toHaveLength(1)
  expect(JSON.stringify(warnings)).not.toContain(token)
  expect(await isLive(fresh)).toBe(false)
})

test('a token replaced long ago and more than once still gives its thief away', async () => {
  const { token } = await aCompany(t)
  const second = await refresh(token)
  t.wait(15 * minutes)
  const third = await refresh(second)
  t.wait(15 * minutes)
  expectRefusal(await get('/auth/refresh-token', token), 403, 'SESSION_EXPIRED')
  expect(await isLive(third)).toBe(false)
})

test('a refresh that races a sign-out is refused as any dead session, never an error', async () => {
  for (let round = 0; round < 10; round++) {
    const { token } = await aCompany(t)
    const [refreshed, out] = await Promise.all([
      get('/auth/refresh-token', token),
      t.call('POST', '/auth/sign-out', { token }),
    ])
    expect(out.status).toBe(200)
    expect([200, 403]).toContain(refreshed.status)
    if (refreshed.status === 200) expect(await isLive(refreshed.body.data.token)).toBe(false)
  }
})

test('the database holds no token, only what it hashes to', async () => {
  const { token } = await aCompany(t)
  const rows = await t.owner.selectFrom('session_tokens').selectAll().execute()
  const stored = Buffer.concat(rows.map(({ sha256 }) => sha256))
  expect(stored.includes(Buffer.from(token))).toBe(false)
  expect(stored.includes(Buffer.from(token, 'base64url'))).toBe(false)
})

const endsIn = async (path: string, token: string, headers = {}) =>
  (await get(path, token, headers)).headers['session-ends']

test('every answer to a session says when it ends and by what', async () => {
  const { token } = await aCompany(t)
  t.wait(58 * minutes)
  const automatic = { 'x-automatic': '1' }
  expect(await endsIn('/companies/company', token, automatic)).toBe('in=120, by=idle')
  expect(await endsIn('/companies/company', token)).toBe('in=3600, by=idle')
  expect(await endsIn('/coins/btc/price', token)).toBe('in=3600, by=idle')
  for (let passed = 58; passed < 11.5 * 60; passed += 30) {
    t.wait(30 * minutes)
    await get('/companies/company', token)
  }
  const end = await endsIn('/companies/company', token)
  expect(end).toMatch(/^in=\d+, by=age$/)
  t.wait(2 * hours)
  expect(await endsIn('/companies/company', token)).toBeUndefined()
})
