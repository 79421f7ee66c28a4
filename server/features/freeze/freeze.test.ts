import { expect, test } from 'vitest'
import { session } from '#contract/auth.ts'
import { company } from '#contract/company.ts'
import { freezeState } from '#contract/freezes.ts'
import { testApp } from '#server/testing/app.ts'
import { messagesTo } from '#server/testing/codes.ts'
import {
  aCompany,
  expectAccepted,
  expectRefusal,
  type TestCompany,
} from '#server/testing/factories.ts'
import { appForFile } from '#server/testing/for-file.ts'
import { freezeByMail, freezeToken } from '#server/testing/freeze-steps.ts'
import { unfreezeByOperator } from './index.ts'

const t = await appForFile()

const look = (token: string) => t.call('GET', `/freezes/${token}`)
const press = (token: string, headers = {}) => t.call('POST', `/freezes/${token}`, { headers })
const signedIn = async ({ form: { email, password } }: TestCompany) =>
  expectAccepted(session, await t.call('POST', '/auth/sign-in', { body: { email, password } }))
    .token
const companyOf = async (ours: TestCompany, token: string) =>
  expectAccepted(company, await ours.call('GET', '/companies/company', undefined, { token }))

test('a look at a freeze link → names the company and changes nothing', async () => {
  const ours = await aCompany(t)
  const token = await freezeToken(t.db, ours.companyId)
  for (let times = 0; times < 3; times++) {
    expect(expectAccepted(freezeState, await look(token))).toEqual({
      companyName: ours.form.companyName,
      frozenAt: null,
    })
  }
  expect((await companyOf(ours, ours.token)).frozenAt).toBeNull()
})

test('a press → all sessions of the company end and signing in shows it frozen', async () => {
  const ours = await aCompany(t)
  const theirs = await aCompany(t)
  const other = await signedIn(ours)
  const { companyName, frozenAt } = await freezeByMail(t, ours.companyId)
  expect(companyName).toBe(ours.form.companyName)
  for (const token of [ours.token, other]) {
    expectRefusal(await t.call('GET', '/companies/company', { token }), 403, 'SESSION_EXPIRED')
  }
  expect((await companyOf(ours, await signedIn(ours))).frozenAt).toBe(frozenAt)
  expect((await companyOf(theirs, theirs.token)).frozenAt).toBeNull()
})

test('a sign-in that lacks only its code → ends with the sessions', async () => {
  const ours = await aCompany(t)
  const twoFactorAuthentication = { enabled: true, via: 'EMAIL' }
  await ours.call('PUT', '/users', { preferences: { twoFactorAuthentication } })
  const { email, password } = ours.form
  await t.call('POST', '/auth/sign-in', { body: { email, password } })
  await freezeByMail(t, ours.companyId)
  const left = await t.db
    .selectFrom('mfa_challenges')
    .select('id')
    .where('company_id', '=', ours.companyId)
    .execute()
  expect(left).toEqual([])
})

test('a link that was pressed, is a week old, or never was → 410 and nothing changes', async () => {
  const ours = await aCompany(t)
  const day = 24 * 60 * 60_000
  const used = await freezeToken(t.db, ours.companyId)
  expectAccepted(freezeState, await press(used))
  const almostOld = await freezeToken(t.db, ours.companyId, new Date(Date.now() - 6.99 * day))
  const old = await freezeToken(t.db, ours.companyId, new Date(Date.now() - 7 * day))
  const strange = ['x', 'a'.repeat(10_240), '%00', '..%2F..%2Fpayrolls']
  for (const token of [used, old, ...strange]) {
    expectRefusal(await look(token), 410, 'FREEZE_LINK_ENDED')
    expectRefusal(await press(token), 410, 'FREEZE_LINK_ENDED')
  }
  expectAccepted(freezeState, await look(almostOld))
})

