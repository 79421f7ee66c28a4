import { expect, test } from 'vitest'
import { csvLine } from '#domain/employee-csv.ts'
import { addresses } from '#web/testing/fixtures.ts'
import { PreviewRows, type RowRules } from './preview-rows.ts'

const rules: RowRules = { network: 'regtest', country: 'SV' }
const header = ['Nombre', 'Apellido', 'DUI/NIT', 'Teléfono', 'Salario Base USD', 'Bitcoin Address']
const ana = ['Ana', 'Flores', '01234-A', '+50370001122', '500', addresses.ana]

function read(rows: string[][], by: RowRules = rules) {
  const reader = new PreviewRows(by)
  for (const row of rows) reader.write(new TextEncoder().encode(`${csvLine(row, ',')}\r\n`))
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
  const short = ['A', 'Cruz', '', '', '500', addresses.bea]
  expect(wrongOf([''], twoLines, [''], short)).toEqual([
    '3 Nombre forbiddenCharacters',
    '6 Nombre nameOfOne',
  ])
})

test('an identification that stands twice is wrong where it stands again', () => {
  const again = ['Bea', 'Cruz', '01234a', '', '500', addresses.bea]
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
  const bad = ['A', 'Cruz', '', '', '500', addresses.ana]
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

test('a file that is no list says what it is', () => {
  const reader = new PreviewRows(rules)
  reader.write(new TextEncoder().encode('<!DOCTYPE html><html><body>Tu sesión terminó'))
  expect(reader.end()).toMatchObject({
    faults: [],
    rows: 0,
    wrong: [{ row: 1, text: 'csvWebPage' }],
  })
})

test('a wallet’s words in a column of no use are wrong, and shown nowhere', () => {
  const words = new Array(12).fill('abandon').join(' ')
  const { first, wrong } = read([
    [...header, 'Notas'],
    [...ana, words],
  ])
  expect(wrong).toMatchObject([{ column: 'Notas', value: '', text: 'walletSecret' }])
  expect(JSON.stringify(first)).not.toContain('abandon')
})
