import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readSalary } from './csv-salary.ts'
import { documentKind, duiWithZeros, isDoubtfulDui } from './dui.ts'
import { placeOf, readCsvHeader, withoutApostrophe, withoutFormula } from './employee-csv.ts'
import { employeeFieldNames, fieldTable } from './employee-fields.ts'
import { usdText } from './money.ts'

const cents = (text: string) => {
  const read = readSalary(text)
  return read.ok ? read.usdCents : read.fault
}

test.each<[string, bigint | string]>([
  ['1250', 125_000n],
  ['1250.5', 125_050n],
  ['1250,50', 125_050n],
  ['1.250,50', 125_050n],
  ['1,250.50', 125_050n],
  ['1 250,50', 125_050n],
  ['1 250,50', 125_050n],
  ['$1,250.50', 125_050n],
  ['US$ 1250.50', 125_050n],
  ['1250.50 USD', 125_050n],
  ['1.234.567', 123_456_700n],
  ['1,234,567.8', 123_456_780n],
  ['0.01', 1n],
  ['1250.500', 125_050n],
  ['-5', -500n],
  ['', 'empty'],
  ['   ', 'empty'],
  ['1.234', 'ambiguous'],
  ['1,234', 'ambiguous'],
  ['999.999', 'ambiguous'],
  ['0.123', 'decimals'],
  ['1234.567', 'decimals'],
  ['1,250.555', 'decimals'],
  ['650.1500000000001', 65_015n],
  ['650.1499999999999', 65_015n],
  ['1.2500000000001', 125n],
  ['0.15000001', 'decimals'],
  ['1.25E+3', 'rounded'],
  ['5.0371E+10', 'rounded'],
  ['1.2.3', 'notANumber'],
  ['1,23,456', 'notANumber'],
  ['1,250.50.1', 'notANumber'],
  ['12.34,56', 'notANumber'],
  ['.5', 'notANumber'],
  ['5.', 'notANumber'],
  ['0x10', 'notANumber'],
  ['Infinity', 'notANumber'],
  ['=1+1', 'notANumber'],
  ['seiscientos', 'notANumber'],
])('the salary %j is %s', (text, expected) => {
  expect(cents(text)).toBe(expected)
})

test('point or comma, thousands grouped or not → every amount is read to the cent', () => {
  const forms = fc.record({ comma: fc.boolean(), grouped: fc.boolean() })
  fc.assert(
    fc.property(fc.bigInt(0n, 10n ** 14n), forms, (amount, { comma, grouped }) => {
      const whole = (amount / 100n).toString()
      const groups = grouped ? whole.replaceAll(/\B(?=(\d{3})+$)/g, ',') : whole
      const text = `${groups}.${(amount % 100n).toString().padStart(2, '0')}`
      const swapped = text.replaceAll(/[.,]/g, (sign) => (sign === '.' ? ',' : '.'))
      expect(cents(comma ? swapped : text)).toBe(amount)
    }),
  )
})

test('the template’s own header is read', () => {
  const cells = employeeFieldNames.map((field) => fieldTable[field].template)
  expect(readCsvHeader(cells)).toMatchObject({
    columns: Object.fromEntries(employeeFieldNames.map((field, place) => [field, place])),
    faults: [],
  })
})

test.each([
  ['NOMBRES|apellidos|Salario|dirección BTC', [0, 1, 2, 3]],
  ['First name|Last name|Salary|BTC address', [0, 1, 2, 3]],
  ['first_name|LAST-NAME|Base Salary (USD)|bitcoin_address', [0, 1, 2, 3]],
  ['ID|Surname|Given name|Wallet|Amount (USD)', [2, 1, 4, 3]],
  ['Dirección|Nombre|Apellido|Sueldo|Bitcoin Address', [1, 2, 3, 4]],
  ['Name|Last Name|Pay|Address', [0, 1, 2, 3]],
])('a header %s is understood', (line, [firstName, lastName, baseSalary, cryptoAddress]) => {
  const { columns, faults } = readCsvHeader(line.split('|'))
  expect(columns).toMatchObject({ firstName, lastName, baseSalary, cryptoAddress })
  expect(faults).toEqual([])
})

test.each([
  ['Área', 0],
  ['Department', 0],
  ['Reparto', 0],
  ['Departamento', 0],
  // An address has one, too: the better name counts.
  ['Departamento|Área', 1],
])('a header %s has the department', (line, department) => {
  expect(readCsvHeader(line.split('|')).columns).toMatchObject({ department })
})

test('columns that are missing are named as the template names them', () => {
  const missing = (field: string, column: string) => ({ kind: 'missing', field, column })
  expect(readCsvHeader(['DUI', 'Salario']).faults).toEqual([
    missing('firstName', 'Nombre'),
    missing('lastName', 'Apellido'),
    missing('cryptoAddress', 'Bitcoin Address'),
  ])
})

