import { expect, test } from 'vitest'
import { payroll } from '#contract/payrolls.ts'
import { aCompany, anEmployee, aPayroll, expectAccepted } from '#server/testing/factories.ts'
import { appForFile } from '#server/testing/for-file.ts'

const t = await appForFile()

test('some are paid in dollars → the payroll says how much of it and how many', async () => {
  const company = await aCompany(t)
  const { _id } = await aPayroll(company)
  const add = async (values: object) => {
    const { _id: employeeId } = await anEmployee(company, values)
    await company.call('PATCH', `/companies/payrolls/${_id}/employees/${employeeId}`)
  }
  const shown = async () => expectAccepted(payroll, await company.call('GET', `/payrolls/${_id}`))
  await add({ baseSalary: 500 })
  expect((await shown()).dollarPart).toBeUndefined()
  await add({ baseSalary: 100.01, bitcoinPercent: 0, cryptoAddress: '' })
  expect(await shown()).toMatchObject({
    totalAmount: 600.01,
    dollarPart: { usd: 100.01, people: 1 },
  })
})
