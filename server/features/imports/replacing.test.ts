import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { employeeList } from '#contract/employees.ts'
import { bulkPayroll, importProgress, listDiff } from '#contract/imports.ts'
import { isTrue } from '#server/authorization/mac.ts'
import { anAddress } from '#server/testing/engine.ts'
import {
  aCompany,
  aPayroll,
  expectAccepted,
  expectRefusal,
  type TestCompany,
} from '#server/testing/factories.ts'
import { appForFile } from '#server/testing/for-file.ts'
import {
  aList,
  createList,
  type ListPerson,
  personNamed,
  replaceList,
} from '#server/testing/lists.ts'
import { longTest } from '#server/testing/long-test.ts'

const t = await appForFile()

const made = async (company: TestCompany, ...people: ListPerson[]) =>
  expectAccepted(bulkPayroll, await createList(company, { file: aList(...people) }), 201)

async function peopleOf(company: TestCompany, payroll: string) {
  const answer = await company.call('GET', `/employees?payroll=${payroll}&limit=100`)
  const { employees } = expectAccepted(employeeList, answer)
  return new Map(employees.map((each) => [each.firstName, each]))
}

const anOpenPayment = (company: TestCompany, payrollId: string) =>
  t.db
    .insertInto('sheets')
    .values({
      company_id: company.companyId,
      payroll_id: payrollId,
      requested_by: company.user._id,
      note: '',
      bitcoin_usd_cents: 100n,
      dollars_usd_cents: 0n,
      total_sats: 1_099n,
      rate_usd_cents_per_btc: 9_100_000n,
      rate_sources: 3,
      rate_at: new Date(),
    })
    .execute()

test('a replaced list keeps people by identification, else by a unique name', async () => {
  const company = await aCompany(t)
  const ana = personNamed('Ana', { identification: '01234-A' })
  const eva = personNamed('Eva')
  const juan = personNamed('Juan')
  const { _id } = await made(company, ana, eva, personNamed('Luz'), juan, {
    ...juan,
    address: anAddress(),
  })
  const before = await peopleOf(company, _id)
  const moved = anAddress()
  const file = aList(
    { ...ana, firstName: 'Anabel', identification: '01234a', salary: '700' },
    { ...eva, address: moved },
    personNamed('Nueva'),
    juan,
  )
  const path = `/employees?payroll=${_id}&limit=100`
  const unchanged = await company.call('GET', path)
  const dry = expectAccepted(listDiff, await replaceList(company, _id, { file }, '?dryRun=true'))
  expect((await company.call('GET', path)).body).toEqual(unchanged.body)

  const replaced = expectAccepted(bulkPayroll, await replaceList(company, _id, { file }))
  expect(replaced.diff).toEqual(dry)
  // Two people are called Juan, and the address says which one is in the file.
  expect(dry).toMatchObject({ added: 1, removed: 2, unchanged: 1, changed: 2 })
  expect(dry.salaryChanges).toEqual([{ name: 'Anabel Menjívar', from: 650.25, to: 700 }])
  expect(dry.addressChanges).toEqual([{ name: 'Eva Menjívar', from: eva.address, to: moved }])
  const after = await peopleOf(company, _id)
  expect([...after.keys()].sort()).toEqual(['Anabel', 'Eva', 'Juan', 'Nueva'])
  expect(after.get('Anabel')?._id).toBe(before.get('Ana')?._id)
  expect(after.get('Eva')?._id).toBe(before.get('Eva')?._id)
  expect(replaced).toMatchObject({ employees: 4, totalAmount: 700 + 3 * 650.25 })
})

test('the cost of a replaced list is shown before, with the added and removed people', async () => {
  const company = await aCompany(t)
  const [ana, eva, luz] = [
    personNamed('Ana', { salary: '480.10' }),
    personNamed('Eva'),
    personNamed('Luz'),
  ]
  const gone = [
    personNamed('Zoe', { salary: '100.01' }),
    personNamed('Álvaro', { salary: '300.40' }),
  ]
  const { _id, diff: first } = await made(company, ana, eva, luz, ...gone)
  expect(first).toMatchObject({
    totalUsd: { from: 0, to: 2181.01 },
    added: 5,
    addedUsd: 2181.01,
    addedPeople: [],
    removedUsd: 0,
    removedPeople: [],
  })
  const file = aList(
    { ...ana, salary: '500.30' },
    { ...eva, address: anAddress() },
    personNamed('Wendy', { salary: '455' }),
    luz,
    personNamed('Blanca', { salary: '55.99' }),
  )
  const { diff } = expectAccepted(bulkPayroll, await replaceList(company, _id, { file }))
  expect(diff).toMatchObject({
    totalUsd: { from: 2181.01, to: 2311.79 },
    addedUsd: 510.99,
    addedPeople: [
      { name: 'Wendy Menjívar', usd: 455 },
      { name: 'Blanca Menjívar', usd: 55.99 },
    ],
    removedUsd: 400.41,
    removedPeople: [
      { name: 'Álvaro Menjívar', usd: 300.4 },
      { name: 'Zoe Menjívar', usd: 100.01 },
    ],
  })
})

test('of those who come and go the first hundred are named, and all are counted', async () => {
  const company = await aCompany(t)
  const crowd = (name: string) =>
    Array.from({ length: 101 }, (_, index) =>
      personNamed(`${name}${1000 + index}`, { salary: '10' }),
    )
  const { _id } = await made(company, ...crowd('Temporal').reverse())
  const file = aList(...crowd('Nuevo').reverse())
  const diff = expectAccepted(listDiff, await replaceList(company, _id, { file }, '?dryRun=true'))
  expect(diff).toMatchObject({ added: 101, addedUsd: 1010, removed: 101, removedUsd: 1010 })
  const [added, removed] = [diff.addedPeople ?? [], diff.removedPeople ?? []]
  expect([added.length, removed.length]).toEqual([100, 100])
  expect([added[0]?.name, removed[0]?.name]).toEqual([
    'Nuevo1100 Menjívar',
    'Temporal1000 Menjívar',
  ])
})