test.each([
  ['1.250', ['1250.00', '1.25']],
  ['408.805', ['408805.00', '408.80', '408.81']],
  ['1250.505', ['1250.50', '1250.51']],
])('%s may be %j', (text, amounts) => {
  const read = readSalary(text)
  const mayBe = 'mayBe' in read ? read.mayBe : []
  expect(mayBe.map((cents) => usdText(cents ?? 0n))).toEqual(amounts)
})

const alike = (header: string) =>
  readCsvHeader(header.split('|')).faults.map((fault) => Object.values(fault).join(' '))
const people = 'Nombre|Apellido|Bitcoin'

test('two columns of one kind that hold money → both are named', () => {
  expect(alike(`${people}|Salario|Sueldo`)).toEqual(['alike baseSalary Sueldo Salario'])
  expect(alike(`${people}|Salario|SALARIO`)).toEqual(['duplicate baseSalary SALARIO'])
  expect(alike(`${people}|Salario|DUI|NIT|DUI`)).toEqual(['duplicate identification DUI'])
})

test.each([
  ['NIT|DUI', '1|2', 1],
  ['NIT|DUI', '1| ', 0],
  ['NIT|DUI', ' | ', 1],
  ['Pasaporte|NIT|DUI', 'A1||', 0],
])('of %s with %j the column %i is read', (header, row, place) => {
  expect(placeOf(row.split('|'), readCsvHeader(header.split('|')), 'identification')).toBe(place)
})

test.each([
  ['00016297-5', false],
  ['000162975', false],
  ['00016297-4', true],
  ['0614-290180-101-3', false],
  ['', false],
])('the DUI %j is doubtful: %s', (text, expected) => {
  expect(isDoubtfulDui(text)).toBe(expected)
})

test.each([
  ['162975', '000162975'],
  ['16297-5', '000162975'],
  ['12345678', '012345678'],
  // Another check digit, a whole DUI, a number too short for one.
  ['162974', null],
  ['000162975', null],
  ['75', null],
])('the DUI %s without its zeros is %s', (cell, dui) => {
  expect(duiWithZeros(cell)).toBe(dui)
})

test.each([
  ['00016297-5', 'dui'],
  ['0614-290180-101-3', 'nit'],
  ['A1234567', 'other'],
  ['X-123456789', 'other'],
  ['12345678', 'other'],
])('%s is written as %s', (identification, kind) => {
  expect(documentKind(identification)).toBe(kind)
})

test.each([
  '=1+1',
  '+1+1',
  '-A1',
  '@SUM(A1)',
  '\t=1',
  '\r=1',
  '＝1+1',
  '＋A1',
  '－A1',
  '＠SUM(A1)',
])('%j is a text in a spreadsheet, not a formula, and comes back as it was', (text) => {
  expect(withoutFormula(text)).toBe(`'${text}`)
  expect(withoutApostrophe(withoutFormula(text))).toBe(text)
})

// A spreadsheet of another country parts a file at other signs, quotes or not.
test.each([
  ['Ana;=1+1', "Ana;'=1+1"],
  ['Ana;Paz;@SUM(A1);-1', "Ana;Paz;'@SUM(A1);-1"],
  ['Ana,+A1', "Ana,'+A1"],
  ['Ana\t=1', "Ana\t'=1"],
  ['Ana|=1', "Ana|'=1"],
  ['Ana\n=1', "Ana\n'=1"],
  ['Ana;"=1+1"', `Ana;'"=1+1"`],
  ['=1;=2', "'=1;'=2"],
])('no part of %j is a formula where it is parted, and it comes back', (text, safe) => {
  expect(withoutFormula(text)).toBe(safe)
  expect(withoutApostrophe(safe)).toBe(text)
})

test.each(['Ana', '1-1', '', "'=1", 'a=b', '-1', '+503 7000 1234', 'a; =1', "a;'b", '1,-2'])(
  '%j stays as it is',
  (text) => expect(withoutFormula(text)).toBe(text),
)

test.each([
  ["'+503 7777 1234", '+503 7777 1234'],
  ["'00016297-5", '00016297-5'],
  ["'650", '650'],
  ["'t Hooft", "'t Hooft"],
])('the cell %s is %s without the apostrophe that keeps it a text', (cell, text) => {
  expect(withoutApostrophe(cell)).toBe(text)
})

test('a header of accents by the thousand is read at once', () => {
  // Sorting them takes time by the square of their number.
  const accents = '\u0301\u0323'.repeat(30_000)
  const began = process.cpuUsage()
  const { columns } = readCsvHeader(['Apellido', `Nombre${accents}`])
  const { user, system } = process.cpuUsage(began)
  expect(columns).toEqual({ lastName: 0, firstName: 1 })
  expect((user + system) / 1_000).toBeLessThan(500)
})
