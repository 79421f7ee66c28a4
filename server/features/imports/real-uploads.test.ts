import { expect, test } from 'vitest'
import { employeeList } from '#contract/employees.ts'
import { bulkPayroll } from '#contract/imports.ts'
import { anAddress } from '#server/testing/engine.ts'
import { aCompany, expectAccepted, expectRefusal } from '#server/testing/factories.ts'
import { appForFile } from '#server/testing/for-file.ts'
import { createList, replaceList } from '#server/testing/lists.ts'
import { caseFile } from '#server/testing/read-list.ts'

const t = await appForFile()
const file = (name: string) => Uint8Array.from(caseFile(name))

test('B17: a list that Excel took the zeros from → the same people, with a notice', async () => {
  const company = await aCompany(t)
  const before = await createList(company, { file: file('B17-before.csv') })
  const { _id } = expectAccepted(bulkPayroll, before, 201)
  const after = await replaceList(company, _id, { file: file('B17-saved-by-excel.csv') })
  const { diff } = expectAccepted(bulkPayroll, after)
  expect(diff).toMatchObject({ added: 0, removed: 0, changed: 2, salaryChangeCount: 2 })
  expect(diff.warnings.map(({ row, column, message }) => [row, column, message])).toEqual(
    [2, 3].map((row) => [row, 'DUI/NIT', expect.stringContaining('Le faltaban ceros')]),
  )
})

test('a day of one row tells the order of day and month of the whole upload', async () => {
  const company = await aCompany(t)
  const lines = ['12/03/2014', '25/03/2014'].map((day) => `Ana,Paz ${day},1,${anAddress()},${day}`)
  const header = 'Nombre,Apellido,Salario,Bitcoin,Fecha de ingreso'
  const list = await createList(company, { file: [header, ...lines].join('\n') })
  expectAccepted(bulkPayroll, list, 201)
  const { employees } = expectAccepted(employeeList, await company.call('GET', '/employees'))
  expect(employees.map(({ hiredOn }) => hiredOn)).toEqual(['2014-03-12', '2014-03-25'])
})

test('a wallet’s words in any column → named by line and column, and not kept', async () => {
  const company = await aCompany(t)
  const words = new Array(12).fill('abandon').join(' ')
  const list = `Nombre,Apellido,Salario,Bitcoin,Notas\nAna,Paz,1,${anAddress()},${words}`
  const { errors } = expectRefusal(await createList(company, { file: list }), 422, 'CSV_INVALID')
  expect(errors).toMatchObject([{ row: 2, column: 'Notas', path: 'file' }])
  const kept = await t.db.selectFrom('import_rows').selectAll().execute()
  expect(
    JSON.stringify(kept, (_, value) => (typeof value === 'bigint' ? '' : value)),
  ).not.toContain('abandon')
})
