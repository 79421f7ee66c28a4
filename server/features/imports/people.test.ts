import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { auditPage } from '#contract/audit.ts'
import { employeeList } from '#contract/employees.ts'
import { bulkPayroll, importedPeople, listDiff } from '#contract/imports.ts'
import { isTrue } from '#server/authorization/mac.ts'
import { anAddress } from '#server/testing/engine.ts'
import {
  aCompany,
  anEmployee,
  editEmployee,
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
  personNamed,
} from '#server/testing/lists.ts'
import { longTest } from '#server/testing/long-test.ts'

const t = await appForFile()

const imported = async (company: TestCompany, ...people: ListPerson[]) =>
  expectAccepted(importedPeople, await importPeople(company, { file: aList(...people) }), 201)

const compared = async (company: TestCompany, ...people: ListPerson[]) =>
  expectAccepted(listDiff, await importPeople(company, { file: aList(...people) }, '?dryRun=true'))

const faults = async (company: TestCompany, ...people: ListPerson[]) =>
  (
    expectRefusal(await importPeople(company, { file: aList(...people) }), 422, 'CSV_INVALID')
      .errors ?? []
  ).map(({ row, path, message }) => `${row} ${path}: ${message}`)

async function peopleOf(company: TestCompany) {
  const answer = await company.call('GET', '/employees?limit=100')
  const { employees } = expectAccepted(employeeList, answer)
  return new Map(employees.map((each) => [each.firstName, each]))
}

const rowsOf = ({ companyId }: TestCompany) =>
  t.db
    .selectFrom('employees')
    .selectAll()
    .where('company_id', '=', companyId)
    .orderBy('first_name')
    .execute()

async function expectValidMacs(company: TestCompany) {
  for (const row of await rowsOf(company)) expect(isTrue(t.macKey, 'employees', row)).toBe(true)
}

test('a file of three is saved → three REGULAR people, in the order of the file', async () => {
  const company = await aCompany(t)
  const counts = await imported(company, personNamed('Ana'), personNamed('Eva'), personNamed('Luz'))
  expect(counts).toEqual({ added: 3, changed: 0, unchanged: 0 })
  const people = await peopleOf(company)
  expect([...people.keys()]).toEqual(['Ana', 'Eva', 'Luz'])
  expect([...people.values()].map(({ creationType }) => creationType)).toEqual(
    Array.from({ length: 3 }, () => 'REGULAR'),
  )
  await expectValidMacs(company)
  await editEmployee(company, people.get('Ana')?._id ?? '', { baseSalary: 900 })
})

test('a comparison names the changes and changes nothing; saving does them', async () => {
  const company = await aCompany(t)
  const [ana, eva, luz] = [
    personNamed('Ana', { identification: '01234-A' }),
    personNamed('Eva'),
    personNamed('Luz'),
  ]
  await imported(company, ana, eva, luz, personNamed('Zoe'))
  const moved = anAddress()
  const nora = personNamed('Nora', { salary: '480' })
  const file = [
    { ...ana, firstName: 'Anabel', identification: '01234a' },
    { ...eva, address: moved, salary: '700' },
    luz,
    nora,
  ]
  const before = await rowsOf(company)
  const diff = await compared(company, ...file)
  expect(await rowsOf(company)).toEqual(before)
  expect(diff).toMatchObject({
    added: 1,
    changed: 2,
    unchanged: 1,
    removed: 0,
    notInFile: 1,
    addedUsd: 480,
    addedPeople: [{ name: 'Nora Menjívar', usd: 480, cryptoAddress: nora.address }],
    salaryChanges: [{ name: 'Eva Menjívar', from: 650.25, to: 700 }],
    addressChanges: [{ name: 'Eva Menjívar', from: eva.address, to: moved }],
    otherChanges: [{ name: 'Anabel Menjívar', fields: ['firstName', 'identification'] }],
  })
  expect(await imported(company, ...file)).toEqual({ added: 1, changed: 2, unchanged: 1 })
  const after = await peopleOf(company)
  expect([...after.keys()].sort()).toEqual(['Anabel', 'Eva', 'Luz', 'Nora', 'Zoe'])
  expect(after.get('Eva')).toMatchObject({ baseSalary: 700, cryptoAddress: moved })
  const versions = Object.fromEntries((await rowsOf(company)).map((e) => [e.first_name, e.version]))
  expect(versions).toEqual({ Anabel: 2, Eva: 2, Luz: 1, Nora: 1, Zoe: 1 })
  await expectValidMacs(company)
  expect(await imported(company, ...file)).toEqual({ added: 0, changed: 0, unchanged: 4 })
})

