import fc from 'fast-check'
import { expect, test } from 'vitest'
import { csvLine } from '#domain/employee-csv.ts'
import { anAddress } from '#server/testing/engine.ts'
import { aLine, aList, listHeader } from '#server/testing/lists.ts'
import { readCsvRows } from '#server/testing/read-list.ts'

const read = (file: string | Uint8Array, chunk?: number) =>
  readCsvRows(file, { ...(chunk && { chunk }) })

const names = (file: string | Uint8Array) =>
  read(file).rows.map((row) => `${row.first_name} ${row.last_name}`)

const windows1252 = (text: string) => Buffer.from(text, 'latin1')
const utf16 = (text: string, order: 'le' | 'be') => {
  const bytes = Buffer.from(`\ufeff${text}`, 'utf16le')
  return order === 'le' ? bytes : bytes.swap16()
}

test.each([
  ['UTF-8', (text: string) => Buffer.from(text)],
  ['UTF-8 with its mark', (text: string) => Buffer.from(`\ufeff${text}`)],
  ['UTF-16, the low byte first', (text: string) => utf16(text, 'le')],
  ['UTF-16, the high byte first', (text: string) => utf16(text, 'be')],
  ['Windows-1252', windows1252],
])('a file in %s is read', (_encoding, encode) => {
  const file = encode(aList({ firstName: 'Ñandú', lastName: 'Güell' }, { firstName: 'José' }))
  expect(names(file)).toEqual(['Ñandú Güell', 'José Menjívar'])
  expect(read(file, 1).faults).toEqual([])
})

test('an accent far down decides the encoding as well as one in the header', () => {
  const header = 'first name,last name,salary,btc address'
  const plain = new Array(3_000).fill(`Rosa,Lopez,650,${anAddress()}`)
  const file = [header, ...plain, `Iñaki,Muñoz,650,${anAddress()}`].join('\n')
  expect(names(windows1252(file)).at(-1)).toBe('Iñaki Muñoz')
  expect(names(Buffer.from(file)).at(-1)).toBe('Iñaki Muñoz')
})

test('a file that begins in UTF-8 and changes its encoding is refused at that place', () => {
  const file = Buffer.concat([
    Buffer.from(aList({ firstName: 'José' })),
    windows1252(`${aLine({ firstName: 'Íñigo' })}\r\n`),
  ])
  expect(read(file).faults).toEqual(['3 file csvEncoding'])
})

test.each([',', ';', '\t'])('the separator %j is detected', (separator) => {
  const lines = aList({ salary: separator === ',' ? '1250.50' : '1.250,50' }).split('\r\n')
  const header = (lines[0] ?? '').split(',').join(separator)
  const row = `Rosa,Menjívar,,,,${separator === ',' ? '1250.50' : 'S'},${anAddress()}`
    .split(',')
    .join(separator)
    .replace(/\bS\b/, '1.250,50')
  const { rows, faults } = read(`${header}\r\n${row}`)
  expect(faults).toEqual([])
  expect(rows[0]?.base_salary_usd_cents).toBe('125050')
})

test('a line sep= names the separator and counts as no line', () => {
  const file = `sep=;\r\nNombre;Apellido;Salario;BTC address\r\nJ;Lopez;650;${anAddress()}\r\n`
  expect(read(file).faults).toEqual(['2 firstName nameOfOne'])
})

test('all kinds of line ends, empty lines and quotes; lines count as in an editor', () => {
  const address = anAddress()
  const file = [
    'Nombre,Apellido,Salario,BTC address,Notas\n',
    `Rosa,"Pérez ""la buena""",650,${address},\r\n`,
    '\r\n',
    `Ana,Lopez,650,${address},"una\r\nnota larga\n"\n`,
    ',,,,\r',
    `L,Lopez,650,${address},\r`,
    `Leo "el Tigre",Lopez,650,${address},fin`,
  ].join('')
  for (const chunk of [1, 7, 1_000]) {
    const { rows, faults } = read(file, chunk)
    expect(rows.map((row) => row.line)).toEqual(['2', '4', '8', '9'])
    expect(faults).toEqual(['8 firstName nameOfOne'])
    expect(rows[0]?.last_name).toBe('Pérez "la buena"')
    expect(rows[3]?.first_name).toBe('Leo "el Tigre"')
  }
})

