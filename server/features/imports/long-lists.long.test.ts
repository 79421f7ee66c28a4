import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { type ImportProgress, importProgress, importStarted } from '#contract/imports.ts'
import { anAddress } from '#server/testing/engine.ts'
import { aCompany, aPayroll, expectAccepted, type TestCompany } from '#server/testing/factories.ts'
import { appForFile } from '#server/testing/for-file.ts'
import { aLine, createList, importPeople, listHeader, replaceList } from '#server/testing/lists.ts'
import { whileRunningImports } from '#server/testing/run-imports.ts'

const t = await appForFile()

const address = anAddress()
const longList = (people: number, last: string[] = []) =>
  [
    listHeader,
    ...Array.from({ length: people }, (_, n) =>
      aLine({ lastName: 'Campos', identification: String(10_000 + n), address }),
    ),
    ...last,
  ].join('\n')

const whileRunning = <T>(work: () => Promise<T>) => whileRunningImports(t, work)

const progressOf = async (company: TestCompany, id: string): Promise<ImportProgress> =>
  expectAccepted(importProgress, await company.call('GET', `/companies/imports/${id}`))

const patience = { timeout: 120_000, interval: 100 }

const ended = (company: TestCompany, id: string) =>
  vi.waitFor(async () => {
    const progress = await progressOf(company, id)
    expect(progress.state).toMatch(/done|failed/)
    return progress
  }, patience)

test.each([
  ['a payroll', createList],
  ['the company', importPeople],
])('a row for %s changed between reading and saving → nothing is saved', async (_what, upload) => {
  const company = await aCompany(t)
  const answer = await upload(company, { file: longList(5_001) })
  const { _id } = expectAccepted(importStarted, answer, 202).import
  await sql`UPDATE import_rows SET base_salary_usd_cents = 900000
    WHERE import_id = ${_id} AND line = 4711`.execute(t.db)
  const failed = await whileRunning(() => ended(company, _id))
  expect(failed).toMatchObject({ state: 'failed', failure: { code: 'ACCOUNT_TAMPERED' } })
  expect((await company.call('GET', '/employees')).body.data.employeesMatched).toBe(0)
})

test('a list of over 5,000 people is answered at once and saved afterwards', async () => {
  const company = await aCompany(t)
  const answer = await createList(company, { file: longList(5_001) })
  const { _id } = expectAccepted(importStarted, answer, 202).import
  const waiting = await progressOf(company, _id)
  expect(waiting).toMatchObject({ state: 'reading', rowsRead: 5_001, rowsTotal: 5_001 })
  expect((await company.call('GET', '/employees')).body.data.employeesMatched).toBe(0)

  const done = await whileRunning(() => ended(company, _id))
  expect(done).toMatchObject({ state: 'done', failure: null, diff: { added: 5_001 } })
  expect(done.payroll).toMatchObject({ type: 'CSV', employees: 5_001 })
})

test('the figures of another list are counted → a list waits for its own', async () => {
  const company = await aCompany(t)
  const answer = await createList(company, { file: longList(20_000) })
  const { _id } = expectAccepted(importStarted, answer, 202).import
  const counting = await t.db.startTransaction().execute()
  await sql`LOCK TABLE import_rows IN SHARE UPDATE EXCLUSIVE MODE`.execute(counting)
  const done = await whileRunning(async () => {
    await sleep(500)
    await counting.commit().execute()
    return ended(company, _id)
  })
  expect(done).toMatchObject({ state: 'done', payroll: { employees: 20_000 } })
})

test('a long list that another process was saving when it died is saved once', async () => {
  const company = await aCompany(t)
  const payroll = await aPayroll(company, { type: 'CSV' })
  const answer = await replaceList(company, payroll._id, { file: longList(5_001) })
  const { _id } = expectAccepted(importStarted, answer, 202).import
  await t.db
    .updateTable('imports')
    .set({ state: 'saving', attempts: 1 })
    .where('id', '=', _id)
    .execute()
  const done = await whileRunning(() => ended(company, _id))
  expect(done).toMatchObject({ state: 'done', payroll: { employees: 5_001 } })
  const again = expectAccepted(
    importStarted,
    await replaceList(company, payroll._id, { file: longList(5_002) }, '?dryRun=true'),
    202,
  )
  const dry = await whileRunning(() => ended(company, again.import._id))
  expect(dry).toMatchObject({ dryRun: true, payroll: null, diff: { added: 1, unchanged: 5_001 } })
  expect((await company.call('GET', '/employees')).body.data.employeesMatched).toBe(5_001)
})

test('a fault in the last of many rows fails all; a deleted payroll gets no list', async () => {
  const company = await aCompany(t)
  const bad = await createList(company, { file: longList(5_001, [aLine({ firstName: 'X' })]) })
  const badId = expectAccepted(importStarted, bad, 202).import._id
  const failed = await whileRunning(() => ended(company, badId))
  expect(failed).toMatchObject({ state: 'failed', errorCount: 1, failure: { code: 'CSV_INVALID' } })

  const payroll = await aPayroll(company, { type: 'CSV' })
  const late = await replaceList(company, payroll._id, { file: longList(5_001) })
  const lateId = expectAccepted(importStarted, late, 202).import._id
  await company.call('DELETE', `/companies/payrolls/${payroll._id}`)
  const gone = await whileRunning(() => ended(company, lateId))
  expect(gone).toMatchObject({ state: 'failed', failure: { code: 'NOT_FOUND' } })
  expect((await company.call('GET', '/employees')).body.data.employeesMatched).toBe(0)
})

