import { expect, test } from 'vitest'
import { employeeList } from '#contract/employees.ts'
import { bulkPayroll } from '#contract/imports.ts'
import { payroll } from '#contract/payrolls.ts'
import { isTrue } from '#server/authorization/mac.ts'
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
import { aList, createList, replaceList } from '#server/testing/lists.ts'
import { longTest } from '#server/testing/long-test.ts'

const t = await appForFile()

const turn = (company: TestCompany, id: string, options = {}) =>
  company.call('POST', `/companies/payrolls/${id}/to-regular`, undefined, options)

const aCsvPayroll = async (company: TestCompany, ...firstNames: string[]) => {
  const people = firstNames.map((firstName) => ({ firstName, address: anAddress() }))
  return expectAccepted(bulkPayroll, await createList(company, { file: aList(...people) }), 201)
}

const peopleOf = async (company: TestCompany, id: string) =>
  expectAccepted(employeeList, await company.call('GET', `/employees?payroll=${id}&limit=100`))
    .employees

const rowsOf = ({ companyId }: TestCompany) =>
  t.db.selectFrom('employees').selectAll().where('company_id', '=', companyId).orderBy('id')

const typesOf = async (company: TestCompany, id: string) => [
  expectAccepted(payroll, await company.call('GET', `/payrolls/${id}`)).type,
  ...(await peopleOf(company, id)).map(({ creationType }) => creationType),
]

const anOpenPayment = ({ companyId, user }: TestCompany, payrollId: string) =>
  t.db
    .insertInto('sheets')
    .values({
      company_id: companyId,
      payroll_id: payrollId,
      requested_by: user._id,
      note: '',
      bitcoin_usd_cents: 100n,
      dollars_usd_cents: 0n,
      total_sats: 1_099n,
      rate_usd_cents_per_btc: 9_100_000n,
      rate_sources: 3,
      rate_at: new Date(),
    })
    .execute()

const anOpenImport = ({ companyId, user }: TestCompany, payrollId: string, aliveAt: Date) =>
  t.db
    .insertInto('imports')
    .values({
      company_id: companyId,
      requested_by: user._id,
      payroll_id: payrollId,
      dry_run: false,
      alive_at: aliveAt,
    })
    .execute()

test('a CSV payroll is turned → it and its people are REGULAR, and may be changed', async () => {
  const company = await aCompany(t)
  const { _id, employees, totalAmount } = await aCsvPayroll(company, 'Ana', 'Eva')
  const other = await aCsvPayroll(company, 'Luz')
  const before = await rowsOf(company).execute()
  const turned = expectAccepted(payroll, await turn(company, _id))
  expect(turned).toMatchObject({ _id, type: 'REGULAR', employees, totalAmount })
  expect(await typesOf(company, _id)).toEqual(['REGULAR', 'REGULAR', 'REGULAR'])
  expect(await typesOf(company, other._id)).toEqual(['CSV', 'CSV'])
  // Nothing else about anybody changes.
  const blank = (rows: typeof before) => rows.map((row) => ({ ...row, creation_type: null }))
  expect(blank(await rowsOf(company).execute())).toEqual(blank(before))

  const [ana] = await peopleOf(company, _id)
  await editEmployee(company, ana?._id ?? '', { baseSalary: 700 })
  const { _id: nora } = await anEmployee(company, { firstName: 'Nora' })
  const added = await company.call('PATCH', `/companies/payrolls/${_id}/employees/${nora}`)
  expect(expectAccepted(payroll, added).employees).toBe(3)
  expectRefusal(
    await replaceList(company, _id, { file: aList({ firstName: 'Iris' }) }),
    409,
    'PAYROLL_TYPE_MISMATCH',
  )
})

test('the MAC of everybody on a turned list stays valid', async () => {
  const company = await aCompany(t)
  const { _id } = await aCsvPayroll(company, 'Ana', 'Eva')
  expectAccepted(payroll, await turn(company, _id))
  const rows = await rowsOf(company).execute()
  expect(rows).toHaveLength(2)
  for (const row of rows) {
    expect(isTrue(t.macKey, 'employees', row)).toBe(true)
  }
})