const blankLines = {
  'CR LF': '\r\n',
  LF: '\n',
  CR: '\r',
  'CR LF after blanks': ' \t\r\n',
  'mixed line ends': '\n\r\r\n',
}

test.each(Object.entries(blankLines))(
  'after 100,000 blank lines of %s a list is read, its lines counted',
  (_ends, end) => {
    const blank = end.repeat(100_000)
    const lines = blank.match(/\r\n|\n|\r/g)?.length ?? 0
    const table = `Nombre;Apellido;Salario;BTC address\r\nJ;Lopez;650;${anAddress()}`
    expect(read(`${blank}${table}`).faults).toEqual([`${lines + 2} firstName nameOfOne`])
    expect(read(`${blank}sep=;\n${table}`, 999).faults).toEqual(['2 firstName nameOfOne'])
    expect(read(blank).faults).toEqual(['1 file csvEmpty'])
  },
)

test.each([
  ['no file at all', '', ['1 file csvEmpty']],
  ['only a header', `${listHeader}\r\n`, ['1 file csvEmpty']],
  ['a quote that stays open', `${aList({}, {})}"Rosa,Lopez\r\n${aLine()}`, ['4 file csvQuoteOpen']],
  [
    'a line of 20 MB',
    `${aList({})}${'x'.repeat(20_000_000)}\r\n${aLine()}`,
    ['3 file csvQuoteOpen'],
  ],
  ['a header of 20 MB', 'x'.repeat(20_000_000), ['1 file csvQuoteOpen']],
  [
    'columns that are missing or stand twice',
    `Nombre,NOMBRES,Notas,notas\r\n${aLine()}`,
    [
      '1 firstName csvColumnsAlike',
      '1 lastName csvColumnMissing',
      '1 baseSalary csvColumnMissing',
      '1 cryptoAddress csvColumnMissing',
      '1 file csvColumnTwice',
    ],
  ],
  [
    'a decimal comma that makes a cell too many',
    `Nombre,Apellido,Salario,BTC address\r\nRosa,Lopez,650,25,${anAddress()}`,
    ['2 cryptoAddress address', '2 file csvTooManyCells'],
  ],
  [
    'what Excel has rounded',
    `${listHeader}\r\nRosa,Lopez,1.23E+13,,5.0371E+10,1.25E+3,${anAddress()}`,
    ['2 identification csvRounded', '2 phone csvRounded', '2 baseSalary csvRounded'],
  ],
  [
    'an error of a spreadsheet for a name, and a name that lost its letters',
    `${listHeader}\r\n#N/D,JosÃ©,,,,650,${anAddress()}`,
    ['2 firstName invalid', '2 lastName csvDamaged'],
  ],
  [
    'a header that lost its letters',
    `${listHeader.replace('é', '\ufffd')}\r\n${aLine()}`,
    ['1 file csvEncoding'],
  ],
  [
    'a NUL',
    `${listHeader}\r\nRo\0sa,Lopez,,,,650,${anAddress()}`,
    ['2 firstName forbiddenCharacters'],
  ],
])('%s', (_what, file, expected) => {
  expect(read(file).faults).toEqual(expected)
})

test('formulas are texts, and the report would not calculate them', () => {
  const formula = '=HYPERLINK("http://x")'
  const row = csvLine([formula, '@Lopez', '', '', '+50370001234', '650', anAddress()], ',')
  const { rows, faults } = read(`${listHeader}\r\n${row}`)
  expect(faults).toEqual([])
  expect(rows[0]?.first_name).toBe(formula)
  expect(rows[0]?.source).toMatch(/^"'=HYPERLINK\(""http:\/\/x""\)",'@Lopez,,,\+50370001234,650,/)
  const again = read(`${listHeader}\r\n${rows[0]?.source}`)
  expect(again.rows[0]?.first_name).toBe(formula)
})

test('ids go down as the rows go on, so that lists show them in the order of the file', () => {
  const people = Array.from({ length: 5_000 }, () => 'R,L,1,a')
  const { rows } = read(['Nombre,Apellido,Salario,Bitcoin', ...people].join('\n'))
  const ids = rows.map((row) => row.employee_id ?? '')
  expect(ids).toEqual(ids.toSorted().reverse())
  expect(new Set(ids).size).toBe(people.length)
  expect(ids[0]).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/)
})

