import { codeSent } from '#contract/auth.ts'
import { type Company, company } from '#contract/company.ts'
import { user } from '#contract/user.ts'
import { contactCodeSent, type StepUpAction } from '#contract/users.ts'
import { codeSentTo } from './codes.ts'
import { expectAccepted, type TestCompany } from './factories.ts'

/** The two-factor field of a user's edit. */
export const factor = (enabled: boolean, via: 'EMAIL' | 'SMS' = 'EMAIL') => ({
  preferences: { twoFactorAuthentication: { enabled, via } },
})

/** Password and code for what a session alone may not do; `to` is where the code goes. */
export async function stepUp(
  ours: TestCompany,
  action: StepUpAction,
  to: string = ours.form.email,
): Promise<{ password: string; code: string }> {
  expectAccepted(codeSent, await ours.call('POST', '/users/step-up', { action }))
  return { password: ours.form.password, code: await codeSentTo(ours.t.db, to) }
}

/** Sets the company's approvals, with password and code where they become looser. */
export async function setApproval(
  ours: TestCompany,
  approval: Company['approval'],
): Promise<Company> {
  const first = await ours.call('PUT', '/companies', { approval })
  if (first.status === 200) return expectAccepted(company, first)
  const given = await stepUp(ours, 'APPROVAL')
  return expectAccepted(company, await ours.call('PUT', '/companies', { approval, ...given }))
}

/** Confirms the e-mail of who signed up, as outside the sandbox money wants it. */
export async function confirmEmail(ours: TestCompany): Promise<void> {
  expectAccepted(
    contactCodeSent,
    await ours.call('POST', '/users/contact-code', { channel: 'EMAIL' }),
  )
  const code = await codeSentTo(ours.t.db, ours.form.email)
  expectAccepted(user, await ours.call('POST', '/users/contact', { channel: 'EMAIL', code }))
}
