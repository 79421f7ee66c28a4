import { expect, test } from 'vitest'
import { z } from 'zod/mini'
import { session, sessionList } from '#contract/auth.ts'
import {
  aCompany,
  expectAccepted,
  expectRefusal,
  faultsOf,
  type TestCompany,
} from '#server/testing/factories.ts'
import { appForFile } from '#server/testing/for-file.ts'
import { sweepOnce } from './delete-expired.ts'

const t = await appForFile()

const hours = 60 * 60_000

const listOf = async (token: string) =>
  expectAccepted(sessionList, await t.call('GET', '/auth/sessions', { token })).sessions
const end = (token: string, id: string, body?: object) =>
  t.call('DELETE', `/auth/sessions/${id}`, { token, body })
const isLive = async (token: string) =>
  (await t.call('GET', '/companies/company', { token })).status === 200

async function signIn({ form }: TestCompany, agent: string): Promise<string> {
  const answer = await t.call('POST', '/auth/sign-in', {
    body: { email: form.email, password: form.password },
    headers: { 'user-agent': agent },
  })
  return expectAccepted(session, answer).token
}

test('the session list shows the last active first, and which one this is', async () => {
  const ours = await aCompany(t)
  t.wait(5 * 60_000)
  const phone = await signIn(ours, 'Phone')
  const seen = await listOf(phone)
  expect(seen.map(({ agent, current }) => [agent, current])).toEqual([
    ['Phone', true],
    [expect.any(String), false],
  ])
  expect(seen[0]?.ip).toBe('127.0.0.1')
  expect(seen.map(({ _id }) => z.uuidv7().safeParse(_id).success)).toEqual([true, true])
  // Reading the list is activity, so the other session is now the last active one.
  const fromThere = await listOf(ours.token)
  expect(fromThere.map(({ agent, current }) => [agent === 'Phone', current])).toEqual([
    [false, true],
    [true, false],
  ])
})

test('a session ends another by the password alone, and none of somebody else', async () => {
  const ours = await aCompany(t)
  const { password } = ours.form
  const phone = await signIn(ours, 'Phone')
  const id = (await listOf(phone))[0]?._id ?? ''
  const other = await aCompany(t)
  expectRefusal(await end(other.token, id, { password }), 404, 'NOT_FOUND')
  expect(faultsOf(await end(ours.token, id))).toEqual({ password: 'Obligatorio' })
  expectRefusal(await end(ours.token, id, { password: 'Volcan#2027' }), 400, 'WRONG_PASSWORD')
  expect(await isLive(phone)).toBe(true)
  expect((await end(ours.token, id, { password })).body.data).toBeNull()
  expect([await isLive(phone), await isLive(ours.token)]).toEqual([false, true])
  expectRefusal(await end(ours.token, id, { password }), 404, 'NOT_FOUND')
})

test('a session ends itself without a password', async () => {
  const ours = await aCompany(t)
  const id = (await listOf(ours.token))[0]?._id ?? ''
  expect((await end(ours.token, id)).status).toBe(200)
  expect(await isLive(ours.token)).toBe(false)
})

test('sessions that have run out are not listed', async () => {
  const ours = await aCompany(t)
  t.wait(2 * hours)
  const phone = await signIn(ours, 'Phone')
  expect((await listOf(phone)).map(({ agent }) => agent)).toEqual(['Phone'])
})

test('what has run out is swept away after two days, and nothing before', async () => {
  const ours = await aCompany(t)
  await t.call('POST', '/users/reset-password', { body: { email: ours.form.email } })
  const left = async () => {
    const [sessions, links, limits] = await Promise.all([
      t.owner.selectFrom('sessions').select('id').execute(),
      t.owner.selectFrom('reset_links').select('user_id').execute(),
      t.owner.selectFrom('rate_limits').select('key').execute(),
    ])
    return [sessions.length, links.length, limits.length].map((count) => count > 0)
  }
  const now = Date.now() + 24 * hours
  await sweepOnce(t.db, new Date(Date.now()))
  expect(await left()).toEqual([true, true, true])
  await sweepOnce(t.db, new Date(now + 48 * hours))
  expect(await left()).toEqual([false, false, false])
})
