import { createSecretKey } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { csvLine } from '#domain/employee-csv.ts'
import { anAddress } from '#server/testing/engine.ts'
import { aLine, aList, listHeader } from '#server/testing/lists.ts'
import { copiedColumns, RowReader, type StoredFault } from './row-reader.ts'

const options = {
  importId: '019aa000-0000-7000-8000-000000000001',
  companyId: '019aa000-0000-7000-8000-000000000002',
  network: 'regtest',
  country: 'SV',
  macKey: createSecretKey(Buffer.alloc(32)),
  nowMs: 1_800_000_000_000,
} as const

type Row = Record<(typeof copiedColumns)[number], string | null>
const signs: Record<string, string> = { t: '\t', n: '\n', r: '\r' }

/** Parses a line of COPY as PostgreSQL does. */
function rowOf(line: string): Row {
  const cells = line
    .split('\t')
    .map((cell) =>
      cell === '\\N' ? null : cell.replaceAll(/\\(.)/g, (_, sign) => signs[sign] ?? sign),
    )
  return Object.fromEntries(copiedColumns.map((name, index) => [name, cells[index]])) as Row
}

/** Reads a file in chunks of this many bytes. */
async function read(file: string | Uint8Array, chunk = 64 * 1024) {
  const bytes = typeof file === 'string' ? Buffer.from(file) : file
  const reader = new RowReader(options)
  let copy = ''
  for (let at = 0; at < bytes.length; at += chunk) {
    copy += (await reader.write(bytes.subarray(at, at + chunk))).copy
  }
  copy += (await reader.end()).copy
  const rows = copy === '' ? [] : copy.slice(0, -1).split('\n').map(rowOf)
  const faults = rows.flatMap(({ line, faults }) =>
    (JSON.parse(faults ?? '[]') as StoredFault[]).map(
      ({ path, text }) => `${line} ${path} ${text}`,
    ),
  )
  return { rows, faults }
}

const names = async (file: string | Uint8Array) =>
  (await read(file)).rows.map((row) => `${row.first_name} ${row.last_name}`)

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
])('a file in %s is read', async (_encoding, encode) => {
  const file = encode(aList({ firstName: 'Ñandú', lastName: 'Güell' }, { firstName: 'José' }))
  expect(await names(file)).toEqual(['Ñandú Güell', 'José Menjívar'])
  expect((await read(file, 1)).faults).toEqual([])
})

test('an accent far down decides the encoding as well as one in the header', async () => {
  const header = 'first name,last name,salary,btc address'
  const plain = new Array(3_000).fill(`Rosa,Lopez,650,${anAddress()}`)
  const file = [header, ...plain, `Iñaki,Muñoz,650,${anAddress()}`].join('\n')
  expect((await names(windows1252(file))).at(-1)).toBe('Iñaki Muñoz')
  expect((await names(Buffer.from(file))).at(-1)).toBe('Iñaki Muñoz')
})

test('a file that begins in UTF-8 and changes its encoding is refused at that place', async () => {
  const file = Buffer.concat([
    Buffer.from(aList({ firstName: 'José' })),
    windows1252(`${aLine({ firstName: 'Íñigo' })}\r\n`),
  ])
  expect((await read(file)).faults).toEqual(['3 file csvEncoding'])
})

test.each([',', ';', '\t'])('the separator %j is detected', async (separator) => {
  const lines = aList({ salary: separator === ',' ? '1250.50' : '1.250,50' }).split('\r\n')
  const header = (lines[0] ?? '').split(',').join(separator)
  const row = `Rosa,Menjívar,,,,${separator === ',' ? '1250.50' : 'S'},${anAddress()}`
    .split(',')
    .join(separator)
    .replace(/\bS\b/, '1.250,50')
  const { rows, faults } = await read(`${header}\r\n${row}`)
  expect(faults).toEqual([])
  expect(rows[0]?.base_salary_usd_cents).toBe('125050')
})

test('a line sep= names the separator and counts as no line', async () => {
  const file = `sep=;\r\nNombre;Apellido;Salario;BTC address\r\nJo;Lopez;650;${anAddress()}\r\n`
  expect((await read(file)).faults).toEqual(['2 firstName nameTooShort'])
})

