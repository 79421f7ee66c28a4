import { beforeEach, expect, test } from 'vitest'
import { codeSent, session } from '#contract/auth.ts'
import { webauthnOptions } from '#contract/factors.ts'
import { macOf } from '#server/authorization/mac.ts'
import { forgetRow } from '#server/features/verification-codes/index.ts'
import { changeUser } from '#server/testing/account-steps.ts'
import { testApp } from '#server/testing/app.ts'
import { codeSentTo, messagesTo } from '#server/testing/codes.ts'
import {
  addApp,
  beginSignIn,
  codeOfApp,
  createRecoveryCodes,
  enrolPasskey,
  finishSignIn,
  stepUpByKey,
} from '#server/testing/factor-steps.ts'
import {
  aCompany,
  expectAccepted,
  expectRefusal,
  faultsOf,
  type TestCompany,
} from '#server/testing/factories.ts'
import { appForFile } from '#server/testing/for-file.ts'
import { type Slip, softwareKey } from '#server/testing/software-authenticator.ts'
import { factor } from '#server/testing/step-up.ts'

const t = await appForFile({ config: { publicUrl: 'http://localhost:3000' } })
let ours: TestCompany
beforeEach(async () => {
  ours = await aCompany(t)
})

const seconds = 1_000
const minutes = 60 * seconds
const key = () => softwareKey({ synced: true })
const nextStep = () => t.wait(30 * seconds)
const wrongFor = (right: string) => (right === '111111' ? '222222' : '111111')
const codeFor = (secret: string) => codeOfApp(secret, t.now())
const anyOptions = async () =>
  expectAccepted(webauthnOptions, await t.call('POST', '/auth/passkey/options')).options
const enter = (response: object) => t.call('POST', '/auth/passkey', { body: { response } })
const resend = (mfaToken: string, more: object = {}) =>
  t.call('POST', '/auth/sign-in/mfa/resend', {
    body: { email: ours.form.email, mfaToken, ...more },
  })

test('a passkey signs in alone, and its user has it named first', async () => {
  const own = key()
  await enrolPasskey(ours, own)
  const { user } = expectAccepted(session, await enter(own.assert(await anyOptions())))
  expect(user).toMatchObject({ email: ours.form.email, factors: ['PASSKEY'] })
})

test('a sign-in by passkey is asked alike, with an e-mail, a known one or none', async () => {
  await enrolPasskey(ours, key())
  for (const body of [{}, { email: ours.form.email }, { email: 'nobody@izalco.sv' }]) {
    const answer = await t.call('POST', '/auth/passkey/options', { body })
    const { options } = expectAccepted(webauthnOptions, answer)
    expect(options).toMatchObject({ rpId: 'localhost', userVerification: 'required' })
    expect(options.allowCredentials).toBeUndefined()
  }
})

