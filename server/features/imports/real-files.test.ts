import { expect, test } from 'vitest'
import { caseFile, readCsvRows } from '#server/testing/read-list.ts'

/** 90 days before the hire date that is still to come. */
const nowMs = Date.UTC(2026, 10, 30)
const read = (name: string) => readCsvRows(caseFile(name), { nowMs })
const namesOf = ({ rows }: ReturnType<typeof readCsvRows>) =>
  rows.map((row) => `${row.first_name} ${row.last_name}`)
const jose = ['José Pérez']

test.each([
  ['B04-thousands.csv', ['2 file csvTooManyCells']],
  ['B04-decimal-comma.csv', ['2 file csvTooManyCells']],
  ['B04-name-with-comma.csv', ['2 file csvTooManyCells']],
  ['B04-padded-header.csv', ['2 file csvTooManyCells']],
])('%s: a comma without quotes shifts a row → the row is refused', (name, faults) => {
  expect(read(name).faults).toEqual(faults)
})

test('B08-excel-for-mac.csv: a file of Excel for Mac → its letters are read', () => {
  const list = read('B08-excel-for-mac.csv')
  expect([namesOf(list), list.faults]).toEqual([
    ['José Ángel Peña Muñoz', 'María Begoña Güell'],
    [],
  ])
})

test('B11-dui-and-nit.csv: columns DUI and NIT → the DUI is kept', () => {
  const { rows, faults } = read('B11-dui-and-nit.csv')
  expect([rows.map(({ identification }) => identification), faults]).toEqual([['00016297-5'], []])
})

test('B11-two-phones.csv: columns Teléfono and Celular → the mobile phone is kept', () => {
  const { rows, faults } = read('B11-two-phones.csv')
  expect([rows.map(({ phone }) => phone), faults]).toEqual([['+50377771234'], []])
})

test('B16-marks.csv: invisible marks around values → they are dropped', () => {
  const { rows, faults } = read('B16-marks.csv')
  expect(faults).toEqual([])
  expect(rows.map((row) => row.base_salary_usd_cents)).toEqual(['65000', '65000', '65000'])
  expect(rows.map(({ email }) => email)).toEqual(['', '', 'ana@example.com'])
  expect(rows[1]?.address).toBe('bcrt1quasu8pfrw2sptdvrs3x94hn5pzt0wurrpyqa0l')
})

test('B17-saved-by-excel.csv: a DUI without its zeros → it is completed, with a notice', () => {
  const { rows, faults } = read('B17-saved-by-excel.csv')
  expect(faults).toEqual([])
  const before = read('B17-before.csv').rows
  expect(rows.map((row) => [row.identification, row.restored_dui])).toEqual(
    before.map((row) => [row.identification, 't']),
  )
  expect(before.map((row) => row.restored_dui)).toEqual(['f', 'f'])
})

test('B18-phones.csv: phones without their plus → each is read in full', () => {
  const { rows, faults } = read('B18-phones.csv')
  expect(faults).toEqual([])
  expect(rows.map(({ phone }) => phone)).toEqual(rows.map(() => '+50377771234'))
})

test('B20-dates.csv: one row tells the order of day and month → it holds for all', () => {
  const { rows, faults } = read('B20-dates.csv')
  const days = ['2014-03-12', '2014-03-12', '2014-03-12', '2014-03-25', '2027-02-28']
  expect([rows.map((row) => row.hired_on), faults]).toEqual([days, []])
})

test.each(['B21-comma-space.csv', 'B21-title-lines.csv', 'B21-utf16-no-mark.csv'])(
  '%s: however a program writes a list → it is read',
  (name) => {
    const list = read(name)
    expect([namesOf(list), list.faults]).toEqual([jose, []])
  },
)

test('B21-title-lines.csv: lines count in the file, titles too', () => {
  const [row] = read('B21-title-lines.csv').rows
  expect([row?.line, row?.base_salary_usd_cents]).toEqual(['4', '65050'])
})

test('B21-xlsx-renamed.csv: a workbook → the file says what it is', () => {
  expect(read('B21-xlsx-renamed.csv').faults).toEqual(['1 file csvWorkbook'])
})

test('B27-three-decimals.csv: noise is dropped, a third decimal names both cents', () => {
  const { rows, stored } = read('B27-three-decimals.csv')
  expect(rows.map((row) => row.base_salary_usd_cents)).toEqual([null, '65015'])
  expect(stored).toMatchObject([
    {
      line: '2',
      text: 'csvSalaryThreeDecimals',
      params: { thousands: '408805.00', decimals: '408.80', up: '408.81' },
    },
  ])
})

test('B28-words.csv: a wallet’s words for an address → warned, and not kept', () => {
  const { rows, stored } = read('B28-words.csv')
  expect(stored).toMatchObject([{ path: 'cryptoAddress', address: { kind: 'SEED_PHRASE' } }])
  expect(rows[0]?.source).toBe('Ana,Paz,100,')
  expect(JSON.stringify(rows)).not.toContain('abandon')
})

const words = 'legal,winner,thank,year,wave,sausage,worth,useful,legal,winner,thank,yellow'
const capitals = words.replaceAll(/\b\p{Ll}/gu, (letter) => letter.toUpperCase())

test.each([words, words.toUpperCase(), capitals])(
  'the words %s, each a cell → not kept',
  (words) => {
    const { rows, faults } = readCsvRows(`Nombre,Apellido,Salario,Billetera\nAna,Paz,100,${words}`)
    expect(faults).toEqual(['2 cryptoAddress address', '2 file csvTooManyCells'])
    expect(JSON.stringify(rows)).not.toMatch(/winner|legal/i)
  },
)

test('a row in capitals with many columns is kept for the report', () => {
  const cells = 'ROSA MARÍA,PAZ CRUZ,650,BANCO AGRÍCOLA,AHORRO,SANTA ANA,CORTE,CAMPO NORTE,SEMANA'
  const header = 'Nombre,Apellido,Salario,Banco,Tipo,Ciudad,Labor,Zona,Ciclo,Bitcoin Address'
  const { rows } = readCsvRows(`${header}\n${cells},x`)
  expect(rows[0]?.source).toBe(`${cells},x`)
})