test('all kinds of line ends, empty lines and quotes; lines count as in an editor', async () => {
  const address = anAddress()
  const file = [
    'Nombre,Apellido,Salario,BTC address,Notas\n',
    `Rosa,"Pérez ""la buena""",650,${address},\r\n`,
    '\r\n',
    `Ana,Lopez,650,${address},"una\r\nnota larga\n"\n`,
    ',,,,\r',
    `Li,Lopez,650,${address},\r`,
    `Leo "el Tigre",Lopez,650,${address},fin`,
  ].join('')
  for (const chunk of [1, 7, 1_000]) {
    const { rows, faults } = await read(file, chunk)
    expect(rows.map((row) => row.line)).toEqual(['2', '4', '8', '9'])
    expect(faults).toEqual(['8 firstName nameTooShort'])
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
  async (_ends, end) => {
    const blank = end.repeat(100_000)
    const lines = blank.match(/\r\n|\n|\r/g)?.length ?? 0
    const table = `Nombre;Apellido;Salario;BTC address\r\nJo;Lopez;650;${anAddress()}`
    expect((await read(`${blank}${table}`)).faults).toEqual([`${lines + 2} firstName nameTooShort`])
    expect((await read(`${blank}sep=;\n${table}`, 999)).faults).toEqual([
      '2 firstName nameTooShort',
    ])
    expect((await read(blank)).faults).toEqual(['1 file csvEmpty'])
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
      '1 firstName csvColumnTwice',
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
    'a NUL',
    `${listHeader}\r\nRo\0sa,Lopez,,,,650,${anAddress()}`,
    ['2 firstName forbiddenCharacters'],
  ],
])('%s', async (_what, file, expected) => {
  expect((await read(file)).faults).toEqual(expected)
})

test('formulas are texts, and the report would not calculate them', async () => {
  const formula = '=HYPERLINK("http://x")'
  const row = csvLine([formula, '@Lopez', '', '', '+50370001234', '650', anAddress()], ',')
  const { rows, faults } = await read(`${listHeader}\r\n${row}`)
  expect(faults).toEqual([])
  expect(rows[0]?.first_name).toBe(formula)
  expect(rows[0]?.source).toMatch(/^"'=HYPERLINK\(""http:\/\/x""\)",'@Lopez,,,\+50370001234,650,/)
  const again = await read(`${listHeader}\r\n${rows[0]?.source}`)
  expect(again.rows[0]?.first_name).toBe(formula)
})

test('ids go down as the rows go on, so that lists show them in the order of the file', async () => {
  const people = Array.from({ length: 5_000 }, () => 'R,L,1,a')
  const { rows } = await read(['Nombre,Apellido,Salario,Bitcoin', ...people].join('\n'))
  const ids = rows.map((row) => row.employee_id ?? '')
  expect(ids).toEqual(ids.toSorted().reverse())
  expect(new Set(ids).size).toBe(people.length)
  expect(ids[0]).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/)
})

const word = fc.stringMatching(/^[A-Za-zÁÉÍÓÚÑáéíóúñü]{3,12}$/)
const nasty = fc.constantFrom('', ' "x"', ', S.A.', '; x', "'s", ' =1')
const person = fc.record({
  firstName: fc.tuple(word, nasty).map((parts) => parts.join('').trim()),
  lastName: word,
  cents: fc.integer({ min: 100, max: 1_000_000_000 }),
})
const form = fc.record({
  separator: fc.constantFrom(',', ';', '\t'),
  newline: fc.constantFrom('\r\n', '\n', '\r'),
  comma: fc.boolean(),
  encoding: fc.constantFrom<'utf8' | 'latin1' | 'utf16le'>('utf8', 'latin1', 'utf16le'),
  marked: fc.boolean(),
  chunk: fc.integer({ min: 1, max: 400 }),
  gap: fc.boolean(),
  order: fc.shuffledSubarray([0, 1, 2, 3, 4], { minLength: 5 }),
})
const runs = Number(process.env.FUZZ_RUNS ?? 500)

test('a person in a file of any encoding and separator is read as written', async () => {
  const address = anAddress()
  await fc.assert(
    fc.asyncProperty(fc.array(person, { minLength: 1, maxLength: 6 }), form, async (people, as) => {
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
      const mark =
        as.encoding === 'utf16le' || (as.marked && as.encoding === 'utf8') ? '\ufeff' : ''
      const { rows, faults } = await read(Buffer.from(mark + text, as.encoding), as.chunk)
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

test('no bytes whatever end in anything but rows and faults', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.uint8Array({ maxLength: 300 }),
      fc.boolean(),
      fc.integer({ min: 1, max: 300 }),
      async (bytes, headed, chunk) => {
        const file = headed ? Buffer.concat([Buffer.from(`${listHeader}\r\n`), bytes]) : bytes
        const { rows } = await read(file, chunk)
        expect(rows.length).toBeGreaterThan(0)
        expect(rows.every((row) => row.faults !== null || row.address !== null)).toBe(true)
      },
    ),
    { numRuns: runs },
  )
})
