import { expect, test } from 'vitest'
import { company as companyAnswer } from '#contract/company.ts'
import { type Employee, employeeList, type Readiness } from '#contract/employees.ts'
import { payroll as payrollAnswer } from '#contract/payrolls.ts'
import { anAddress } from '#server/testing/engine.ts'
import {
  aCompany,
  anEmployee,
  aPayroll,
  editEmployee,
  expectAccepted,
  expectRefusal,
  type TestCompany,
} from '#server/testing/factories.ts'
import { appForFile } from '#server/testing/for-file.ts'
import { makePaidRun } from '#server/testing/paid-rows.ts'
import { aMember } from '#server/testing/team-steps.ts'

const t = await appForFile()

const list = async (company: TestCompany, query: string) =>
  expectAccepted(employeeList, await company.call('GET', `/employees?limit=100&${query}`))

const invite = (...people: Employee[]) =>
  t.owner
    .updateTable('employees')
    .set({ invited_at: new Date() })
    .where(
      'id',
      'in',
      people.map(({ _id }) => _id),
    )
    .execute()

const dollars = { bitcoinPercent: 0, cryptoAddress: '' }

/** A person of each readiness that needs no consent, except noAddress: the table refuses such a row. */
async function oneOfEach() {
  const company = await aCompany(t)
  await aMember(t, company, 'APPROVER')
  const payrollId = (await aPayroll(company))._id
  const held = await anEmployee(company)
  const member = `/companies/payrolls/${payrollId}/employees/${held._id}`
  expectAccepted(payrollAnswer, await company.call('PATCH', member))
  await makePaidRun(company, payrollId)
  await editEmployee(company, held._id, { cryptoAddress: anAddress() })
  const people = {
    addressHeld: held,
    notInvited: await anEmployee(company, { firstName: 'Nora', email: 'nora@izalco.sv' }),
    noEmail: await anEmployee(company, { email: '' }),
    ready: await anEmployee(company, { firstName: 'Rita', email: 'rita@izalco.sv' }),
  }
  await invite(held, people.noEmail, people.ready)
  return { company, people, payrollId }
}

test('each person lacks the first thing that applies, and the filter finds each', async () => {
  const { company, people, payrollId } = await oneOfEach()
  const { employees, employeesMatched, readiness } = await list(company, '')
  expect(employeesMatched).toBe(4)
  expect(readiness).toBeUndefined()
  const found = new Map(employees.map((one) => [one._id, one.readiness]))
  for (const [name, { _id }] of Object.entries(people)) {
    expect(found.get(_id)).toBe(name)
    const only = await list(company, `readiness=${name}`)
    expect(only.employees.map((one) => one._id)).toEqual([_id])
    expect(only.employeesMatched).toBe(1)
  }
  const ofPayroll = await list(company, `payroll=${payrollId}`)
  expect(ofPayroll.employees.map((one) => one.readiness)).toEqual(['addressHeld'])
})

test('counts name everybody, whichever readiness the list shows', async () => {
  const { company, payrollId } = await oneOfEach()
  const counts: Record<Readiness, number> = {
    noAddress: 0,
    addressHeld: 1,
    accountHeld: 0,
    noConsent: 0,
    notInvited: 1,
    noEmail: 1,
    ready: 1,
  }
  for (const query of ['counts=true', 'counts=1&readiness=ready', 'counts=true&page=9']) {
    expect((await list(company, query)).readiness).toEqual({ counts, invited: 3, inDollars: 0 })
  }
  const two = await list(company, 'readiness=ready,noEmail')
  expect(two.employeesMatched).toBe(2)
  const ofPayroll = await list(company, `counts=true&payroll=${payrollId}`)
  expect(ofPayroll.readiness).toMatchObject({ counts: { addressHeld: 1, ready: 0 }, invited: 1 })
  const others = await aCompany(t)
  expect((await list(others, 'counts=true')).readiness).toMatchObject({ invited: 0 })
})

test('somebody paid in dollars alone lacks no address, with a bank account or not', async () => {
  const company = await aCompany(t)
  const unknown = await anEmployee(company, dollars)
  const paid = await anEmployee(company, { ...dollars, bankAccount: '3570 0123 4567' })
  expect([unknown.readiness, paid.readiness]).toEqual(['notInvited', 'notInvited'])
  await invite(unknown, paid)
  const { employees, readiness } = await list(company, 'counts=true')
  expect(employees.map((one) => one.readiness)).toEqual(['ready', 'ready'])
  expect(readiness).toMatchObject({ counts: { noAddress: 0, ready: 2 }, inDollars: 2 })
})

test('where consent is required, those alone who are paid in bitcoin miss it', async () => {
  const company = await aCompany(t)
  const paid = await anEmployee(company)
  await anEmployee(company, { ...dollars, bankAccount: '3570 0123 4567' })
  expectAccepted(companyAnswer, await company.call('PUT', '/companies', { requireConsent: true }))
  const { employees } = await list(company, 'readiness=noConsent')
  expect(employees.map(({ _id }) => _id)).toEqual([paid._id])
})

test('an unknown readiness → 400', async () => {
  const company = await aCompany(t)
  expectRefusal(await company.call('GET', '/employees?readiness=rich'), 400, 'VALIDATION')
  expectRefusal(await company.call('GET', '/employees?counts=perhaps'), 400, 'VALIDATION')
})
