import { approvalAnswer, approvalList } from '#contract/approvals.ts'
import { dollarLines } from '#contract/dollar-lines.ts'
import { type Payment, paymentAnswer } from '#contract/payments.ts'
import { codeSentTo } from './codes.ts'
import { editEmployee, expectAccepted } from './factories.ts'
import type { PayingCompany } from './paying-company.ts'
import { aMember } from './team-steps.ts'
import { setTiers } from './tier-steps.ts'

type Caller = Pick<Awaited<ReturnType<typeof aMember>>, 'call' | 'form'>

/** Steps of companies that pay in dollars. */
export function dollarSteps(s: PayingCompany) {
  const listPath = ({ _id }: Payment) => `/payments/${_id}/dollar-lines`
  const waitingFor = async (who: Pick<Caller, 'call'>) =>
    expectAccepted(approvalList, await who.call('GET', '/approvals')).approvals
  return {
    /** A company in which others approve each payment, and a payroll all in dollars. */
    async dollarTeam(salaries: bigint[], approvals = 2) {
      const ours = await s.company()
      const gloria = await aMember(ours.t, ours, 'APPROVER')
      const hugo = await aMember(ours.t, ours, 'APPROVER')
      const { payrollId, employeeIds } = await s.funded(ours, salaries, 3_000_000n)
      const inDollars = { bitcoinPercent: 0, bank: 'Cuscatlán', bankAccount: '00-4417' }
      for (const id of employeeIds) await editEmployee(ours, id, inDollars)
      if (approvals > 0) await setTiers(ours, [{ fromUsd: 0, approvals }])
      return { ours, gloria, hugo, payrollId, employeeIds }
    },
    listPath,
    listOf: async (who: Pick<Caller, 'call'>, payment: Payment) =>
      expectAccepted(dollarLines, await who.call('GET', listPath(payment))),
    paymentOf: async (who: Pick<Caller, 'call'>, { _id }: Payment) =>
      expectAccepted(paymentAnswer, await who.call('GET', `/companies/payments/${_id}`)).payment,
    waitingFor,
    async approves(who: Caller) {
      const [order] = await waitingFor(who)
      const path = `/approvals/${order?._id}`
      if ((await who.call('POST', `${path}/code`)).status !== 200) throw new Error('no code')
      const code = await codeSentTo(s.engine.db, who.form.email)
      return expectAccepted(approvalAnswer, await who.call('POST', `${path}/approve`, { code }))
    },
    csvOf: (who: { token: string }, payment: Payment) => s.fileOf(who, `${listPath(payment)}.csv`),
  }
}
