import { afterAll, beforeAll, expect, test } from 'vitest'
import { employeeList } from '#contract/employees.ts'
import { bulkPayroll, listDiff } from '#contract/imports.ts'
import { verifyEmployeeMac } from '#server/platform/authenticity.ts'
import { type TestApp, testApp } from '#server/testing/app.ts'
import { anAddress } from '#server/testing/engine.ts'
import {
  aCompany,
  accepted,
  aPayroll,
  refused,
  type TestCompany,
} from '#server/testing/factories.ts'
import { aList, createList, type ListPerson, replaceList } from '#server/testing/lists.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp()
})
afterAll(() => t.stop())

const named = (firstName: string, more: ListPerson = {}): ListPerson => ({
  firstName,
  address: anAddress(),
  ...more,
})

const made = async (company: TestCompany, ...people: ListPerson[]) =>
  accepted(bulkPayroll, await createList(company, { file: aList(...people) }), 201)

async function peopleOf(company: TestCompany, payroll: string) {
  const answer = await company.call('GET', `/employees?payroll=${payroll}&limit=100`)
  const { employees } = accepted(employeeList, answer)
  return new Map(employees.map((each) => [each.firstName, each]))
}

const anOpenPayment = (company: TestCompany, payrollId: string) =>
  t.db
    .insertInto('payments')
    .values({
      company_id: company.companyId,
      payroll_id: payrollId,
      requested_by: company.user._id,
      note: '',
      total_usd_cents: 100n,
      total_sats: 1_099n,
      rate_usd_cents_per_btc: 9_100_000n,
      rate_sources: 3,
      rate_at: new Date(),
    })
    .execute()

test('a replaced list keeps who stays, by identification or else by a name that is unique', async () => {
  const company = await aCompany(t)
  const ana = named('Ana', { identification: '01-A' })
  const eva = named('Eva')
  const juan = named('Juan')
  const { _id } = await made(company, ana, eva, named('Luz'), juan, {
    ...juan,
    address: anAddress(),
  })
  const before = await peopleOf(company, _id)
  const moved = anAddress()
  const file = aList(
    { ...ana, firstName: 'Anabel', identification: '01a', salary: '700' },
    { ...eva, address: moved },
    named('Nueva'),
    juan,
  )
  const path = `/employees?payroll=${_id}&limit=100`
  const unchanged = await company.call('GET', path)
  const dry = accepted(listDiff, await replaceList(company, _id, { file }, '?dryRun=true'))
  expect((await company.call('GET', path)).body).toEqual(unchanged.body)

  const replaced = accepted(bulkPayroll, await replaceList(company, _id, { file }))
  expect(replaced.diff).toEqual(dry)
  // Two people called Juan were there: the one who stands in the file could be either of them.
  expect(dry).toMatchObject({ added: 2, removed: 3, unchanged: 0, changed: 2 })
  expect(dry.salaryChanges).toEqual([{ name: 'Anabel Menjívar', from: 650.25, to: 700 }])
  expect(dry.addressChanges).toEqual([{ name: 'Eva Menjívar', from: eva.address, to: moved }])
  const after = await peopleOf(company, _id)
  expect([...after.keys()].sort()).toEqual(['Anabel', 'Eva', 'Juan', 'Nueva'])
  expect(after.get('Anabel')?._id).toBe(before.get('Ana')?._id)
  expect(after.get('Eva')?._id).toBe(before.get('Eva')?._id)
  expect(replaced).toMatchObject({ employees: 4, totalAmount: 700 + 3 * 650.25 })
})

test('a change has a version and a MAC of its own; who stays as he was is not touched', async () => {
  const company = await aCompany(t)
  const [ana, eva] = [named('Ana'), named('Eva')]
  const { _id } = await made(company, ana, eva)
  accepted(
    bulkPayroll,
    await replaceList(company, _id, { file: aList({ ...ana, salary: '9' }, eva) }),
  )
  const rows = await t.db
    .selectFrom('employees')
    .selectAll()
    .where('company_id', '=', company.companyId)
    .orderBy('first_name')
    .execute()
  expect(rows.map((row) => row.version)).toEqual([2, 1])
  for (const { company_id, id, mac, ...row } of rows) {
    const terms = {
      companyId: company_id,
      employeeId: id,
      address: row.address,
      baseSalaryUsdCents: row.base_salary_usd_cents,
      version: row.version,
    }
    expect(verifyEmployeeMac(t.macKey, terms, mac)).toBe(true)
  }
})

test('a list with a fault leaves the old one as it was', async () => {
  const company = await aCompany(t)
  const { _id } = await made(company, named('Ana'))
  const file = aList(named('Eva'), named('Luz', { salary: '' }))
  refused(await replaceList(company, _id, { file }), 422, 'CSV_INVALID')
  expect([...(await peopleOf(company, _id)).keys()]).toEqual(['Ana'])
})

test('a list chosen by hand is not replaced by a file, nor one that is being paid', async () => {
  const company = await aCompany(t)
  const file = aList(named('Eva'))
  const regular = await aPayroll(company)
  refused(await replaceList(company, regular._id, { file }), 409, 'PAYROLL_TYPE_MISMATCH')
  const empty = await aPayroll(company, { type: 'CSV' })
  expect(empty.employees).toBe(0)
  await anOpenPayment(company, empty._id)
  refused(await replaceList(company, empty._id, { file }), 409, 'PAYMENT_IN_PROGRESS')
  const rows = await t.db
    .selectFrom('import_rows')
    .select('line')
    .where('company_id', '=', company.companyId)
    .execute()
  expect(rows).toEqual([])
})

test('the people of a deleted list are gone with it', async () => {
  const company = await aCompany(t)
  const { _id } = await made(company, named('Ana'), named('Eva'))
  await company.call('DELETE', `/companies/payrolls/${_id}`)
  const { employeesMatched } = accepted(employeeList, await company.call('GET', '/employees'))
  expect(employeesMatched).toBe(0)
})

test('address changes and replaced lists stand in the audit trail', async () => {
  const company = await aCompany(t)
  const ana = named('Ana')
  const { _id } = await made(company, ana)
  const file = aList({ ...ana, address: anAddress() })
  accepted(bulkPayroll, await replaceList(company, _id, { file }))
  const events = await t.db
    .selectFrom('audit_events')
    .select(['action', 'subject', 'detail'])
    .where('company_id', '=', company.companyId)
    .where('action', 'in', ['payroll.listReplaced', 'employee.addressChanged'])
    .orderBy('id')
    .execute()
  expect(events).toMatchObject([
    { action: 'employee.addressChanged', subject: 'Ana Menjívar' },
    { action: 'payroll.listReplaced', detail: { added: '0', removed: '0', changed: '1' } },
  ])
})

test('a list replaced while it is deleted is either there with its people or gone with them', async () => {
  for (let round = 0; round < 3; round++) {
    const company = await aCompany(t)
    const { _id } = await made(company, named('Ana'))
    const [replaced, deleted] = await Promise.all([
      replaceList(company, _id, { file: aList(named('Eva'), named('Luz')) }),
      company.call('DELETE', `/companies/payrolls/${_id}`),
    ])
    expect([200, 404]).toContain(replaced.status)
    expect(deleted.status).toBe(200)
    const { employees } = accepted(employeeList, await company.call('GET', '/employees'))
    expect(employees).toEqual([])
  }
})
