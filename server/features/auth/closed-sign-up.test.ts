import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { session, signUpState } from '#contract/auth.ts'
import { company, publicConfig } from '#contract/company.ts'
import { invitation } from '#contract/sign-up.ts'
import { tokenHash } from '#server/platform/security/tokens.ts'
import { type TestApp, testApp } from '#server/testing/app.ts'
import { aSignUp, expectAccepted, expectRefusal, faultsOf } from '#server/testing/factories.ts'
import { appForFile } from '#server/testing/for-file.ts'
import { inviteCompany } from './company-invitations.ts'

const hour = 60 * 60_000

async function started(signUp: 'first' | 'closed') {
  const t = await testApp({ config: { signUp } })
  onTestFinished(() => t.stop())
  return t
}

const signUp = (t: TestApp, body: object) => t.call('POST', '/auth/sign-up', { body })
const countCompanies = async (t: TestApp) =>
  (await t.db.selectFrom('companies').select('id').execute()).length
const isOpen = async (t: TestApp) =>
  expectAccepted(signUpState, await t.call('GET', '/auth/sign-up')).open

async function invited(t: TestApp, email: string): Promise<string> {
  const { macKey } = t
  const link = await inviteCompany(t.db, email, { macKey, publicUrl: 'http://x', now: t.now() })
  const [, token = ''] = link?.url.split('http://x/sign-up#i=') ?? []
  expect(token).toMatch(/^[\w-]{43}$/)
  return token
}

test('first: ten sign-ups at once → one company, and nine hear that it is closed', async () => {
  const t = await started('first')
  expect(await isOpen(t)).toBe(true)
  const answers = await Promise.all(Array.from({ length: 10 }, () => signUp(t, aSignUp())))
  expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(9).fill(409)])
  for (const answer of answers.filter(({ status }) => status === 409)) {
    expectRefusal(answer, 409, 'SIGN_UP_CLOSED')
  }
  expect(await countCompanies(t)).toBe(1)
  const users = await t.db.selectFrom('users').select('id').execute()
  expect(users).toHaveLength(1)
  expect(await isOpen(t)).toBe(false)
})

test('first: the winner’s e-mail and an unknown one → the same refusal', async () => {
  const t = await started('first')
  const form = aSignUp()
  expectAccepted(session, await signUp(t, form), 201)
  const taken = await signUp(t, form)
  const unknown = await signUp(t, aSignUp())
  expectRefusal(taken, 409, 'SIGN_UP_CLOSED')
  expect(unknown.body).toEqual(taken.body)
})

test('first: an invalid form is named before it hears that sign-up is closed', async () => {
  const t = await started('first')
  expectAccepted(session, await signUp(t, aSignUp()), 201)
  expect(Object.keys(faultsOf(await signUp(t, aSignUp({ password: 'corta' }))))).toEqual([
    'password',
  ])
})

test('first: companies from a time when it was open → it is closed', async () => {
  const t = await started('first')
  await t.owner
    .insertInto('companies')
    .values({ name: 'Izalco', sector: 'Agroindustria' })
    .execute()
  expect(await isOpen(t)).toBe(false)
  expectRefusal(await signUp(t, aSignUp()), 409, 'SIGN_UP_CLOSED')
})

test('closed: not even the first comes in, but for an invitation', async () => {
  const t = await started('closed')
  expect(await isOpen(t)).toBe(false)
  expectRefusal(await signUp(t, aSignUp()), 409, 'SIGN_UP_CLOSED')
  expect(await countCompanies(t)).toBe(0)
  const form = aSignUp()
  const token = await invited(t, form.email)
  expectAccepted(session, await signUp(t, { ...form, invitation: token }), 201)
})

test('closed: visitors read whether it is open, and nothing of companies', async () => {
  const t = await started('closed')
  expect(Object.keys(expectAccepted(publicConfig, await t.call('GET', '/config')))).toHaveLength(3)
  const { body } = await t.call('GET', '/auth/sign-up')
  expect(body.data).toEqual({ open: false })
})