const word = fc.oneof(
  fc.stringMatching(/^[A-ZÁÉÍÓÚÑ][a-záéíóúñü]{2,11}$/),
  fc.stringMatching(/^[A-ZÁÉÍÓÚÑÜ]{3,12}$/),
)
const nasty = fc.constantFrom('', ' "x"', ', S.A.', '; x', "'s", ' =1')
const person = fc.record({
  firstName: fc.tuple(word, nasty).map((parts) => parts.join('').trim()),
  lastName: word,
  cents: fc.integer({ min: 100, max: 1_000_000_000 }),
})
type Encoding = 'utf8' | 'latin1' | 'utf16le' | 'macintosh'
const macRoman = [
  ...new TextDecoder('macintosh').decode(Uint8Array.from({ length: 256 }, (_, byte) => byte)),
]
const encode = (text: string, encoding: Encoding) =>
  encoding === 'macintosh'
    ? Buffer.from(Array.from(text, (sign) => macRoman.indexOf(sign)))
    : Buffer.from(text, encoding)
const form = fc.record({
  separator: fc.constantFrom(',', ';', '\t', '|'),
  newline: fc.constantFrom('\r\n', '\n', '\r'),
  comma: fc.boolean(),
  encoding: fc.constantFrom<Encoding>('utf8', 'latin1', 'utf16le', 'macintosh'),
  marked: fc.boolean(),
  chunk: fc.integer({ min: 1, max: 400 }),
  gap: fc.boolean(),
  order: fc.shuffledSubarray([0, 1, 2, 3, 4], { minLength: 5 }),
})
const runs = Number(process.env.FUZZ_RUNS ?? 500)

test('a person in a file of any encoding and separator is read as written', () => {
  const address = anAddress()
  fc.assert(
    fc.property(fc.array(person, { minLength: 1, maxLength: 6 }), form, (people, as) => {
      const titles = ['Nombre', 'apellidos', 'Salario (USD)', 'Dirección Bitcoin', 'Notas']
      const line = (cells: string[]) =>
        csvLine(
          as.order.map((place) => cells[place] ?? ''),
          as.separator,
        )
      const lines = people.map(({ firstName, lastName, cents }) => {
        const text = `${Math.trunc(cents / 100)}.${String(cents % 100).padStart(2, '0')}`
        const salary = as.comma ? text.replace('.', ',') : text
        return line([firstName, lastName, salary, address, 'x'])
      })
      const text = [line(titles), ...(as.gap ? [''] : []), ...lines, ''].join(as.newline)
      const mark = as.marked && as.encoding.startsWith('utf') ? '\ufeff' : ''
      const { rows, faults } = read(encode(mark + text, as.encoding), as.chunk)
      expect(faults).toEqual([])
      const first = as.gap ? 3 : 2
      expect(
        rows.map((row) => [
          ...[row.line, row.first_name, row.last_name],
          ...[row.base_salary_usd_cents, row.address],
        ]),
      ).toEqual(
        people.map(({ firstName, lastName, cents }, index) => [
          ...[String(first + index), firstName, lastName],
          ...[String(cents), address],
        ]),
      )
    }),
    { numRuns: runs },
  )
})

test('no bytes whatever end in anything but rows and faults', () => {
  fc.assert(
    fc.property(
      fc.uint8Array({ maxLength: 300 }),
      fc.boolean(),
      fc.integer({ min: 1, max: 300 }),
      (bytes, headed, chunk) => {
        const file = headed ? Buffer.concat([Buffer.from(`${listHeader}\r\n`), bytes]) : bytes
        const { rows } = read(file, chunk)
        expect(rows.length).toBeGreaterThan(0)
        expect(rows.every((row) => row.faults !== null || row.address !== null)).toBe(true)
      },
    ),
    { numRuns: runs },
  )
})
