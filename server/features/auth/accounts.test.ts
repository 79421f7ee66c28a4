import { expect, test, vi } from 'vitest'
import { session } from '#contract/auth.ts'
import { company } from '#contract/company.ts'
import { Passwords } from '#server/platform/security/passwords.ts'
import {
  aCompany,
  aSignUp,
  expectAccepted,
  expectRefusal,
  faultsOf,
} from '#server/testing/factories.ts'
import { appForFile } from '#server/testing/for-file.ts'

const t = await appForFile()

const signUp = (body: object) => t.call('POST', '/auth/sign-up', { body })
const signIn = (email: string, password: string) =>
  t.call('POST', '/auth/sign-in', { body: { email, password } })

test('who signs up has a company, is its administrator and is signed in', async () => {
  const form = aSignUp({ firstName: '  Marcela ', companyName: 'Café Izalco' })
  const { token, user } = expectAccepted(session, await signUp(form), 201)
  expect(user).toMatchObject({
    firstName: 'Marcela',
    lastName: 'Portillo',
    email: form.email,
    role: 'ADMIN',
    factors: [],
    phone: null,
    preferences: { twoFactorAuthentication: { enabled: false, via: 'EMAIL' } },
  })
  const theirs = expectAccepted(company, await t.call('GET', '/companies/company', { token }))
  expect(theirs).toMatchObject({ companyName: 'Café Izalco', companySector: 'Agroindustria' })
})

test('an e-mail has one account, however it is written', async () => {
  const { form } = await aCompany(t)
  const again = await signUp(aSignUp({ email: form.email.toUpperCase() }))
  expect(expectRefusal(again, 409, 'EMAIL_TAKEN').message).toBe(
    'Ya existe una cuenta con este correo',
  )
})

test('ten sign-ups at once with one e-mail → one succeeds, the others leave nothing', async () => {
  const form = aSignUp({ companyName: 'Una sola vez' })
  const answers = await Promise.all(Array.from({ length: 10 }, () => signUp(form)))
  expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(9).fill(409)])
  const companies = await t.db
    .selectFrom('companies')
    .select('id')
    .where('name', '=', 'Una sola vez')
    .execute()
  expect(companies).toHaveLength(1)
})

test('a sign-up names each field that is missing, in the words of the form', async () => {
  expect(faultsOf(await signUp({}))).toEqual({
    firstName: 'Obligatorio',
    lastName: 'Obligatorio',
    email: 'Obligatorio',
    password: 'Obligatorio',
    companyName: 'Obligatorio',
    companySector: 'Obligatorio',
  })
})

test.each([
  ['a password without an upper-case letter', { password: 'volcan#2026' }, 'password'],
  ['a password without a special character', { password: 'Volcan2026' }, 'password'],
  ['a password of seven characters', { password: 'Volc#26' }, 'password'],
  ['a password of 51 characters', { password: `V#${'a'.repeat(49)}` }, 'password'],
  ['a sector that is not on the list', { companySector: 'Piratería' }, 'companySector'],
  ['an e-mail without a domain', { email: 'marcela' }, 'email'],
  ['a name with a NUL', { lastName: 'Por\u0000tillo' }, 'lastName'],
  ['half a character', { companyName: 'Izalco \ud83d' }, 'companyName'],
  ['a number for a name', { firstName: 7 }, 'firstName'],
])('no account is made with %s', async (_what, change, path) => {
  expect(Object.keys(faultsOf(await signUp(aSignUp(change))))).toEqual([path])
})

test('the right password signs in, whatever the case of the e-mail', async () => {
  const { form, user } = await aCompany(t)
  const signedIn = expectAccepted(session, await signIn(form.email.toUpperCase(), form.password))
  expect(signedIn.user).toEqual(user)
})

test('wrong password or unknown e-mail → the same refusal, at the cost of one hash', async () => {
  const { form } = await aCompany(t)
  const matches = vi.spyOn(Passwords.prototype, 'matches')
  const wrong = await signIn(form.email, 'Volcan#2027')
  const unknown = await signIn('nobody@izalco.sv', form.password)
  expectRefusal(wrong, 401, 'WRONG_CREDENTIALS')
  expect(unknown.body).toEqual(wrong.body)
  expect(unknown.status).toBe(wrong.status)
  expect(matches).toHaveBeenCalledTimes(2)
  // The known e-mail compares with its stored hash. The unknown one has none: Passwords then hashes
  // a value that nobody has, at the same cost.
  expect(matches.mock.calls.map(([, stored]) => stored === null)).toEqual([false, true])
})

test('sign-in takes passwords that are no longer allowed, and names invalid ones', async () => {
  const { form } = await aCompany(t)
  expectRefusal(await signIn(form.email, 'abc'), 401, 'WRONG_CREDENTIALS')
  expect(faultsOf(await signIn(form.email, 'ab'))).toEqual({
    password: 'Debe tener entre 3 y 50 caracteres',
  })
  expect(faultsOf(await t.call('POST', '/auth/sign-in', { body: {} }))).toEqual({
    email: 'Obligatorio',
    password: 'Obligatorio',
  })
})

test('no answer and no log line has a password, its hash or a token of somebody else', async () => {
  t.logged()
  const { form, token } = await aCompany(t)
  const answer = await signIn(form.email, form.password)
  expect(JSON.stringify(answer.body)).not.toContain(token)
  const texts = JSON.stringify([answer.body, t.logged()])
  expect(texts).not.toContain(form.password)
  expect(texts).not.toContain('argon2')
})