describe('an invitation', async () => {
  const t = await appForFile({ config: { signUp: 'closed' } })
  let form: ReturnType<typeof aSignUp>
  let token: string
  const read = (sent: unknown) =>
    t.call('POST', '/auth/sign-up/invitation', { body: { invitation: sent } })
  beforeEach(async () => {
    form = aSignUp()
    token = await invited(t, form.email)
  })

  /** Expects that the link opens nothing, and that the attempt changed nothing. */
  async function opensNothing(sent: string) {
    const before = await countCompanies(t)
    expectRefusal(await read(sent), 410, 'INVITATION_ENDED')
    expectRefusal(await signUp(t, { ...form, invitation: sent }), 410, 'INVITATION_ENDED')
    expect(await countCompanies(t)).toBe(before)
  }

  test('is read and used once → a company whose e-mail is not confirmed by it', async () => {
    expect(expectAccepted(invitation, await read(token))).toEqual({ email: form.email })
    const email = form.email.toUpperCase()
    const made = expectAccepted(
      session,
      await signUp(t, { ...form, email, invitation: token }),
      201,
    )
    expect(made.user.emailVerified).toBe(false)
    const theirs = await t.call('GET', '/companies/company', { token: made.token })
    expect(expectAccepted(company, theirs).name).toBe(form.companyName)
    await opensNothing(token)
  })

  test('ten sign-ups at once with it → one company', async () => {
    const before = await countCompanies(t)
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => signUp(t, { ...form, invitation: token })),
    )
    const statuses = answers.map(({ status }) => status).sort()
    expect(statuses).toEqual([201, ...Array(9).fill(410)])
    expect(await countCompanies(t)).toBe(before + 1)
  }, 30_000)

  test('72 hours later it is over', async () => {
    t.wait(72 * hour - 60_000)
    expect(expectAccepted(invitation, await read(token))).toEqual({ email: form.email })
    t.wait(60_000)
    await opensNothing(token)
  })

  test('a newer one for the e-mail voids it', async () => {
    const newer = await invited(t, form.email.toUpperCase())
    await opensNothing(token)
    expectAccepted(session, await signUp(t, { ...form, invitation: newer }), 201)
  })

  test('another e-mail than it is for → refused, and it is still good', async () => {
    const other = { ...form, email: aSignUp().email, invitation: token }
    expect(faultsOf(await signUp(t, other))).toEqual({
      email: 'La invitación es para otro correo',
    })
    expectAccepted(session, await signUp(t, { ...form, invitation: token }), 201)
  })

  test('its e-mail got an account meanwhile → 409 EMAIL_TAKEN, and it is still good', async () => {
    const open = await testApp({ config: { signUp: 'open' } })
    onTestFinished(() => open.stop())
    const late = await invited(open, form.email)
    expectAccepted(session, await signUp(open, form), 201)
    const answer = await signUp(open, { ...form, invitation: late })
    expectRefusal(answer, 409, 'EMAIL_TAKEN')
    expect(await countCompanies(open)).toBe(1)
    const body = { invitation: late }
    const again = await open.call('POST', '/auth/sign-up/invitation', { body })
    expect(expectAccepted(invitation, again)).toEqual({ email: form.email })
    const { macKey } = open
    const context = { macKey, publicUrl: 'http://x', now: open.now() }
    expect(await inviteCompany(open.db, form.email.toUpperCase(), context)).toBeNull()
  })

  test.each([
    ['guessed', 'A'.repeat(43)],
    ['cut short', 'A'.repeat(12)],
    ['a freeze link’s', `t=${'b'.repeat(43)}`],
    ['spelled with %00', '%00'],
  ])('a token that is %s → it has ended', async (_how, sent) => {
    await opensNothing(sent)
  })

  test.each([
    ['10 KB long', 'x'.repeat(10_240)],
    ['a number', 7],
    ['a list', ['a']],
    ['with a NUL', 'a\u0000b'],
  ])('a token that is %s → the field is named', async (_how, sent) => {
    const before = await countCompanies(t)
    expect(Object.keys(faultsOf(await read(sent)))).toEqual(['invitation'])
    const faults = faultsOf(await signUp(t, { ...form, invitation: sent }))
    expect(Object.keys(faults)).toEqual(['invitation'])
    expect(await countCompanies(t)).toBe(before)
  })

  test.each([null, ''])('%j for an invitation counts as none', async (sent) => {
    expectRefusal(await signUp(t, { ...form, invitation: sent }), 409, 'SIGN_UP_CLOSED')
    expect(faultsOf(await read(sent))).toEqual({ invitation: 'Obligatorio' })
  })

  test('written or prolonged by hand in the database → it opens nothing', async () => {
    const written = 'w'.repeat(43)
    const row = { sha256: tokenHash(written), email: aSignUp().email, created_at: t.now() }
    const mac = Buffer.alloc(32)
    await t.db
      .insertInto('sign_up_invitations')
      .values({ ...row, mac })
      .execute()
    await opensNothing(written)
    t.wait(73 * hour)
    await t.db
      .updateTable('sign_up_invitations')
      .set({ created_at: t.now() })
      .where('sha256', '=', tokenHash(token))
      .execute()
    await opensNothing(token)
    expect(JSON.stringify(t.logged())).toContain('The MAC of sign_up_invitations')
  })

  test('no answer but its own and no log line has it', async () => {
    t.logged()
    await read(token)
    const answer = await signUp(t, { ...form, invitation: token })
    expect(JSON.stringify([answer.body, t.logged()])).not.toContain(token)
  })
})