test('an empty cell, or a column that is not there, leaves what is known', async () => {
  const company = await aCompany(t)
  const before = await anEmployee(company)
  const { firstName, lastName, cryptoAddress: address } = before
  const row = { firstName, lastName, address, salary: '650.25' }
  expect(await imported(company, row)).toEqual({ added: 0, changed: 0, unchanged: 1 })
  const file = `Nombre,Apellido,Salario,Bitcoin Address\n${firstName},${lastName},700,${address}`
  const counts = expectAccepted(importedPeople, await importPeople(company, { file }), 201)
  expect(counts).toEqual({ added: 0, changed: 1, unchanged: 0 })
  const { sharedWith, ...rest } = before
  expect((await peopleOf(company)).get(firstName)).toEqual({
    ...rest,
    sharedWith,
    baseSalary: 700,
    version: 2,
  })
})

test('the same name and another identification → somebody else, with a warning', async () => {
  const company = await aCompany(t)
  await imported(company, personNamed('Ana', { identification: '01234-A' }))
  const other = personNamed('Ana', { identification: '02345-B' })
  const { added, changed, warnings } = await compared(company, other)
  expect({ added, changed }).toEqual({ added: 1, changed: 0 })
  expect(warnings.map(({ row }) => row)).toEqual([2])
  await imported(company, other)
  const before = await peopleOf(company)
  expect(await faults(company, personNamed('Ana'))).toEqual([
    expect.stringContaining('2 firstName: Varias personas'),
  ])
  expect(await peopleOf(company)).toEqual(before)
})

test('two rows that may be the same person are faults, not a guess', async () => {
  const company = await aCompany(t)
  await imported(company, personNamed('Ana'))
  expect(await faults(company, personNamed('Ana'), personNamed('ANA'))).toEqual([
    expect.stringMatching(/^2 firstName: La línea 3 /),
    expect.stringMatching(/^3 firstName: La línea 2 /),
  ])
  const keys = [
    personNamed('Ana', { identification: '10001' }),
    personNamed('Ana', { identification: '10002' }),
  ]
  expect(await faults(company, ...keys)).toHaveLength(2)
  expect(await imported(company, personNamed('Eva'), personNamed('Eva'))).toMatchObject({
    added: 2,
  })
})

test('a person of a CSV list is a fault that names the payroll, and stays as it was', async () => {
  const company = await aCompany(t)
  const [ana, eva] = [personNamed('Ana', { identification: '01234-A' }), personNamed('Eva')]
  expectAccepted(bulkPayroll, await createList(company, { file: aList(ana, eva) }), 201)
  const before = await rowsOf(company)
  expect(
    await faults(company, { ...ana, firstName: 'Otra', salary: '9' }, { ...eva, salary: '9' }),
  ).toEqual([
    expect.stringMatching(/^2 identification: .*«Planilla de campo»/),
    expect.stringMatching(/^3 firstName: .*«Planilla de campo»/),
  ])
  expect(await rowsOf(company)).toEqual(before)
})

