import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { employeeList } from '#contract/employees.ts'
import { bulkPayroll, importedPeople, listDiff, undecidedPeople } from '#contract/imports.ts'
import { documentKey } from '#domain/document.ts'
import {
  aCompany,
  expectAccepted,
  expectRefusal,
  type TestCompany,
} from '#server/testing/factories.ts'
import { appForFile } from '#server/testing/for-file.ts'
import {
  aList,
  createList,
  importPeople,
  type ListPerson,
  type ListUpload,
  personNamed,
  replaceList,
} from '#server/testing/lists.ts'

const t = await appForFile()

const made = async (company: TestCompany, ...people: ListPerson[]) =>
  expectAccepted(bulkPayroll, await createList(company, { file: aList(...people) }), 201)
const imported = async (company: TestCompany, upload: ListUpload) =>
  expectAccepted(importedPeople, await importPeople(company, upload), 201)

async function peopleOf(company: TestCompany) {
  const answer = await company.call('GET', '/employees?limit=100')
  return expectAccepted(employeeList, answer).employees
}
const named = async (company: TestCompany) =>
  (await peopleOf(company)).map(({ firstName, identification }) =>
    `${firstName} ${identification}`.trim(),
  )

const undecided = (answer: Parameters<typeof expectRefusal>[0]) =>
  undecidedPeople.parse(expectRefusal(answer, 422, 'PERSON_UNDECIDED').data)
const rowsInQuestion = (answer: Parameters<typeof expectRefusal>[0]) => undecided(answer).rows

const answers = (...decisions: { row: number; is: 'same' | 'other'; person?: string }[]) => ({
  decisions: JSON.stringify(decisions),
})

test('Juan is not overwritten by María because both have N/A', async () => {
  const company = await aCompany(t)
  const [juan, maria] = [
    personNamed('Juan', { identification: 'N/A' }),
    personNamed('María', { identification: 'n/a' }),
  ]
  await imported(company, { file: aList(juan) })
  expect(await imported(company, { file: aList(maria) })).toEqual({
    added: 1,
    changed: 0,
    unchanged: 0,
  })
  expect((await named(company)).sort()).toEqual(['Juan', 'María'])
  const { _id } = await made(company, personNamed('Eva', { identification: '#N/D' }))
  const file = aList(personNamed('Luz', { identification: '#N/D' }))
  const { diff } = expectAccepted(bulkPayroll, await replaceList(company, _id, { file }))
  expect(diff).toMatchObject({ added: 1, removed: 1, changed: 0 })
})

test('a name with a letter that no receipt prints is told, and saved', async () => {
  const company = await aCompany(t)
  const file = aList(personNamed('李 Олена'), personNamed('Eva 𞤀'))
  const diff = expectAccepted(listDiff, await importPeople(company, { file }, '?dryRun=true'))
  expect(diff.warnings).toMatchObject([{ row: 3, path: 'firstName' }])
  expect(diff).toMatchObject({ added: 2 })
})

test('two rows without a document are no document twice, and are told', async () => {
  const company = await aCompany(t)
  const file = aList(
    personNamed('Ana', { identification: '00000000-0' }),
    personNamed('Eva', { identification: '00000000-0' }),
    personNamed('Luz', { identification: 'pendiente' }),
    personNamed('Zoe', { identification: '12-A' }),
    personNamed('Sol', { identification: '12-A' }),
  )
  const diff = expectAccepted(listDiff, await importPeople(company, { file }, '?dryRun=true'))
  expect(diff.warnings.map(({ row, path, message }) => `${row} ${path}: ${message}`)).toEqual(
    [2, 3, 4].map((row) => `${row} identification: No es un documento: se guarda vacío`),
  )
  await imported(company, { file })
  expect((await named(company)).sort()).toEqual(['Ana', 'Eva', 'Luz', 'Sol 12-A', 'Zoe 12-A'])
})

test('the same list again, with namesakes, changes nothing', async () => {
  const company = await aCompany(t)
  const people = [
    personNamed('David', { salary: '450.00' }),
    personNamed('David', { salary: '500.00' }),
    personNamed('David', { identification: '04567891-4' }),
    personNamed('Sofía'),
  ]
  const { _id } = await made(company, ...people)
  const before = await peopleOf(company)
  const again = aList(...people.toReversed())
  const { diff } = expectAccepted(bulkPayroll, await replaceList(company, _id, { file: again }))
  expect(diff).toMatchObject({ added: 0, removed: 0, changed: 0, unchanged: 4 })
  expect(await peopleOf(company)).toEqual(before)
  const other = await aCompany(t)
  await imported(other, { file: aList(...people) })
  expect(await imported(other, { file: again })).toEqual({ added: 0, changed: 0, unchanged: 4 })
})

test('a list that leaves the document out does not take it away', async () => {
  const company = await aCompany(t)
  const ana = personNamed('Ana', { identification: '04567891-4' })
  const { _id } = await made(company, ana)
  const file = aList({ ...ana, identification: '', salary: '700' })
  expectAccepted(bulkPayroll, await replaceList(company, _id, { file }))
  expect(await named(company)).toEqual(['Ana 04567891-4'])
})

test('a newcomer with an old colleague’s name and another document gets another id', async () => {
  const company = await aCompany(t)
  const old = personNamed('Luis', { identification: '01234567-8', email: 'viejo@izalco.sv' })
  const { _id } = await made(company, old)
  const [before] = await peopleOf(company)
  const file = aList(personNamed('Luis', { identification: '04567891-4', email: 'n@izalco.sv' }))
  const { diff } = expectAccepted(bulkPayroll, await replaceList(company, _id, { file }))
  expect(diff).toMatchObject({ added: 1, removed: 1, changed: 0 })
  expect(diff.namesakes).toMatchObject([{ row: 2, person: { _id: before?._id } }])
  expect((await peopleOf(company)).map((each) => each._id)).not.toContain(before?._id)
})

