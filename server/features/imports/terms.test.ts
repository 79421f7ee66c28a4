import { expect, test } from 'vitest'
import { auditPage } from '#contract/audit.ts'
import { employeeList } from '#contract/employees.ts'
import { bulkPayroll, importedPeople } from '#contract/imports.ts'
import { anAddress } from '#server/testing/engine.ts'
import {
  aCompany,
  anEmployee,
  expectAccepted,
  expectRefusal,
  type TestCompany,
} from '#server/testing/factories.ts'
import { appForFile } from '#server/testing/for-file.ts'
import { aListForm, createList, listHeader, replaceList } from '#server/testing/lists.ts'

const t = await appForFile()

const header = `${listHeader},Fecha de Ingreso,Frecuencia de Pago`
const line = (name: string, address: string, rest: string) =>
  `${name},Cruz,,,,650.25,${address},${rest}`
const file = (...lines: string[]) => [header, ...lines, ''].join('\r\n')
const upload = (company: TestCompany, text: string) =>
  company.call('POST', '/companies/employees/bulk', aListForm({ file: text }))

async function termsOf(company: TestCompany) {
  const { employees } = expectAccepted(employeeList, await company.call('GET', '/employees'))
  return Object.fromEntries(
    employees.map(({ firstName, hiredOn, payFrequency }) => [firstName, [hiredOn, payFrequency]]),
  )
}

test('a list says hire dates and frequencies, as people write them', async () => {
  const company = await aCompany(t)
  const lines = [
    line('Rosa', anAddress(), '2019-03-04,Mensual'),
    line('Eva', anAddress(), '16/8/2017,quincena'),
    line('Luis', anAddress(), ','),
  ]
  const made = expectAccepted(bulkPayroll, await createList(company, { file: file(...lines) }), 201)
  const before = {
    Rosa: ['2019-03-04', 'MONTH'],
    Eva: ['2017-08-16', 'FORTNIGHT'],
    Luis: [null, null],
  }
  expect(await termsOf(company)).toEqual(before)
  const unsaid = [...lines.slice(0, 2).map((text) => text.replace(/,[^,]*,[^,]*$/, ',,')), lines[2]]
  const again = await replaceList(company, made._id, { file: file(...(unsaid as string[])) })
  expect(expectAccepted(bulkPayroll, again).diff).toMatchObject({ changed: 0, unchanged: 3 })
  expect(await termsOf(company)).toEqual(before)
  const changed = [...lines.slice(0, 2), line('Luis', anAddress(), '2026-01-31,MES')]
  expectAccepted(bulkPayroll, await replaceList(company, made._id, { file: file(...changed) }))
  expect(await termsOf(company)).toEqual({ ...before, Luis: ['2026-01-31', 'MONTH'] })
})

test('people kept by hand are told which of the two change', async () => {
  const company = await aCompany(t)
  const address = anAddress()
  await anEmployee(company, { firstName: 'Rosa', lastName: 'Cruz', cryptoAddress: address })
  const rows = file(line('Rosa', address, '2019-03-04,Quincenal'))
  const preview = await company.call(
    ...(['POST', '/companies/employees/bulk?dryRun=true', aListForm({ file: rows })] as const),
  )
  expect(preview.body).toMatchObject({
    data: { otherChanges: [{ name: 'Rosa Cruz', fields: ['hiredOn', 'payFrequency'] }] },
  })
  expect(await termsOf(company)).toEqual({ Rosa: [null, null] })
  expectAccepted(importedPeople, await upload(company, rows), 201)
  expect(await termsOf(company)).toEqual({ Rosa: ['2019-03-04', 'FORTNIGHT'] })
  const { events } = expectAccepted(auditPage, await company.call('GET', '/companies/audit'))
  const edited = events.find(({ action }) => action === 'employee.edited')
  expect(edited?.detail.changed).toEqual(['hiredOn', 'payFrequency'])
})

test.each([
  ['30 February', 'hiredOn', 'Escribe una fecha que exista', '30/2/2026,'],
  ['a day to come', 'hiredOn', 'La fecha aún no llega', '2999-01-01,'],
  ['before 1900', 'hiredOn', 'La fecha es anterior a 1900', '1899-12-31,'],
  ['a doubtful day', 'hiredOn', /^Podría ser 2026-06-01 o 2026-01-06\./, '1/6/2026,'],
  ['a week', 'payFrequency', 'Escribe «mes» o «quincena»', ',semana'],
])('%s → a fault of its cell, and nothing is saved', async (_what, path, message, rest) => {
  const company = await aCompany(t)
  const answer = await createList(company, { file: file(line('Rosa', anAddress(), rest)) })
  const { errors } = expectRefusal(answer, 422, 'CSV_INVALID')
  expect(errors).toMatchObject([{ row: 2, path, message: expect.stringMatching(message) }])
  expect(await termsOf(company)).toEqual({})
})
