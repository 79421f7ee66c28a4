import { approvalAnswer, approvalList } from '#contract/approvals.ts'
import { codeSent } from '#contract/auth.ts'
import { holdRequested } from '#contract/changes.ts'
import { type Company, type CompanyEdit, company } from '#contract/company.ts'
import { user } from '#contract/user.ts'
import { contactCodeSent, type StepUpAction } from '#contract/users.ts'
import { codeSentTo } from './codes.ts'
import { type Answer, expectAccepted, type TestCompany } from './factories.ts'

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

type Approving = Pick<TestCompany, 't' | 'call'> & { form: { email: string } }

/** Has the code of a change sent, and approves the change with it; a refusal of either comes back. */
export async function approveByCode(who: Approving, id: string): Promise<Answer> {
  const sent = await who.call('POST', `/approvals/${id}/code`)
  if (sent.status !== 200) return sent
  const code = await codeSentTo(who.t.db, who.form.email)
  return who.call('POST', `/approvals/${id}/approve`, { code })
}

/** Asks for the release of a held address, and gives it with the code of that order. */
export async function releaseHold(by: Approving, employeeId: string): Promise<Answer> {
  const path = `/companies/employees/${employeeId}/address-hold`
  const requested = await by.call('POST', `${path}/request`)
  if (requested.status !== 200) return requested
  const { approval } = expectAccepted(holdRequested, requested)
  const sent = await by.call('POST', `/approvals/${approval._id}/code`)
  if (sent.status !== 200) return sent
  const code = await codeSentTo(by.t.db, by.form.email)
  return by.call('POST', `${path}/release`, { code })
}

/** The newest change that waits for the own code of who asked for it. */
export async function findOwnChange(ours: Pick<TestCompany, 'call'>): Promise<string> {
  const { approvals } = expectAccepted(approvalList, await ours.call('GET', '/approvals'))
  const own = approvals.find(({ askedByMe, canApprove }) => askedByMe && canApprove)
  if (!own) throw new Error('Nothing waits for an own code')
  return own._id
}

/** Loosens settings of the company: the password asks for the change, its code approves it. */
export async function loosenSettings(ours: TestCompany, edit: CompanyEdit): Promise<Company> {
  const { password } = ours.form
  expectAccepted(company, await ours.call('PUT', '/companies', { ...edit, password }))
  expectAccepted(approvalAnswer, await approveByCode(ours, await findOwnChange(ours)))
  return expectAccepted(company, await ours.call('GET', '/companies/company'))
}

/** Sets the company's approvals, with password and code where they become looser. */
export async function setApproval(
  ours: TestCompany,
  approval: Company['approval'],
): Promise<Company> {
  const first = await ours.call('PUT', '/companies', { approval })
  return first.status === 200 ? expectAccepted(company, first) : loosenSettings(ours, { approval })
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