test('an address of somebody else is a fault unless the pair was accepted', async () => {
  const company = await aCompany(t)
  const ana = personNamed('Ana')
  await imported(company, ana, personNamed('Eva'))
  const eva = personNamed('Eva', { address: ana.address ?? '' })
  expect(await faults(company, eva)).toEqual([
    '2 cryptoAddress: Esta dirección ya es de Ana Menjívar. Si la comparten de verdad, guárdalo en el formulario de la persona',
  ])
  expect(await faults(company, ana, eva)).toHaveLength(1)
  const people = await peopleOf(company)
  const [anasId, evasId] = [people.get('Ana')?._id ?? '', people.get('Eva')?._id ?? '']
  await editEmployee(company, evasId, { cryptoAddress: ana.address, baseSalary: 650.25 })
  expect(await faults(company, eva)).toHaveLength(1)
  const pair = { with: anasId, accepted: true }
  await company.call('PUT', `/companies/employees/${evasId}/shared-address`, pair)
  expect(await imported(company, { ...eva, salary: '700' })).toMatchObject({ changed: 1 })
  expect(await imported(company, ana, eva)).toMatchObject({ changed: 1, unchanged: 1 })
  // A person who moves away in the same file leaves the address to another one.
  const moved = personNamed('Ana')
  const luz = personNamed('Luz', { address: ana.address ?? '' })
  const three = [moved, { ...eva, address: anAddress() }, luz]
  expect(await imported(company, ...three)).toEqual({ added: 1, changed: 2, unchanged: 0 })
})

test('another company’s people are neither matched nor named', async () => {
  const [theirs, ours] = [await aCompany(t), await aCompany(t)]
  const ana = personNamed('Ana', { identification: '01234-A' })
  await imported(theirs, ana)
  const before = await rowsOf(theirs)
  const diff = await compared(ours, { ...ana, firstName: 'Eva' })
  expect(diff).toMatchObject({ added: 1, changed: 0, notInFile: 0, warnings: [] })
  expect(await imported(ours, { ...ana, firstName: 'Eva' })).toMatchObject({ added: 1 })
  expect(await rowsOf(theirs)).toEqual(before)
})

test('changed addresses and salaries are audited and notified as by the form', async () => {
  const company = await aCompany(t)
  const [ana, eva] = [personNamed('Ana'), personNamed('Eva')]
  await imported(company, ana, eva)
  await imported(company, { ...ana, address: anAddress() }, { ...eva, salary: '700' })
  const { events } = expectAccepted(auditPage, await company.call('GET', '/companies/audit'))
  const acts = events.filter(({ action }) => action.startsWith('employee.'))
  expect(acts.map(({ action, subject, detail }) => ({ action, subject, detail }))).toMatchObject([
    { action: 'employee.imported', detail: { added: 0, changed: 2, unchanged: 0 } },
    { action: 'employee.addressChanged', subject: 'Ana Menjívar' },
    {
      action: 'employee.edited',
      subject: 'Eva Menjívar',
      detail: { changed: ['baseSalary'], salaryFrom: '650.25', salaryTo: '700.00' },
    },
    { action: 'employee.edited', subject: 'Ana Menjívar', detail: { changed: ['cryptoAddress'] } },
    { action: 'employee.imported', detail: { added: 2, changed: 0, unchanged: 0 } },
  ])
  expect(JSON.stringify(acts)).not.toContain(ana.address)
  const noted = await t.worker
    .selectFrom('pay_data_changes')
    .select(['changes', 'count'])
    .where('company_id', '=', company.companyId)
    .execute()
  expect(noted).toMatchObject([
    { count: 2, changes: [{ kind: 'changedAddress', person: 'Ana Menjívar' }, { kind: 'salary' }] },
  ])
})

test('a key is answered once; the file of another is not compared under it', async () => {
  const company = await aCompany(t)
  const upload = { file: aList(personNamed('Ana')) }
  const send = (form: typeof upload) =>
    importPeople({ ...company, call: (m, p, body) => company.call(m, p, body, keyed) }, form)
  const keyed = { headers: { 'idempotency-key': 'people-1' } }
  const first = await send(upload)
  expectAccepted(importedPeople, first, 201)
  expect((await send(upload)).body).toEqual(first.body)
  expectRefusal(await send({ file: aList(personNamed('Eva')) }), 409, 'IDEMPOTENCY_KEY_REUSED')
  expect([...(await peopleOf(company)).keys()]).toEqual(['Ana'])
})

