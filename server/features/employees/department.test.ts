import { expect, test } from 'vitest'
import { auditPage } from '#contract/audit.ts'
import { employee, employeeList } from '#contract/employees.ts'
import { bulkPayroll, importedPeople } from '#contract/imports.ts'
import { anAddress } from '#server/testing/engine.ts'
import {
  aCompany,
  anEmployee,
  anEmployeeBody,
  expectAccepted,
  expectRefusal,
  type TestCompany,
} from '#server/testing/factories.ts'
import { appForFile } from '#server/testing/for-file.ts'
import { aListForm, createList, listHeader, replaceList } from '#server/testing/lists.ts'

const t = await appForFile()
const path = '/companies/employees'

const list = async (company: TestCompany, query = '') =>
  expectAccepted(employeeList, await company.call('GET', `/employees${query}`)).employees
const departmentsOf = async (company: TestCompany) =>
  Object.fromEntries((await list(company)).map((one) => [one.firstName, one.department]))
const changesOf = async (company: TestCompany) => {
  const { events } = expectAccepted(auditPage, await company.call('GET', '/companies/audit'))
  return events.flatMap(({ action, detail }) =>
    action === 'employee.edited' ? [detail.changed] : [],
  )
}

test('an edit that does not name the department keeps it, and "" takes it away', async () => {
  const company = await aCompany(t)
  const made = await anEmployee(company, { department: ' Cocina ' })
  expect(made.department).toBe('Cocina')
  const body = anEmployeeBody({ cryptoAddress: made.cryptoAddress, baseSalary: 700 })
  const put = async (more: object) =>
    expectAccepted(employee, await company.call('PUT', `${path}/${made._id}`, { ...body, ...more }))
  await put({})
  expect((await put({ department: null })).department).toBe('Cocina')
  expect((await put({ department: '' })).department).toBe('')
  expect((await changesOf(company))[0]).toEqual(['department'])
})

test('a department of 61 letters is refused, and one of 60 is saved', async () => {
  const company = await aCompany(t)
  const answer = await company.call('POST', path, anEmployeeBody({ department: 'a'.repeat(61) }))
  const { errors } = expectRefusal(answer, 400, 'VALIDATION')
  expect(errors).toEqual([{ path: 'department', message: 'Es demasiado largo' }])
  expect((await anEmployee(company, { department: 'a'.repeat(60) })).department).toHaveLength(60)
})

test('a filter by department → its people alone, in upper or lower case', async () => {
  const company = await aCompany(t)
  const one = await anEmployee(company, { department: 'Área de Ventas' })
  await anEmployee(company, { department: 'Cocina' })
  await anEmployee(company)
  const found = await list(company, `?department=${encodeURIComponent('área de ventas')}`)
  expect(found.map(({ _id }) => _id)).toEqual([one._id])
  expect(await list(company, '?department=Ventas')).toEqual([])
  expect(await list(company, '?department=')).toHaveLength(3)
})

test('the counts name each department once, however it is written', async () => {
  const company = await aCompany(t)
  for (const department of ['Ventas', 'Cocina', 'ventas', '', 'Área norte']) {
    await anEmployee(company, { department })
  }
  const read = async (query: string) =>
    expectAccepted(employeeList, await company.call('GET', `/employees?${query}`)).departments
  const named = ['Área norte', 'Cocina', expect.stringMatching(/^ventas$/i)]
  expect(await read('counts=true')).toEqual(named)
  expect(await read('counts=true&department=Cocina')).toEqual(named)
  expect(await read('')).toBeUndefined()
})

const line = (address: string, department?: string) => [
  'Rosa',
  'Cruz',
  '',
  '',
  '',
  '650.25',
  address,
  ...(department === undefined ? [] : [department]),
]
const fileOf = (header: string, cells: string[]) => [header, cells.join(','), ''].join('\r\n')

test('a list without the column keeps the department; one with a blank cell empties it', async () => {
  const company = await aCompany(t)
  const address = anAddress()
  const header = `${listHeader},Área`
  const file = fileOf(header, line(address, 'Cocina'))
  const { _id } = expectAccepted(bulkPayroll, await createList(company, { file }), 201)
  const replace = async (text: string) =>
    expectAccepted(bulkPayroll, await replaceList(company, _id, { file: text })).diff
  expect(await replace(fileOf(listHeader, line(address)))).toMatchObject({ unchanged: 1 })
  expect(await departmentsOf(company)).toEqual({ Rosa: 'Cocina' })
  expect(await replace(fileOf(header, line(address, '')))).toMatchObject({ changed: 1 })
  expect(await departmentsOf(company)).toEqual({ Rosa: '' })
})

test('a file of people changes the department, which a blank cell keeps', async () => {
  const company = await aCompany(t)
  const { cryptoAddress } = await anEmployee(company, { firstName: 'Rosa', lastName: 'Cruz' })
  const upload = (department: string, query = '') => {
    const file = fileOf(`${listHeader},Department`, line(cryptoAddress, department))
    return company.call('POST', `${path}/bulk${query}`, aListForm({ file }))
  }
  const preview = await upload('Bodega', '?dryRun=true')
  expect(preview.body).toMatchObject({
    data: { otherChanges: [{ name: 'Rosa Cruz', fields: expect.arrayContaining(['department']) }] },
  })
  expectAccepted(importedPeople, await upload('Bodega'), 201)
  expectAccepted(importedPeople, await upload(''), 201)
  expect(await departmentsOf(company)).toEqual({ Rosa: 'Bodega' })
  expect((await changesOf(company)).at(-1)).toContain('department')
  const { errors } = expectRefusal(await upload('a'.repeat(61)), 422, 'CSV_INVALID')
  expect(errors).toMatchObject([{ row: 2, path: 'department' }])
})
