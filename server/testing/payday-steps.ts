import { expect } from 'vitest'
import { paymentPreview } from '#contract/payments.ts'
import type { PayrollStatus } from '#contract/payroll-status.ts'
import { payroll, payrollList } from '#contract/payrolls.ts'
import { anAddress } from './engine.ts'
import { anEmployee, aPayroll, expectAccepted, type TestCompany } from './factories.ts'
import type { PayingCompany } from './paying-company.ts'

/** Steps through the payday of a payroll, whose state is asked of all three that say it. */
export function paydaySteps(s: PayingCompany, ours: TestCompany) {
  const path = (id: string) => `/companies/payrolls/${id}`
  const read = async (id: string) =>
    expectAccepted(payroll, await ours.call('GET', `/payrolls/${id}`))

  /** The status of a payroll, which list, page and preview say alike. */
  async function statusOf(id: string) {
    const { status, toFund } = await read(id)
    const list = expectAccepted(payrollList, await ours.call('GET', '/payrolls?limit=100'))
    const listed = list.payrolls.find(({ _id }) => _id === id)
    const previewed = await ours.call('GET', `${path(id)}/payment-preview`)
    const preview = expectAccepted(paymentPreview, previewed)
    expect({ status: listed?.status, toFund: listed?.toFund }).toEqual({ status, toFund })
    expect({ status: preview.status, toFund: preview.toFund }).toEqual({ status, toFund })
    return { ...status, toFund, preview }
  }

  async function add(id: string, baseSalary: number) {
    const person = await anEmployee(ours, { baseSalary, cryptoAddress: anAddress() })
    await ours.call('PATCH', `${path(id)}/employees/${person._id}`)
    return person._id
  }

  return {
    statusOf,
    path,
    /** Until the payroll's page has this code. */
    async until(id: string, code: PayrollStatus['code']) {
      await s.engine.until(`the payroll is ${code}`, async () => {
        return (await read(id)).status.code === code
      })
      return statusOf(id)
    },
    add,
    async payroll(...salaries: number[]) {
      const { _id: id } = await aPayroll(ours)
      for (const salary of salaries) await add(id, salary)
      const { script } = await s.engine.db
        .selectFrom('addresses')
        .select('script_pubkey as script')
        .where('payroll_id', '=', id)
        .executeTakeFirstOrThrow()
      return { id, script }
    },
    /** Deposits are in a block, and seen. */
    async fund(id: string, script: Buffer, sats: bigint) {
      const { balance_sats: before } = await s.balanceOf(id)
      await s.engine.play.give(script, sats)
      await s.engine.play.mine(1)
      await s.spendable(id, before + sats)
      await s.price(9_100_000n)
    },
    run: (id: string, body: object = {}) => ours.call('POST', `${path(id)}/run-payment`, body),
  }
}