test('a wrong form or file is refused with its reason, and nobody is saved', async () => {
  const company = await aCompany(t)
  const { call } = company
  expectRefusal(await importPeople(company, {}), 400, 'VALIDATION')
  expectRefusal(
    await importPeople(company, { file: aList({}), fileName: 'a.xlsx' }),
    400,
    'VALIDATION',
  )
  expectRefusal(
    await call('POST', '/companies/employees/bulk', { file: 'a' }),
    415,
    'UNSUPPORTED_MEDIA_TYPE',
  )
  const query = '?dryRun=perhaps'
  expectRefusal(await importPeople(company, { file: aList({}) }, query), 400, 'VALIDATION')
  for (const file of [
    '',
    'Nombre\nAna',
    aList(personNamed('X')),
    '\u0000',
    aList(personNamed('Ana'), {}),
  ]) {
    const upload = { file: file.replace('Rosa', '') }
    expectRefusal(await importPeople(company, upload), 422, 'CSV_INVALID')
  }
  expect(await rowsOf(company)).toEqual([])
})

test('one file at a time for each company; another company does not wait', async () => {
  const [company, other] = [await aCompany(t), await aCompany(t)]
  await t.db
    .insertInto('imports')
    .values({
      company_id: company.companyId,
      requested_by: company.user._id,
      target: 'people',
      dry_run: false,
    })
    .execute()
  const file = aList(personNamed('Ana'))
  expectRefusal(await importPeople(company, { file }), 409, 'IMPORT_IN_PROGRESS')
  expectRefusal(
    await createList(company, { file: aList(personNamed('Eva')) }),
    409,
    'IMPORT_IN_PROGRESS',
  )
  expectAccepted(importedPeople, await importPeople(other, { file }), 201)
})

longTest(
  '5,000 people of one name and address come again → nothing changes, in seconds',
  async () => {
    const company = await aCompany(t)
    const address = anAddress()
    const same = aList(...Array.from({ length: 5_000 }, () => personNamed('Ana', { address })))
    expectAccepted(importedPeople, await importPeople(company, { file: same }), 201)
    const began = Date.now()
    const again = expectAccepted(importedPeople, await importPeople(company, { file: same }), 201)
    expect(again).toEqual({ added: 0, changed: 0, unchanged: 5_000 })
    expect(Date.now() - began).toBeLessThan(10_000)
  },
)

longTest('people edited and deleted while a file is saved end with a valid MAC', async () => {
  for (let round = 0; round < 4; round++) {
    const company = await aCompany(t)
    const [ana, eva] = [personNamed('Ana'), personNamed('Eva')]
    await imported(company, ana, eva)
    const people = await peopleOf(company)
    const [anasId, evasId] = [people.get('Ana')?._id ?? '', people.get('Eva')?._id ?? '']
    const file = aList({ ...ana, salary: '700' }, { ...eva, salary: '800' })
    const [answer] = await Promise.all([
      importPeople(company, { file }),
      editEmployee(company, anasId, { baseSalary: 900, phone: '' }),
      company.call('DELETE', `/companies/employees/${evasId}`),
    ])
    expectAccepted(importedPeople, answer, 201)
    await expectValidMacs(company)
  }
})

longTest('a person changes at each check of a file → 503, and nothing is saved', async () => {
  const company = await aCompany(t)
  const known = { ...personNamed('Ana'), identification: '01234567-8' }
  await imported(company, known)
  await sql`
    CREATE FUNCTION change_somebody() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      UPDATE employees SET identification =
        CASE identification WHEN '01234567-8' THEN '87654321-0' ELSE '01234567-8' END
      WHERE company_id = NEW.company_id;
      RETURN NULL;
    END $$;
    CREATE TRIGGER change_somebody AFTER UPDATE OF error_count ON imports
      FOR EACH ROW EXECUTE FUNCTION change_somebody()`.execute(t.owner)
  try {
    const file = aList({ ...known, salary: '700' })
    expectRefusal(await importPeople(company, { file }), 503, 'BUSY')
  } finally {
    await sql`DROP TRIGGER change_somebody ON imports; DROP FUNCTION change_somebody`.execute(
      t.owner,
    )
  }
  expect((await rowsOf(company)).map((row) => row.base_salary_usd_cents)).toEqual([65_025n])
  await imported(company, personNamed('Eva'))
})
