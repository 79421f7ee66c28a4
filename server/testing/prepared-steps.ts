import { approvalList } from '#contract/approvals.ts'
import { calendarAnswer, occurrenceAnswer } from '#contract/calendar.ts'
import type { TestApp } from './app.ts'
import { codeSentTo } from './codes.ts'
import { anEmployee, aPayroll, expectAccepted, type TestCompany } from './factories.ts'
import type { aMember } from './team-steps.ts'

const hourMs = 3_600_000
type Caller = Pick<TestCompany, 'call'>
type Member = Awaited<ReturnType<typeof aMember>>

/** A payday of a payroll to come, whose schedule prepares it or pays by itself. */
export async function aPaydayToCome(
  t: TestApp,
  ours: TestCompany,
  {
    mode,
    inHours = 24,
    salaries = [500, 600],
  }: { mode: string; inHours?: number; salaries?: number[] },
) {
  const { _id: payrollId } = await aPayroll(ours)
  const people: string[] = []
  for (const baseSalary of salaries) {
    const { _id } = await anEmployee(ours, { baseSalary })
    await ours.call('PATCH', `/companies/payrolls/${payrollId}/employees/${_id}`)
    people.push(_id)
  }
  const dates = { every: 'FORTNIGHT', days: [15, 'LAST'], hour: '09:00', mode }
  const saved = await ours.call('PUT', `/companies/payrolls/${payrollId}/schedule`, dates)
  if (saved.status !== 200) throw new Error('the schedule was refused')
  const { occurrences } = expectAccepted(calendarAnswer, await ours.call('GET', '/calendar'))
  const next = occurrences.find((one) => one.payroll._id === payrollId)
  const dueAt = new Date(t.now().getTime() + inHours * hourMs)
  const moved = await ours.call('POST', `/calendar/${next?._id}/move`, { dueAt })
  const { occurrence } = expectAccepted(occurrenceAnswer, moved)
  return { id: occurrence._id, payrollId, people, dueAt }
}

/** A payday as the calendar has it now. */
export async function readPayday(who: Caller, id: string) {
  const { occurrences } = expectAccepted(calendarAnswer, await who.call('GET', '/calendar'))
  const found = occurrences.find((one) => one._id === id)
  if (!found) throw new Error('the payday is gone')
  return found
}

export const listApprovals = async (who: Caller) =>
  expectAccepted(approvalList, await who.call('GET', '/approvals')).approvals

/** Somebody approves the one payday that waits, by a code of his or her own. */
export async function approvePayday(t: Pick<TestApp, 'db'>, who: Member | TestCompany) {
  const [one] = (await listApprovals(who)).filter(({ kind }) => kind === 'OCCURRENCE')
  const path = `/approvals/${one?._id}`
  await who.call('POST', `${path}/code`)
  const code = await codeSentTo(t.db, who.form.email)
  return who.call('POST', `${path}/approve`, { code })
}
