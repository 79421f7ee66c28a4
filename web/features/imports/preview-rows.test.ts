import { expect, test } from 'vitest'
import { addresses } from '#web/testing/fixtures.ts'
import { PreviewRows, type RowRules } from './preview-rows.ts'

const rules: RowRules = { network: 'regtest', country: 'SV' }
const header = ['Nombre', 'Apellido', 'DUI/NIT', 'Teléfono', 'Salario Base USD', 'Bitcoin Address']
const ana = ['Ana', 'Flores', '01-A', '+50370001122', '500', addresses.ana]

function read(rows: string[][], by: RowRules = rules) {
  const reader = new PreviewRows(by)
  for (const row of rows) reader.add(row)
  return reader.end()
}

const wrongOf = (...rows: string[][]) =>
  read([header, ...rows]).wrong.map(({ row, column, text }) => `${row} ${column} ${text}`)

test('right rows have nothing wrong, whatever empty lines stand between them', () => {
  const { rows, wrongCount } = read([
    [''],
    header,
    [''],
    ana,
    ['', ' '],
    ['Bea', ...ana.slice(1, 2), '', '', '9.5', addresses.bea],
  ])
  expect({ rows, wrongCount }).toEqual({ rows: 2, wrongCount: 0 })
})

test('a wrong cell is known by its line, also after empty ones and line ends in quotes', () => {
  const twoLines = ['Ana\r\nMaría', 'Flores', '', '', '500', addresses.ana]
  const short = ['Al', 'Cruz', '', '', '500', `${addresses.bea}\r`]
  expect(wrongOf([''], twoLines, [''], short)).toEqual([
    '3 Nombre forbiddenCharacters',
    '6 Nombre nameTooShort',
  ])
})

test('an identification that stands twice is wrong where it stands again', () => {
  const again = ['Bea', 'Cruz', '01a', '', '500', addresses.bea]
  expect(wrongOf(ana, again)).toEqual(['3 DUI/NIT csvIdentificationTwice'])
})

test('a row with more cells than the header is wrong', () => {
  expect(wrongOf([...ana, 'más'])).toEqual(['2  csvTooManyCells'])
})

test('an address says what it is instead, and what to ask for', () => {
  const { wrong } = read([header, [...ana.slice(0, 5), 'rosa@blink.sv']])
  expect(wrong).toMatchObject([{ address: { kind: 'LIGHTNING_ADDRESS', ask: 'another' } }])
})

test('of many wrong cells the first are listed, and all are counted', () => {
  const bad = ['Al', 'Cruz', '', '', '500', addresses.ana]
  const { wrong, wrongCount } = read([header, ...Array.from({ length: 2_500 }, () => bad)])
  expect([wrong.length, wrongCount]).toEqual([2_000, 2_500])
})

test('without the rules of the company nothing is said to be wrong', () => {
  const { first, wrongCount } = read([header, ['Al', '', '', '', 'mucho', 'x']], null)
  expect({ first, wrongCount }).toMatchObject({
    first: [{ cells: { firstName: 'Al', baseSalary: 'mucho' }, usd: null, wrong: [] }],
    wrongCount: 0,
  })
})
