import { expect, test } from 'vitest'
import { session } from '#contract/auth.ts'
import { takeGuess } from '#server/authorization/guess-counts.ts'
import { limits } from '#server/platform/http/rate-limits.ts'
import { testConfig } from '#server/testing/app.ts'
import { aSignUp, expectAccepted, expectRefusal } from '#server/testing/factories.ts'
import { appForFile } from '#server/testing/for-file.ts'

const t = await appForFile({
  config: {
    ...testConfig,
    sandbox: false,
    publicUrl: 'https://quincena.example',
    trustProxy: 'loopback',
  },
})

const hour = 60 * 60_000

let networks = 0
const somewhere = () => `203.0.113.${++networks}`

type From = { ip?: string; cookie?: string }
const signIn = (email: string, password: string, { ip = somewhere(), cookie }: From = {}) =>
  t.call('POST', '/auth/sign-in', {
    body: { email, password },
    headers: { 'x-forwarded-for': ip, ...(cookie && { cookie }) },
  })
const guess = (email: string, from: From) => signIn(email, 'Wrong#2026', from)

type Answer = Awaited<ReturnType<typeof signIn>>
const setCookie = ({ headers }: Answer) => String(headers['set-cookie'] ?? '')
const cookieOf = (answer: Answer) => setCookie(answer).split(';')[0] ?? ''

/** A user who has signed up, with the cookie of that browser. */
async function somebody() {
  t.wait(hour)
  const form = aSignUp()
  const headers = { 'x-forwarded-for': somewhere() }
  const answer = await t.call('POST', '/auth/sign-up', { body: form, headers })
  expectAccepted(session, answer, 201)
  return { ...form, cookie: cookieOf(answer) }
}

test('wrong passwords from one address keep out nobody elsewhere', async () => {
  const { email, password } = await somebody()
  const ip = somewhere()
  for (let i = 0; i < 15; i++) await guess(email, { ip })
  expectRefusal(await signIn(email, password, { ip }), 429, 'RATE_LIMITED')
  expectAccepted(session, await signIn(email, password))
})

test('a known browser enters by the right password from the attacker’s network', async () => {
  const { email, password, cookie } = await somebody()
  const ip = somewhere()
  for (let i = 0; i < 25; i++) await guess(email, { ip })
  expectRefusal(await signIn(email, password, { ip }), 429, 'RATE_LIMITED')
  expectAccepted(session, await signIn(email, password, { ip, cookie }))
})

test('hundreds of wrong passwords from many networks leave the known browser in', async () => {
  const { email, password, cookie } = await somebody()
  // Later than the app's clock, which the tests move forward.
  const config = { sandbox: false } as never
  const needs = { ...t, config, clock: { now: () => new Date(Date.now() + 100 * hour) } }
  for (let i = 0; i < 300; i++) await takeGuess(needs, limits.signInAccount, email)
  expectRefusal(await guess(email, {}), 429, 'RATE_LIMITED')
  expectAccepted(session, await signIn(email, password, { cookie }))
})

test('a known browser has ten wrong passwords an hour', async () => {
  const { email, password, cookie } = await somebody()
  for (let i = 0; i < 10; i++)
    expectRefusal(await guess(email, { cookie }), 401, 'WRONG_CREDENTIALS')
  expectRefusal(await signIn(email, password, { cookie }), 429, 'RATE_LIMITED')
  expectAccepted(session, await signIn(email, password))
  t.wait(hour)
  expectAccepted(session, await signIn(email, password, { cookie }))
})

test('a cookie of one account, or of nobody, makes no known browser of another', async () => {
  const { email } = await somebody()
  const other = await somebody()
  for (const cookie of [other.cookie, 'quincena_device=abc']) {
    const ip = somewhere()
    for (let i = 0; i < 6; i++) await guess(email, { ip, cookie })
    expectRefusal(await guess(email, { ip, cookie }), 429, 'RATE_LIMITED')
  }
})

test('addresses of one IPv6 network share their wrong passwords', async () => {
  const { email } = await somebody()
  for (let i = 0; i < 6; i++) await guess(email, { ip: `2001:db8:1:2::${i}` })
  expectRefusal(await guess(email, { ip: '2001:db8:1:2:ffff::7' }), 429, 'RATE_LIMITED')
  expectRefusal(await guess(email, { ip: '2001:db8:1:3::7' }), 401, 'WRONG_CREDENTIALS')
})

test('the cookie is for sign-in alone, out of reach of scripts, and stored as a MAC', async () => {
  const { email, password, cookie } = await somebody()
  const answer = await signIn(email, password)
  expect(setCookie(answer)).toMatch(
    /^quincena_device=[\w-]{43}; Max-Age=34560000; Path=\/api\/v1\/auth; HttpOnly; Secure; SameSite=Strict$/,
  )
  const again = await signIn(email, password, { cookie })
  expect(cookieOf(again)).toBe(cookie)
  const rows = await t.owner.selectFrom('device_cookies').select('mac').execute()
  const token = Buffer.from(cookie.split('=')[1] ?? '', 'base64url')
  expect(rows.some(({ mac }) => mac.equals(token))).toBe(false)
})

test('of more than twenty browsers of a user the least used is forgotten', async () => {
  const { email, password } = await somebody()
  for (let i = 0; i < 21; i++) {
    t.wait(1_000)
    expectAccepted(session, await signIn(email, password))
  }
  const { devices } = await t.owner
    .selectFrom('device_cookies as d')
    .innerJoin('users as u', 'u.id', 'd.user_id')
    .select(({ fn }) => fn.countAll<bigint>().as('devices'))
    .where('u.email', '=', email)
    .executeTakeFirstOrThrow()
  expect(devices).toBe(20n)
})
