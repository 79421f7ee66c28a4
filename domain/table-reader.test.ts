import fc from 'fast-check'
import { expect, test } from 'vitest'
import { TableReader } from './table-reader.ts'

/** Reads a table in chunks of so many bytes: its rows with their lines, and why it was read no further. */
function read(file: string | Uint8Array, chunk = 1_000) {
  const bytes = typeof file === 'string' ? Buffer.from(file) : file
  const rows: [number, ...string[]][] = []
  const table = new TableReader((cells, line) => rows.push([line, ...cells]))
  for (let at = 0; at < bytes.length; at += chunk) table.write(bytes.subarray(at, at + chunk))
  table.write(new Uint8Array(0), true)
  return { rows, separator: table.separator, fault: table.fault }
}

const header = 'Nombre;Apellido;Salario;BTC address'
const columns = header.split(';')

test.each([
  ['titles above it', `Café Izalco, S.A. de C.V.\nPlanilla;noviembre\n\n${header}\n`, 4],
  ['the name of a table above it', `Tabla 1\r\n${header}\r\n`, 2],
  ['a line that names the separator, and a title', `sep=;\nPlanilla\n${header}\n`, 2],
  ['nine lines above it', `${'x\n'.repeat(9)}${header}\n`, 10],
  ['quotes and blanks between its names', `"Nombre"; "Apellido" ;"Salario"; "BTC address"\n`, 1],
])('a header with %s is found', (_what, text, line) => {
  for (const chunk of [1, 1_000]) {
    expect(read(`${text}Rosa;Ruiz;650;x`, chunk).rows).toEqual([
      [line, ...columns],
      [line + 1, 'Rosa', 'Ruiz', '650', 'x'],
    ])
  }
})

test.each([
  ['ten lines', `${'x\n'.repeat(10)}${header}`],
  ['a row that may be a person', `Ana;Ruiz;650;x\n${header}`],
])('after %s the header is not looked for', (_what, text) => {
  expect(read(text).rows[0]?.[0]).toBe(1)
  expect(read(text).rows[0]).not.toEqual([1, ...columns])
})

test.each([',', ';', '\t', '|'])('the separator %j is found', (separator) => {
  const row = ['Ana', 'Cruz', '650', 'x; y, z'].join(separator)
  expect(read(`${columns.join(separator)}\n${row}`).separator).toBe(separator)
})

test('two tables in a file → no row of the first is passed over', () => {
  expect(read(`Nombre;Apellido;Salario\nAna;Ruiz;650\n${header}`).rows[0]?.[0]).toBe(1)
})

test('a list without known columns begins with its first line', () => {
  expect(read('a,b\n1,2').rows).toEqual([
    [1, 'a', 'b'],
    [2, '1', '2'],
  ])
})

test('rows that are blank, or errors of a spreadsheet, are no rows', () => {
  const { rows } = read(`${header}\n;;;\n#N/D;#N/D;#¡REF!;#VALUE!\nAna;#N/D;;`)
  expect(rows.slice(1)).toEqual([[4, 'Ana', '#N/D', '', '']])
})

test.each([
  ['bare', 'a "b" c', 'a "b" c'],
  ['quoted', '"a; ""b"""', 'a; "b"'],
  ['quoted on two lines', '"a\r\nb"', 'a\r\nb'],
  ['quoted after blanks', '  "a;b"  ', 'a;b'],
  ['going on after its quotes', '"a" b', '"a" b'],
])('a cell %s is read', (_what, cell, value) => {
  for (const chunk of [1, 1_000]) {
    expect(read(`${header}\n${cell};x\n1;2`, chunk).rows.slice(1)).toEqual([
      [2, value, 'x'],
      [value.includes('\n') ? 4 : 3, '1', '2'],
    ])
  }
})

test.each([
  ['csvWorkbook', [0x50, 0x4b, 0x03, 0x04, 0x14, 0, 6, 0, 8, 0]],
  ['csvWorkbook', [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1, 0]],
  ['csvPdf', [...Buffer.from('%PDF-1.7\n')]],
  ['csvNoText', [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]],
  ['csvNoText', [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0]],
  ['csvWebPage', [...Buffer.from('\ufeff\n <!doctype html>\n<html>')]],
  ['csvWebPage', [...Buffer.from('<table border=1><tr><td>Nombre')]],
  ['csvWebPage', [...Buffer.from('<?xml version="1.0"?>\n<Workbook>')]],
])('a file that is no list says what it is: %s', (kind, bytes) => {
  for (const chunk of [1, 1_000]) {
    const { rows, fault } = read(Uint8Array.from(bytes), chunk)
    expect([rows, fault?.kind]).toEqual([[], kind])
  }
})

const utf16be = (text: string) => Buffer.from(text, 'utf16le').swap16()

test.each([
  ['the low byte first', Buffer.from(`${header}\nJosé;Peña;1;x`, 'utf16le')],
  ['the high byte first', utf16be(`${header}\nJosé;Peña;1;x`)],
])('UTF-16 without a mark is read, %s', (_order, bytes) => {
  expect(read(bytes, 3).rows[1]).toEqual([2, 'José', 'Peña', '1', 'x'])
})

const macSigns = [
  ...new TextDecoder('macintosh').decode(Uint8Array.from({ length: 256 }, (_, byte) => byte)),
]
const mac = (text: string) => Buffer.from(Array.from(text, (sign) => macSigns.indexOf(sign)))

// One name decides: it stands alone with its signs in the file.
test.each([
  ...['José', 'Muñoz', 'Díaz', 'Sofía', 'Ángel', 'Óscar', 'MUÑOZ', 'GARCÍA', 'LÓPEZ', 'Ñandú'],
  ...['Güell', 'GÜELL', 'Íñigo', 'João', 'Conceição', 'Nicolò', 'Érika', 'Úrsula'],
])('%s alone tells Windows-1252 from Mac OS Roman', (name) => {
  const text = `${header}\r${name};x;1;y`
  expect(read(Buffer.from(text, 'latin1')).rows[1]?.[1]).toBe(name)
  expect(read(mac(text), 1).rows[1]?.[1]).toBe(name)
})

const cell = fc.string({ unit: fc.constantFrom('a', 'ñ', '"', ';', ' ', '\n', '\r', '漢') })

test('cells in quotes come back as they were, however the bytes are cut', () => {
  fc.assert(
    fc.property(
      fc.array(fc.array(cell, { minLength: 4, maxLength: 4 }), { maxLength: 4 }),
      fc.integer({ min: 1, max: 50 }),
      (people, chunk) => {
        const lines = people.map((cells) =>
          cells.map((text) => `"${text.replaceAll('"', '""')}"`).join(';'),
        )
        const { rows, fault } = read([header, ...lines].join('\n'), chunk)
        const written = people.filter((cells) => cells.some((text) => text.trim() !== ''))
        expect(rows.slice(1).map(([, ...cells]) => cells)).toEqual(written)
        expect(fault).toBeNull()
      },
    ),
  )
})