test('somebody who says that the document was wrong corrects it, and the id stays', async () => {
  const company = await aCompany(t)
  const luis = personNamed('Luis', { identification: '01234567-8' })
  const { _id } = await made(company, luis)
  const [before] = await peopleOf(company)
  const file = aList({ ...luis, identification: '01234576-8' })
  const fields = answers({ row: 2, is: 'same' })
  const { diff } = expectAccepted(bulkPayroll, await replaceList(company, _id, { file, fields }))
  expect(diff).toMatchObject({ added: 0, removed: 0, changed: 1 })
  expect(await peopleOf(company)).toMatchObject([
    { _id: before?._id, identification: '01234576-8' },
  ])
})

const jose = (more: ListPerson = {}) =>
  personNamed('José', { identification: '00016297-5', email: 'viejo@izalco.sv', ...more })
const newJose = () =>
  personNamed('Jose', { email: 'nuevo@izalco.sv', phone: '7000 0002', salary: '500' })

test.each(['people', 'list'] as const)(
  'a name with another address and e-mail is asked about in a file of %s',
  async (kind) => {
    const company = await aCompany(t)
    const first = aList(jose({ phone: '7000 0001' }), personNamed('Ana'))
    const list =
      kind === 'list'
        ? expectAccepted(bulkPayroll, await createList(company, { file: first }), 201)
        : null
    if (!list) await imported(company, { file: first })
    const upload = (upload: ListUpload, query = '') =>
      list ? replaceList(company, list._id, upload, query) : importPeople(company, upload, query)
    const before = await peopleOf(company)
    const [id] = before.filter(({ firstName }) => firstName === 'José').map((each) => each._id)
    const file = aList(personNamed('Ana', { salary: '900' }), newJose())
    const rows = rowsInQuestion(await upload({ file }))
    expect(rows).toMatchObject([
      {
        row: 3,
        name: 'Jose Menjívar',
        person: { _id: id, name: 'José Menjívar' },
        differs: ['identification', 'email', 'phone', 'baseSalary', 'cryptoAddress'],
        known: { identification: '00016297-5', baseSalary: '650.25' },
        listed: { identification: '', baseSalary: '500.00' },
      },
    ])
    const counts = { added: 0, changed: 1, unchanged: 0 }
    expect(undecided(await upload({ file }, '?dryRun=true'))).toEqual({ rows, counts })
    expect(await peopleOf(company)).toEqual(before)
    // An answer about another row, or about another person, is none about this one.
    for (const wrong of [
      { row: 2, is: 'same' as const },
      { row: 3, is: 'same' as const, person: '019aa000-0000-7000-8000-000000000001' },
    ]) {
      expect(rowsInQuestion(await upload({ file, fields: answers(wrong) }))).toEqual(rows)
    }
    const is = { row: 3, is: 'other' as const, person: id ?? '' }
    expect((await upload({ file, fields: answers(is) })).body.success).toBe(true)
    const after = await peopleOf(company)
    expect(after.find(({ firstName }) => firstName === 'Jose')?._id).not.toBe(id)
    expect(after.some((each) => each._id === id)).toBe(kind === 'people')
  },
)

test('“the same” changes the person, who stays who it was', async () => {
  const company = await aCompany(t)
  await imported(company, { file: aList(jose()) })
  const [before] = await peopleOf(company)
  const fields = answers({ row: 2, is: 'same' })
  const counts = await imported(company, { file: aList(newJose()), fields })
  expect(counts).toEqual({ added: 0, changed: 1, unchanged: 0 })
  expect(await peopleOf(company)).toMatchObject([
    { _id: before?._id, identification: '00016297-5', email: 'nuevo@izalco.sv', baseSalary: 500 },
  ])
})

test.each([
  'x',
  '{}',
  '[{"row":2}]',
  '[{"row":"2","is":"same"}]',
  '[{"row":2,"is":"perhaps"}]',
  '[{"row":3000000000,"is":"same"}]',
])('the answers %s are refused with their place', async (decisions) => {
  const company = await aCompany(t)
  const answer = await importPeople(company, { file: aList(jose()), fields: { decisions } })
  const { errors } = expectRefusal(answer, 400, 'VALIDATION')
  expect(errors?.map(({ path }) => path)).toEqual(['decisions'])
})

test('the database tells documents apart as the program does', async () => {
  const texts = [
    ...[
      '',
      ' ',
      '-',
      'N/A',
      '#N/D',
      '0',
      '00000000-0',
      '0.00',
      '12-A',
      '1234',
      '12345',
      'Pendiente 2',
    ],
    ...['PENDIENTE 12345', 'não aplica 12', 'ninguno', 'SN12345', '04567891-4', '0456 7891 4'],
    ...[
      'AB-123456',
      'ñ1234',
      'Ñ-12 34',
      '0614-160987-103-5',
      'Ünîçø 7',
      'null-1',
      'María',
      '012345678',
    ],
  ]
  const { rows } = await sql<{ text: string; key: string | null }>`
    SELECT text, identification_key(text) AS key FROM unnest(${texts}::text[]) AS t (text)`.execute(
    t.db,
  )
  expect(rows).toEqual(texts.map((text) => ({ text, key: documentKey(text) })))
})