test('what is older than seven days is swept away', async () => {
  const company = await aCompany(t)
  await createList(company, { file: `${listHeader}\n${aLine({ firstName: 'X' })}` })
  const rows = () =>
    t.db
      .selectFrom('import_rows')
      .select('line')
      .where('company_id', '=', company.companyId)
      .execute()
  expect(await rows()).toHaveLength(1)
  await t.db
    .updateTable('imports')
    .set({ ended_at: new Date(Date.now() - 7 * 24 * 3_600_000 - 1_000) })
    .where('company_id', '=', company.companyId)
    .execute()
  await whileRunning(() => vi.waitFor(async () => expect(await rows()).toEqual([]), patience))
})

test('100,000 people with one bad cell → the import fails and nobody is saved', async () => {
  const company = await aCompany(t)
  const file = longList(100_000, [aLine({ salary: 'mucho' })])
  const answer = await importPeople(company, { file })
  const { _id } = expectAccepted(importStarted, answer, 202).import
  const failed = await whileRunning(() => ended(company, _id))
  expect(failed).toMatchObject({
    state: 'failed',
    rowsTotal: 100_001,
    errorCount: 1,
    failure: { code: 'CSV_INVALID' },
  })
  expect((await company.call('GET', '/employees')).body.data.employeesMatched).toBe(0)
})

test('a long file of people is compared, saved, and again without a change', async () => {
  const company = await aCompany(t)
  const diffOf = async (query: string, people: number) => {
    const answer = await importPeople(company, { file: longList(people) }, query)
    const { _id } = expectAccepted(importStarted, answer, 202).import
    const { payroll, diff } = await whileRunning(() => ended(company, _id))
    expect(payroll).toBeNull()
    return diff
  }
  expect(await diffOf('?dryRun=true', 5_001)).toMatchObject({ added: 5_001, notInFile: 0 })
  expect((await company.call('GET', '/employees')).body.data.employeesMatched).toBe(0)
  expect(await diffOf('', 5_001)).toMatchObject({ added: 5_001 })
  const again = await diffOf('?dryRun=true', 5_002)
  expect(again).toMatchObject({ added: 1, changed: 0, unchanged: 5_001, notInFile: 0 })
  expect((await company.call('GET', '/employees')).body.data.employeesMatched).toBe(5_001)
})

test('a long list with doubtful rows waits undecided, and goes on once answered', async () => {
  const company = await aCompany(t)
  const old = aLine({ firstName: 'José', email: 'viejo@izalco.sv', identification: '00016297-5' })
  const known = [listHeader, old, aLine({ firstName: 'Luis', email: 'l@izalco.sv' })].join('\n')
  await importPeople(company, { file: known })
  const rows = [
    aLine({ firstName: 'José', email: 'nuevo@izalco.sv' }),
    aLine({ firstName: 'Luis', email: 'otro@izalco.sv' }),
  ]
  const answer = await importPeople(company, { file: longList(5_000, rows) })
  const { _id } = expectAccepted(importStarted, answer, 202).import
  const path = `/companies/imports/${_id}/decisions`
  const waiting = () =>
    vi.waitFor(async () => {
      const progress = await progressOf(company, _id)
      expect(progress.state).toBe('undecided')
      return progress.undecided ?? []
    }, patience)
  const done = await whileRunning(async () => {
    const open = await waiting()
    expect(open.map(({ row, person }) => [row, person.name])).toEqual([
      [5_002, 'José Menjívar'],
      [5_003, 'Luis Menjívar'],
    ])
    expect((await company.call('GET', '/employees')).body.data.employeesMatched).toBe(2)
    const first = { row: 5_002, is: 'same', person: open[0]?.person._id }
    expectAccepted(importProgress, await company.call('POST', path, { decisions: [first] }))
    expect((await waiting()).map(({ row }) => row)).toEqual([5_003])
    const decisions = [{ row: 5_003, is: 'other' }]
    expectAccepted(importProgress, await company.call('POST', path, { decisions }))
    return ended(company, _id)
  })
  expect(done).toMatchObject({ state: 'done', diff: { added: 5_001, changed: 1 } })
})

test('another file comes while one waits undecided → the one that waits is given up', async () => {
  const company = await aCompany(t)
  const first = [listHeader, aLine({ firstName: 'Luis', email: 'l@izalco.sv' })].join('\n')
  await importPeople(company, { file: first })
  const last = [aLine({ firstName: 'Luis', email: 'otro@izalco.sv' })]
  const answer = await importPeople(company, { file: longList(5_000, last) })
  const { _id } = expectAccepted(importStarted, answer, 202).import
  await whileRunning(() =>
    vi.waitFor(async () => {
      expect((await progressOf(company, _id)).state).toBe('undecided')
    }, patience),
  )
  expect((await importPeople(company, { file: first })).status).toBe(201)
  const given = await progressOf(company, _id)
  expect(given).toMatchObject({ state: 'failed', failure: { code: 'PERSON_UNDECIDED' } })
})
