import { expect, test } from 'vitest'
import { session } from '#contract/auth.ts'
import { aSignUp, expectAccepted } from '#server/testing/factories.ts'
import { appForFile } from '#server/testing/for-file.ts'
import { headerText, trimForwardedFor } from './headers.ts'

const t = await appForFile({ config: { trustProxy: 'loopback' } })

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['198.51.100.1, 2001:db8::9 ', '198.51.100.1,2001:db8::9'],
  ['<script>, 203.0.113.7', '203.0.113.7'],
  ['203.0.113.7, unknown', ''],
  ['203.0.113.7:5555', ''],
  ['', ''],
  [`${'1'.repeat(15_000)}, 203.0.113.7`, '203.0.113.7'],
])('an X-Forwarded-For of %s is read as %s', (header, read) => {
  expect(trimForwardedFor(header)).toBe(read)
})

test('a header is read in its first 200 letters', () => {
  expect(headerText({ 'user-agent': 'x'.repeat(15_000) }, 'user-agent')).toBe('x'.repeat(200))
  expect(headerText({}, 'user-agent')).toBe('')
})

test.each([
  ['not-an-address', '127.0.0.1'],
  ["'; DROP TABLE users; --", '127.0.0.1'],
  ['evil, 203.0.113.9', '203.0.113.9'],
])('after X-Forwarded-For %s the session has the address %s', async (header, ip) => {
  const headers = { 'x-forwarded-for': header, 'user-agent': 'x'.repeat(1_000) }
  const answer = await t.call('POST', '/auth/sign-up', { body: aSignUp(), headers })
  const { user } = expectAccepted(session, answer, 201)
  const { rows } = await t.owner
    .selectFrom('audit_events')
    .select('ip')
    .where('user_id', '=', user._id)
    .execute()
    .then((found) => ({ rows: found.map((row) => row.ip) }))
  expect(new Set(rows)).toEqual(new Set([ip]))
  const opened = await t.db
    .selectFrom('sessions')
    .select('ip')
    .where('user_id', '=', user._id)
    .execute()
  expect(opened.map((row) => row.ip)).toEqual([ip])
})