test('fifty presses at once → one freezes', async () => {
  const ours = await aCompany(t)
  const token = await freezeToken(t.db, ours.companyId)
  const answers = await Promise.all(Array.from({ length: 50 }, () => press(token)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(answers.filter(({ status }) => status === 410)).toHaveLength(49)
})

test('the table of links → holds no token', async () => {
  const ours = await aCompany(t)
  const token = await freezeToken(t.db, ours.companyId)
  const rows = await t.db.selectFrom('freeze_links').selectAll().execute()
  expect(JSON.stringify(rows)).not.toContain(token)
  for (const { sha256 } of rows) {
    expectRefusal(await press(sha256.toString('base64url')), 410, 'FREEZE_LINK_ENDED')
  }
})

test('a link that was asked for before the freeze → resets no password', async () => {
  const ours = await aCompany(t)
  const { email } = ours.form
  await t.call('POST', '/users/reset-password', { body: { email } })
  await freezeByMail(t, ours.companyId)
  const links = await t.db
    .selectFrom('reset_links')
    .select('user_id')
    .where('company_id', '=', ours.companyId)
    .execute()
  expect(links).toEqual([])
})

test('loosening, factor and phone of a frozen company → 409, and names change', async () => {
  const ours = await aCompany(t)
  await ours.call('PUT', '/companies', { approval: { overUsd: 100, changedAddresses: true } })
  await freezeByMail(t, ours.companyId)
  const token = await signedIn(ours)
  const put = (path: string, body: object) => ours.call('PUT', path, body, { token })
  const looser = { approval: { overUsd: 200, changedAddresses: true }, code: '123456' }
  expectRefusal(await put('/companies', looser), 409, 'COMPANY_FROZEN')
  expectRefusal(await put('/users', { phone: '+50370001234' }), 409, 'COMPANY_FROZEN')
  const twoFactorAuthentication = { enabled: true, via: 'EMAIL' }
  const factor = { preferences: { twoFactorAuthentication } }
  expectRefusal(await put('/users', factor), 409, 'COMPANY_FROZEN')

  const stricter = { approval: { overUsd: 50, changedAddresses: true } }
  expect((await put('/companies', stricter)).status).toBe(200)
  expect((await put('/users', { firstName: 'Mercedes' })).status).toBe(200)
})

test('freeze and unfreeze → audit trail and a mail to the administrator', async () => {
  const ours = await aCompany(t)
  const { email } = ours.form
  await freezeByMail(t, ours.companyId)
  const context = { ...t, now: new Date() }
  const unfreeze = (whose: string) => unfreezeByOperator(t.db, whose, context)
  expect(await unfreeze('nobody@izalco.sv')).toBeNull()
  const name = ours.form.companyName
  expect(await unfreeze(email.toUpperCase())).toEqual({ name, wasFrozen: true })
  expect(await unfreeze(email)).toEqual({ name, wasFrozen: false })
  expect((await companyOf(ours, await signedIn(ours))).frozenAt).toBeNull()

  const acts = await t.db
    .selectFrom('audit_events')
    .select(['action', 'user_id', 'detail'])
    .where('company_id', '=', ours.companyId)
    .where('action', 'like', 'company.%')
    .orderBy('id')
    .execute()
  expect(acts).toEqual([
    { action: 'company.frozen', user_id: null, detail: {} },
    { action: 'company.unfrozen', user_id: null, detail: { by: 'operator' } },
  ])
  // The first mail is the code of the sign-up.
  const mails = (await messagesTo(t.db, email)).slice(1)
  expect(mails.map(({ template }) => template)).toEqual(['companyFrozen', 'companyUnfrozen'])
  const [, token] = /\/congelar#t=(\S+)/.exec(mails[1]?.text ?? '') ?? []
  expectAccepted(freezeState, await look(token ?? ''))
})

test('sixty looks at links an hour from one address → the next waits', async () => {
  const strict = await testApp({ config: { sandbox: false } })
  try {
    for (let times = 0; times < 60; times++) {
      expectRefusal(await strict.call('GET', '/freezes/x'), 410, 'FREEZE_LINK_ENDED')
    }
    expectRefusal(await strict.call('POST', '/freezes/x'), 429, 'RATE_LIMITED')
  } finally {
    await strict.stop()
  }
})
