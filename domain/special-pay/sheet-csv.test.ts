import { expect, test } from 'vitest'
import { readSheetFile } from './sheet-csv.ts'

const sheet = new Map([
  ['rosa', 38_000n],
  ['eva', null],
])
const read = (...rows: string[][]) =>
  readSheetFile(
    rows.map((cells, index) => ({ line: index + 1, cells })),
    sheet,
  )
const header = ['Nombre completo', 'Monto USD', 'Identificador']

test('amounts that differ → they alone are taken, also nothing and one for nobody yet', () => {
  expect(read(header, ['Rosa', '$1,250.50', 'ROSA'], ['Eva', '', 'eva']).changes).toEqual([
    { employeeId: 'rosa', usdCents: 125_050n },
  ])
  expect(read(header, ['Rosa', '', 'rosa'], ['Eva', '10', 'eva']).changes).toEqual([
    { employeeId: 'rosa', usdCents: null },
    { employeeId: 'eva', usdCents: 1000n },
  ])
})

test('somebody is not in the file → that amount stays', () => {
  expect(read(header, ['Eva', '', 'eva'])).toMatchObject({ rows: 1, faults: [], changes: [] })
})

test('English columns in another order → they are known', () => {
  const { changes } = read(['ID', 'Amount USD'], ['rosa', '400'])
  expect(changes).toEqual([{ employeeId: 'rosa', usdCents: 40_000n }])
})

test.each([
  ['abc', 'notANumber'],
  ['$', 'notANumber'],
  ['-5', 'tooLittle'],
  ['0', 'tooLittle'],
  ['0.99', 'tooLittle'],
  ['10000000.01', 'tooMuch'],
  ['1.005', 'ambiguous'],
  ['10.005', 'ambiguous'],
  ['0.125', 'decimals'],
  ['1E+5', 'rounded'],
])('%s → %s with its row, and nothing of the file is taken', (value, fault) => {
  const file = read(header, ['Eva', '20', 'eva'], [], ['Rosa', value, 'rosa'])
  expect(file.faults).toEqual([{ row: 4, column: 'Monto USD', value, fault }])
  expect(file.changes).toEqual([])
})

test('an unknown person, nobody, and one who comes twice → each row is named', () => {
  const { faults, changes } = read(
    header,
    ['Rosa', '400', 'rosa'],
    ['Otra', '10', 'otra'],
    ['Sin', '10', ''],
    ['Rosa', '380', 'rosa'],
  )
  expect(faults).toEqual([
    { row: 3, column: 'Identificador', value: 'otra', fault: 'unknownPerson' },
    { row: 4, column: 'Identificador', value: '', fault: 'noPerson' },
    { row: 5, column: 'Identificador', value: 'rosa', fault: 'twice', first: 2 },
  ])
  expect(changes).toEqual([])
})

test('more cells than columns → the row is shifted, and nothing is taken', () => {
  const { faults } = read(header, ['Rosa', '400', 'rosa', 'x'])
  expect(faults).toEqual([{ row: 2, column: '', value: '', fault: 'tooManyCells' }])
})

test.each([
  [['Nombre', 'Monto USD'], { fault: 'missing', column: 'id' }],
  [['Identificador'], { fault: 'missing', column: 'amount' }],
  [['ID', 'Monto USD', 'Amount USD'], { fault: 'duplicate', column: 'amount' }],
] as const)('columns %o → %o', (cells, fault) => {
  expect(read([...cells], ['x', 'y', 'z'])).toMatchObject({ header: fault, changes: [] })
})

test('an empty file → its column is missing', () => {
  expect(read()).toMatchObject({ header: { fault: 'missing', column: 'id' }, rows: 0 })
})