test('a turned payroll is deleted → its people stay employees', async () => {
  const company = await aCompany(t)
  const { _id } = await aCsvPayroll(company, 'Ana', 'Eva')
  expectAccepted(payroll, await turn(company, _id))
  await company.call('DELETE', `/companies/payrolls/${_id}`)
  const list = expectAccepted(employeeList, await company.call('GET', '/employees'))
  expect(list.employeesMatched).toBe(2)
})

test('a turned list stands in the audit trail, with how many people it has', async () => {
  const company = await aCompany(t)
  const { _id, name } = await aCsvPayroll(company, 'Ana', 'Eva')
  expectAccepted(payroll, await turn(company, _id))
  const event = await t.db
    .selectFrom('audit_events')
    .select(['subject', 'user_id', 'detail'])
    .where('company_id', '=', company.companyId)
    .where('action', '=', 'payroll.madeRegular')
    .executeTakeFirstOrThrow()
  expect(event).toMatchObject({
    subject: name,
    user_id: company.user._id,
    detail: { payroll: _id, employees: 2 },
  })
})

test('a payroll kept by hand already is refused; under the same key it is answered', async () => {
  const company = await aCompany(t)
  expectRefusal(await turn(company, (await aPayroll(company))._id), 409, 'PAYROLL_TYPE_MISMATCH')
  const { _id } = await aCsvPayroll(company, 'Ana')
  const options = { headers: { 'idempotency-key': 'turn-1' } }
  const first = await turn(company, _id, options)
  expectAccepted(payroll, first)
  expect((await turn(company, _id, options)).body).toEqual(first.body)
  expectRefusal(await turn(company, _id), 409, 'PAYROLL_TYPE_MISMATCH')
})

test('a payroll that is being paid is refused, and nothing is changed', async () => {
  const company = await aCompany(t)
  const { _id } = await aCsvPayroll(company, 'Ana')
  await anOpenPayment(company, _id)
  const { data } = expectRefusal(await turn(company, _id), 409, 'PAYMENT_IN_PROGRESS')
  expect(data).toHaveProperty('payment._id')
  expect(await typesOf(company, _id)).toEqual(['CSV', 'CSV'])
})

longTest(
  'a file is on its way to the list → refused; an abandoned one stands in no way',
  async () => {
    const company = await aCompany(t)
    const { _id } = await aCsvPayroll(company, 'Ana')
    await anOpenImport(company, _id, new Date())
    expectRefusal(await turn(company, _id), 409, 'IMPORT_IN_PROGRESS')
    expect(await typesOf(company, _id)).toEqual(['CSV', 'CSV'])
    await t.db
      .updateTable('imports')
      .set({ alive_at: new Date(Date.now() - 60_000) })
      .where('company_id', '=', company.companyId)
      .execute()
    expectAccepted(payroll, await turn(company, _id))
  },
)

longTest('a list turned while a file replaces it is whole, and of one kind', async () => {
  for (let round = 0; round < 4; round++) {
    const company = await aCompany(t)
    const { _id } = await aCsvPayroll(company, 'Ana', 'Eva')
    const file = aList({ firstName: 'Luz' }, { firstName: 'Ana' })
    const [replaced, turned] = await Promise.all([
      replaceList(company, _id, { file }),
      turn(company, _id),
    ])
    const [type, ...types] = await typesOf(company, _id)
    expect(new Set([type, ...types]).size).toBe(1)
    expect([200, 409]).toContain(turned.status)
    if (turned.status === 409) expectRefusal(turned, 409, 'IMPORT_IN_PROGRESS')
    expect(type).toBe(turned.status === 200 ? 'REGULAR' : 'CSV')
    if (replaced.status !== 200) expectRefusal(replaced, 409, 'PAYROLL_TYPE_MISMATCH')
    const names = (await peopleOf(company, _id)).map(({ firstName }) => firstName).sort()
    expect(names).toEqual(replaced.status === 200 ? ['Ana', 'Luz'] : ['Ana', 'Eva'])
  }
})
