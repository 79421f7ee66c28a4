import { session } from '#contract/auth.ts'
import { changeUser } from './account-steps.ts'
import { messagesTo } from './codes.ts'
import { expectAccepted, type TestCompany } from './factories.ts'
import type { PayingCompany } from './paying-company.ts'

/** The link of the newest mail that resets a password. */
async function linkSentTo({ t, form }: TestCompany): Promise<string> {
  const sent = await messagesTo(t.db, form.email)
  const text = sent.findLast(({ template }) => template === 'passwordReset')?.text ?? ''
  const [, code] = /reset-password\?token=([\w-]{43})(?![\w-])/.exec(text) ?? []
  if (!code) throw new Error('no link was sent')
  return code
}

/** Somebody who reads an administrator's mail sets a new password and signs in with it. */
export async function resetByMail(ours: TestCompany): Promise<TestCompany> {
  const { t, form } = ours
  const { email } = form
  const password = 'Ilopango#27'
  await t.call('POST', '/users/reset-password', { body: { email } })
  const body = { newPassword: password }
  const path = `/users/reset-password?code=${await linkSentTo(ours)}`
  const { status } = await t.call('PATCH', path, { body })
  if (status !== 200) throw new Error('the link did not work')
  const answer = await t.call('POST', '/auth/sign-in', { body: { email, password } })
  const { token } = expectAccepted(session, answer)
  const call: TestCompany['call'] = (method, url, sent, options = {}) =>
    t.call(method, url, { token, body: sent, ...options })
  return { ...ours, form: { ...form, password }, token, call }
}

/** Changes the user's row as if the password had been reset so long ago. */
export const resetAgo = (s: PayingCompany, ours: TestCompany, ms: number) =>
  changeUser(s.engine.db, ours, { password_reset_at: new Date(Date.now() - ms) })
