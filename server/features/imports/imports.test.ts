import { afterAll, beforeAll, expect, test } from 'vitest'
import { employeeList } from '#contract/employees.ts'
import { bulkPayroll } from '#contract/imports.ts'
import { type TestApp, testApp } from '#server/testing/app.ts'
import { aCompany, accepted, refused } from '#server/testing/factories.ts'
import { aList, createList } from '#server/testing/lists.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp()
})
afterAll(() => t.stop())

test('a file becomes a payroll with its people, in the order of the file', async () => {
  const company = await aCompany(t)
  const file = aList(
    { firstName: 'Rosa', salary: '1.250,5'.replace(',', '.').replace('.', '') },
    { firstName: 'Julio', salary: '300' },
  )
  const made = accepted(bulkPayroll, await createList(company, { file }), 201)
  expect(made).toMatchObject({ type: 'CSV', employees: 2, name: 'Planilla de campo' })
  const { employees } = accepted(employeeList, await company.call('GET', '/employees'))
  expect(employees.map((each) => each.firstName)).toEqual(['Rosa', 'Julio'])
})

test('one bad row and nothing is saved', async () => {
  const company = await aCompany(t)
  const file = aList({}, { firstName: 'Jo', salary: '1.234', address: 'bc1qno' }, {})
  const answer = await createList(company, { file })
  const { errors, data } = refused(answer, 422, 'CSV_INVALID')
  expect(data).toMatchObject({ errorCount: 3 })
  expect(errors).toHaveLength(3)
})