test('a comparison that was stored before sums were counted is read without them', async () => {
  const company = await aCompany(t)
  const { _id } = await made(company, personNamed('Ana'))
  const { diff: whole } = expectAccepted(
    bulkPayroll,
    await replaceList(company, _id, { file: aList(personNamed('Eva')) }),
  )
  const added = ['totalUsd', 'addedUsd', 'addedPeople', 'removedUsd', 'removedPeople']
  const { id } = await t.db
    .updateTable('imports')
    .set({ diff: sql`diff - ${added}::text[]` })
    .where('company_id', '=', company.companyId)
    .where('diff', 'is not', null)
    .where(sql<boolean>`diff ->> 'removed' = '1'`)
    .returning('id')
    .executeTakeFirstOrThrow()
  const read = expectAccepted(importProgress, await company.call('GET', `/companies/imports/${id}`))
  expect(read.diff).toEqual(
    Object.fromEntries(Object.entries(whole).filter(([name]) => !added.includes(name))),
  )
})

test('a change has a version and a MAC of its own; who stays as he was is not touched', async () => {
  const company = await aCompany(t)
  const [ana, eva] = [personNamed('Ana'), personNamed('Eva')]
  const { _id } = await made(company, ana, eva)
  expectAccepted(
    bulkPayroll,
    await replaceList(company, _id, { file: aList({ ...ana, salary: '9' }, eva) }),
  )
  const rows = await t.db
    .selectFrom('employees')
    .selectAll()
    .where('company_id', '=', company.companyId)
    .orderBy('first_name')
    .execute()
  expect(rows.map((row) => row.version)).toEqual([2, 1])
  for (const row of rows) expect(isTrue(t.macKey, 'employees', row)).toBe(true)
})

test('a list with a fault leaves the old one as it was', async () => {
  const company = await aCompany(t)
  const { _id } = await made(company, personNamed('Ana'))
  const file = aList(personNamed('Eva'), personNamed('Luz', { salary: '' }))
  expectRefusal(await replaceList(company, _id, { file }), 422, 'CSV_INVALID')
  expect([...(await peopleOf(company, _id)).keys()]).toEqual(['Ana'])
})

test('a list chosen by hand is not replaced by a file, nor one that is being paid', async () => {
  const company = await aCompany(t)
  const file = aList(personNamed('Eva'))
  const regular = await aPayroll(company)
  expectRefusal(await replaceList(company, regular._id, { file }), 409, 'PAYROLL_TYPE_MISMATCH')
  const empty = await aPayroll(company, { type: 'CSV' })
  expect(empty.employees).toBe(0)
  await anOpenPayment(company, empty._id)
  expectRefusal(await replaceList(company, empty._id, { file }), 409, 'PAYMENT_IN_PROGRESS')
  const rows = await t.db
    .selectFrom('import_rows')
    .select('line')
    .where('company_id', '=', company.companyId)
    .execute()
  expect(rows).toEqual([])
})

test('an invalid form is refused before its payroll is looked for', async () => {
  const company = await aCompany(t)
  for (const id of ['no-id', '019aa000-0000-7000-8000-000000000001']) {
    expectRefusal(await replaceList(company, id, {}), 400, 'VALIDATION')
    expectRefusal(
      await replaceList(company, id, { file: aList({}), fileName: 'a.txt' }),
      400,
      'VALIDATION',
    )
    expectRefusal(await replaceList(company, id, { file: aList({}) }), 404, 'NOT_FOUND')
  }
})

test('the people of a deleted list are gone with it', async () => {
  const company = await aCompany(t)
  const { _id } = await made(company, personNamed('Ana'), personNamed('Eva'))
  await company.call('DELETE', `/companies/payrolls/${_id}`)
  const { employeesMatched } = expectAccepted(employeeList, await company.call('GET', '/employees'))
  expect(employeesMatched).toBe(0)
})

test('address changes and replaced lists stand in the audit trail', async () => {
  const company = await aCompany(t)
  const ana = personNamed('Ana')
  const { _id } = await made(company, ana)
  const file = aList({ ...ana, address: anAddress() })
  expectAccepted(bulkPayroll, await replaceList(company, _id, { file }))
  const events = await t.db
    .selectFrom('audit_events')
    .select(['action', 'subject', 'detail'])
    .where('company_id', '=', company.companyId)
    .where('action', 'in', ['payroll.listReplaced', 'employee.addressChanged'])
    .orderBy('id')
    .execute()
  expect(events).toMatchObject([
    { action: 'employee.addressChanged', subject: 'Ana Menjívar' },
    { action: 'payroll.listReplaced', detail: { added: 0, removed: 0, changed: 1 } },
  ])
})

longTest(
  'a list replaced while it is deleted is there with its people or gone with them',
  async () => {
    for (let round = 0; round < 3; round++) {
      const company = await aCompany(t)
      const { _id } = await made(company, personNamed('Ana'))
      const [replaced, deleted] = await Promise.all([
        replaceList(company, _id, { file: aList(personNamed('Eva'), personNamed('Luz')) }),
        company.call('DELETE', `/companies/payrolls/${_id}`),
      ])
      expect([200, 404]).toContain(replaced.status)
      expect(deleted.status).toBe(200)
      const { employees } = expectAccepted(employeeList, await company.call('GET', '/employees'))
      expect(employees).toEqual([])
    }
  },
)