test('an assertion signs in once, of twenty at once one, and after five minutes none', async () => {
  const own = key()
  await enrolPasskey(ours, own)
  const response = own.assert(await anyOptions())
  const answers = await Promise.all(Array.from({ length: 20 }, () => enter(response)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expectRefusal(await enter(response), 401, 'WRONG_ASSERTION')
  const late = own.assert(await anyOptions())
  t.wait(5 * minutes)
  expectRefusal(await enter(late), 401, 'WRONG_ASSERTION')
})

test.each<[string, Slip]>([
  ['another page', { origin: 'https://quincena.example' }],
  ['another host', { rpId: 'quincena.example' }],
  ['nobody at the key', { userVerified: false }],
  ['a challenge of its own', { challenge: 'A'.repeat(43) }],
  ['a forged signature', { forged: true }],
])('nobody signs in by an assertion with %s', async (_what, slip) => {
  const own = key()
  await enrolPasskey(ours, own)
  expectRefusal(await enter(own.assert(await anyOptions(), slip)), 401, 'WRONG_ASSERTION')
})

test('nobody signs in by a key that nobody has, or that was removed', async () => {
  expectRefusal(await enter(key().assert(await anyOptions())), 401, 'WRONG_ASSERTION')
  const own = key()
  const id = await enrolPasskey(ours, own)
  const given = await stepUpByKey(ours, own)
  expect((await ours.call('DELETE', `/users/passkeys/${id}`, given)).status).toBe(200)
  expectRefusal(await enter(own.assert(await anyOptions())), 401, 'WRONG_ASSERTION')
})

test('a removed user, and one whom wrong codes blocked, sign in by no passkey', async () => {
  const own = key()
  await enrolPasskey(ours, own)
  const guard = {
    holder_id: ours.user._id,
    company_id: ours.companyId,
    wrong_at: [],
    wrong_in_a_row: 100,
    locked_until: null,
    version: 9,
  }
  const blocked = { ...guard, mac: macOf(t.macKey, 'code_guards', guard) }
  await t.db
    .insertInto('code_guards')
    .values(blocked)
    .onConflict((conflict) => conflict.column('holder_id').doUpdateSet(blocked))
    .execute()
  expectRefusal(await enter(own.assert(await anyOptions())), 401, 'SIGN_IN_BLOCKED')
  const holder = { companyId: ours.companyId, userId: ours.user._id }
  await t.db.transaction().execute((trx) => forgetRow(trx, t.macKey, holder))
  await changeUser(t.db, ours, { removed_at: t.now() })
  expectRefusal(await enter(own.assert(await anyOptions())), 401, 'WRONG_ASSERTION')
})

test('where the address is that of a machine no passkey is asked for', async () => {
  const bare = await testApp({ config: { publicUrl: 'http://127.0.0.1:3000' } })
  expectRefusal(await bare.call('POST', '/auth/passkey/options'), 409, 'PASSKEYS_IMPOSSIBLE')
  await bare.stop()
})

test('with a passkey alone the password opens nothing; the key does after it', async () => {
  const own = key()
  await enrolPasskey(ours, own)
  const { mfaToken, options, ...rest } = await beginSignIn(ours)
  expect(rest).toEqual({ via: 'PASSKEY', sentTo: null, factors: ['PASSKEY'] })
  expectRefusal(await finishSignIn(ours, mfaToken, { code: '123456' }), 401, 'WRONG_CODE')
  const assertion = own.assert(options ?? {})
  const other = await beginSignIn(ours)
  expectRefusal(await finishSignIn(ours, other.mfaToken, { assertion }), 401, 'WRONG_ASSERTION')
  const again = await beginSignIn(ours)
  const right = { assertion: own.assert(again.options ?? {}) }
  expectAccepted(session, await finishSignIn(ours, again.mfaToken, right))
  expectRefusal(await finishSignIn(ours, again.mfaToken, right), 401, 'MFA_EXPIRED')
})

test('a passkey of somebody else ends nobody’s sign-in', async () => {
  const [own, theirs] = [key(), key()]
  await enrolPasskey(ours, own)
  await enrolPasskey(await aCompany(t), theirs)
  const { mfaToken, options } = await beginSignIn(ours)
  const assertion = theirs.assert(options ?? {})
  expectRefusal(await finishSignIn(ours, mfaToken, { assertion }), 401, 'WRONG_ASSERTION')
})

test('with an app its code signs in, nothing is sent, and a step is accepted once', async () => {
  const secret = await addApp(ours, t.now)
  const sent = (await messagesTo(t.db, ours.form.email)).length
  const { mfaToken, ...answer } = await beginSignIn(ours)
  expect(answer).toEqual({ via: 'TOTP', sentTo: null, factors: ['TOTP'] })
  // The code of this time step was used to confirm the app.
  expectRefusal(await finishSignIn(ours, mfaToken, { code: codeFor(secret) }), 401, 'WRONG_CODE')
  nextStep()
  const code = codeFor(secret)
  const { user } = expectAccepted(session, await finishSignIn(ours, mfaToken, { code }))
  expect(user.factors).toEqual(['TOTP'])
  const again = await beginSignIn(ours)
  expectRefusal(await finishSignIn(ours, again.mfaToken, { code }), 401, 'WRONG_CODE')
  expect(await messagesTo(t.db, ours.form.email)).toHaveLength(sent)
})

test('of twenty who use one step of the app at once, by ten sign-ins, one enters', async () => {
  const secret = await addApp(ours, t.now)
  nextStep()
  const begun = await Promise.all(Array.from({ length: 10 }, () => beginSignIn(ours)))
  const code = codeFor(secret)
  const answers = await Promise.all(
    [...begun, ...begun].map(({ mfaToken }) => finishSignIn(ours, mfaToken, { code })),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(answers.filter(({ status }) => status === 401)).toHaveLength(19)
})

test('with an app and mail the person chooses; with the app alone mail is none', async () => {
  const alone = await addApp(ours, t.now)
  const first = await beginSignIn(ours)
  expect(faultsOf(await resend(first.mfaToken, { via: 'EMAIL' }))).toEqual({
    via: 'Formato inválido',
  })
  expect(alone).toBeTruthy()

  ours = await aCompany(t)
  expectAccepted(session.shape.user, await ours.call('PUT', '/users', factor(true)))
  const secret = await addApp(ours, t.now)
  nextStep()
  const both = await beginSignIn(ours)
  expect(both).toMatchObject({ via: 'TOTP', factors: ['TOTP', 'EMAIL'] })
  const byMail = expectAccepted(codeSent, await resend(both.mfaToken, { via: 'EMAIL' }))
  expect(byMail).toMatchObject({ via: 'EMAIL', sentTo: expect.stringContaining('•••@') })
  const code = await codeSentTo(t.db, ours.form.email)
  expectAccepted(session, await finishSignIn(ours, both.mfaToken, { code }))
  const next = await beginSignIn(ours)
  expectAccepted(session, await finishSignIn(ours, next.mfaToken, { code: codeFor(secret) }))
})

test('five wrong codes of an app end a sign-in, and thirty lock the second factor', async () => {
  const secret = await addApp(ours, t.now)
  nextStep()
  const { mfaToken } = await beginSignIn(ours)
  const left = []
  for (let i = 0; i < 5; i++) {
    const wrong = await finishSignIn(ours, mfaToken, { code: wrongFor(codeFor(secret)) })
    left.push(expectRefusal(wrong, 401, 'WRONG_CODE').data?.triesLeft)
  }
  expect(left).toEqual([4, 3, 2, 1, 0])
  expectRefusal(await finishSignIn(ours, mfaToken, { code: codeFor(secret) }), 401, 'MFA_EXPIRED')
  for (let round = 0; round < 5; round++) {
    const next = await beginSignIn(ours)
    for (let i = 0; i < 5; i++) {
      await finishSignIn(ours, next.mfaToken, { code: wrongFor(codeFor(secret)) })
    }
  }
  const { email, password } = ours.form
  const body = { email, password }
  expectRefusal(await t.call('POST', '/auth/sign-in', { body }), 429, 'RATE_LIMITED')
})

test('a hundred guesses at an app at once are five', async () => {
  const secret = await addApp(ours, t.now)
  nextStep()
  const { mfaToken } = await beginSignIn(ours)
  const code = wrongFor(codeFor(secret))
  await Promise.all(Array.from({ length: 100 }, () => finishSignIn(ours, mfaToken, { code })))
  const { wrong_in_a_row } = await t.owner
    .selectFrom('code_guards')
    .select('wrong_in_a_row')
    .where('holder_id', '=', ours.user._id)
    .executeTakeFirstOrThrow()
  expect(wrong_in_a_row).toBe(5)
})

test('a recovery code signs in once, as it is written, and its owner hears of it', async () => {
  const secret = await addApp(ours, t.now)
  nextStep()
  const given = { password: ours.form.password, code: codeFor(secret) }
  const [first = '', second = ''] = await createRecoveryCodes(ours, given)
  const { mfaToken } = await beginSignIn(ours)
  expectAccepted(session, await finishSignIn(ours, mfaToken, { code: ` ${first.toUpperCase()} ` }))
  const texts = (await messagesTo(t.db, ours.form.email)).map(({ template }) => template)
  expect(texts.filter((name) => name === 'factorsChanged')).toHaveLength(3)
  const again = await beginSignIn(ours)
  expectRefusal(await finishSignIn(ours, again.mfaToken, { code: first }), 401, 'WRONG_CODE')
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => finishSignIn(ours, again.mfaToken, { code: second })),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
})

test('wrong recovery codes are counted as wrong codes are', async () => {
  const secret = await addApp(ours, t.now)
  nextStep()
  await createRecoveryCodes(ours, { password: ours.form.password, code: codeFor(secret) })
  const { mfaToken } = await beginSignIn(ours)
  for (let i = 0; i < 5; i++) {
    expectRefusal(await finishSignIn(ours, mfaToken, { code: 'aaaaa-bbbbb' }), 401, 'WRONG_CODE')
  }
  expectRefusal(await finishSignIn(ours, mfaToken, { code: 'aaaaa-bbbbb' }), 401, 'MFA_EXPIRED')
  expect(faultsOf(await finishSignIn(ours, mfaToken, {}))).toEqual({ code: 'Obligatorio' })
  expect(faultsOf(await finishSignIn(ours, mfaToken, { code: 'aaaaa-bbb0b' }))).toEqual({
    code: 'El código tiene seis dígitos',
  })
})
