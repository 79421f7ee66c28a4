import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { codeSent, session } from '#contract/auth.ts'
import { company } from '#contract/company.ts'
import { changeUser } from '#server/testing/account-steps.ts'
import { codeSentTo, messagesTo } from '#server/testing/codes.ts'
import {
  aCompany,
  expectAccepted,
  expectRefusal,
  type TestCompany,
} from '#server/testing/factories.ts'
import { appForFile } from '#server/testing/for-file.ts'
import { freezeByMail } from '#server/testing/freeze-steps.ts'
import { aMember } from '#server/testing/team-steps.ts'

const t = await appForFile({ config: { sandbox: false } })

const newPassword = 'Ilopango#27'
const dayMs = 24 * 60 * 60_000

/** A new password by the link of the mail. */
async function reset({ form: { email } }: Pick<TestCompany, 'form'>): Promise<void> {
  await t.call('POST', '/users/reset-password', { body: { email } })
  const sent = await messagesTo(t.db, email)
  const text = sent.findLast(({ template }) => template === 'passwordReset')?.text ?? ''
  const [, code] = /reset-password\?token=(\S+)/.exec(text) ?? []
  const path = `/users/reset-password?code=${code}`
  expect((await t.call('PATCH', path, { body: { newPassword } })).status).toBe(200)
}

async function signedIn({ form: { email } }: Pick<TestCompany, 'form'>, password: string) {
  const answer = await t.call('POST', '/auth/sign-in', { body: { email, password } })
  const { token } = expectAccepted(session, answer)
  const post = (path: string, body?: object) => t.call('POST', path, { token, body })
  const unfreeze = (code?: string) => post('/companies/unfreeze', code ? { code } : {})
  async function code(to: string) {
    expectAccepted(codeSent, await post('/users/step-up', { action: 'UNFREEZE' }))
    return codeSentTo(t.db, to)
  }
  return { unfreeze, code }
}

test('who knows only the old password → unfreezes nothing, with a code too', async () => {
  const ours = await aCompany(t)
  await freezeByMail(t, ours.companyId)
  const { unfreeze, code } = await signedIn(ours, ours.form.password)
  expectRefusal(await unfreeze(await code(ours.form.email)), 409, 'COMPANY_FROZEN')
})

test('a mailbox alone → unfreezes 24 hours after the reset, not before', async () => {
  const ours = await aCompany(t)
  await freezeByMail(t, ours.companyId)
  await reset(ours)
  const before = await signedIn(ours, newPassword)
  const early = expectRefusal(
    await before.unfreeze(await before.code(ours.form.email)),
    409,
    'WAITS_AFTER_RESET',
  )
  const { until } = early.data as { until: string }
  const { rows } = await sql<{ at: Date }>`SELECT password_reset_at AS at FROM users
    WHERE company_id = ${ours.companyId}`.execute(t.db)
  expect(Date.parse(until) - (rows[0]?.at.getTime() ?? 0)).toBe(dayMs)

  t.wait(dayMs)
  const { unfreeze, code } = await signedIn(ours, newPassword)
  expectRefusal(await unfreeze(), 401, 'CODE_REQUIRED')
  const right = await code(ours.form.email)
  expectRefusal(await unfreeze(right === '111111' ? '222222' : '111111'), 401, 'WRONG_CODE')
  expect(expectAccepted(company, await unfreeze(right)).frozenAt).toBeNull()
})

test('a code by text message → unfreezes right after the reset', async () => {
  const ours = await aCompany(t)
  const phone = '+50370001234'
  const factor = { two_factor_via: 'SMS', two_factor_enabled: true } as const
  await changeUser(t.db, ours, { phone, phone_verified_at: new Date(), ...factor })
  await freezeByMail(t, ours.companyId)
  await reset(ours)
  const { email } = ours.form
  const response = await t.call('POST', '/auth/sign-in', { body: { email, password: newPassword } })
  const { mfaToken } = response.body.data
  const mfa = { email, mfaToken, code: await codeSentTo(t.db, phone) }
  const { token } = expectAccepted(
    session,
    await t.call('POST', '/auth/sign-in/mfa', { body: mfa }),
  )
  await t.call('POST', '/users/step-up', { token, body: { action: 'UNFREEZE' } })
  const body = { code: await codeSentTo(t.db, phone) }
  const answer = await t.call('POST', '/companies/unfreeze', { token, body })
  expect(expectAccepted(company, answer).frozenAt).toBeNull()
})

test('frozen again after the reset → another reset is wanted', async () => {
  const ours = await aCompany(t)
  await freezeByMail(t, ours.companyId)
  await reset(ours)
  await freezeByMail(t, ours.companyId)
  t.wait(dayMs)
  const { unfreeze, code } = await signedIn(ours, newPassword)
  expectRefusal(await unfreeze(await code(ours.form.email)), 409, 'COMPANY_FROZEN')
})

test('an administrator of less than a day before the freeze → does not undo it', async () => {
  const ours = await aCompany(t)
  t.wait(2 * dayMs)
  const rogue = await aMember(t, ours, 'ADMIN', t.now())
  await freezeByMail(t, ours.companyId)
  await reset(rogue)
  t.wait(dayMs)
  const { unfreeze, code } = await signedIn(rogue, newPassword)
  expectRefusal(await unfreeze(await code(rogue.form.email)), 409, 'COMPANY_FROZEN')
  await reset(ours)
  t.wait(dayMs)
  const owner = await signedIn(ours, newPassword)
  const body = expectAccepted(company, await owner.unfreeze(await owner.code(ours.form.email)))
  expect(body.frozenAt).toBeNull()
})
