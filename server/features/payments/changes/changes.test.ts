import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { type Change, changes } from '#contract/changes.ts'
import { bulkPayroll, importedPeople } from '#contract/imports.ts'
import { payroll as payrollAnswer } from '#contract/payrolls.ts'
import { macOf } from '#server/authorization/mac.ts'
import { anAddress } from '#server/testing/engine.ts'
import {
  aCompany,
  anEmployee,
  anEmployeeBody,
  aPayroll,
  expectAccepted,
  expectRefusal,
  faultsOf,
  type TestCompany,
} from '#server/testing/factories.ts'
import { appForFile } from '#server/testing/for-file.ts'
import {
  aList,
  createList,
  importPeople,
  type ListPerson,
  personNamed,
  replaceList,
} from '#server/testing/lists.ts'
import { makePaidRun } from '#server/testing/paid-rows.ts'
import { aMember } from '#server/testing/team-steps.ts'

const t = await appForFile()

const byForm = { headers: { 'x-via': 'FORM' } }
const marcela = 'Marcela Portillo'
const julian = 'Julián Henríquez'

type Person = Awaited<ReturnType<typeof anEmployee>>
type Caller = Pick<TestCompany, 'call'>

const changesOf = async (by: Caller, payrollId: string, query = '') =>
  expectAccepted(changes, await by.call('GET', `/companies/payrolls/${payrollId}/changes${query}`))

async function member(by: Caller, payrollId: string, id: string, method: 'PATCH' | 'DELETE') {
  const path = `/companies/payrolls/${payrollId}/employees/${id}`
  return expectAccepted(payrollAnswer, await by.call(method, path, undefined, byForm))
}

async function edit(by: Caller, one: Person, changed: object, options = {}) {
  const { _id, version, ...rest } = one
  const body = anEmployeeBody({ ...rest, ...changed })
  const answer = await by.call('PUT', `/companies/employees/${_id}`, body, options)
  expect(answer.status).toBe(200)
}

const aPerson = (ours: TestCompany, firstName: string, more: object = {}) =>
  anEmployee(ours, { firstName, identification: '', email: '', phone: '', ...more })

/** A company of two, whose payroll of three people was paid. */
async function paidTeam() {
  const ours = await aCompany(t)
  const colleague = await aMember(t, ours, 'PAYROLL')
  const payrollId = (await aPayroll(ours))._id
  const [ana, eva, luz] = [
    await aPerson(ours, 'Ana', { email: 'ana@izalco.sv' }),
    await aPerson(ours, 'Eva'),
    await aPerson(ours, 'Luz'),
  ]
  for (const { _id } of [ana, eva, luz]) await member(ours, payrollId, _id, 'PATCH')
  const paymentId = await makePaidRun(ours, payrollId)
  return { ours, colleague, payrollId, paymentId, people: [ana, eva, luz] as const }
}

const made = ({ kind, by, via, at }: Change) => ({ kind, by, via, isNow: isNow(at) })
const isNow = (at: string | null) => at !== null && Math.abs(Date.parse(at) - Date.now()) < 60_000

const none = {
  added: 0,
  left: 0,
  addresses: 0,
  salaries: 0,
  names: 0,
  accounts: 0,
  shares: 0,
  frequencies: 0,
  amounts: 0,
}

test('nobody paid yet → nothing to compare with; then nothing changed', async () => {
  const ours = await aCompany(t)
  const payrollId = (await aPayroll(ours))._id
  const { _id } = await aPerson(ours, 'Ana')
  await member(ours, payrollId, _id, 'PATCH')
  expect(await changesOf(ours, payrollId)).toEqual({
    since: null,
    previewHash: expect.stringMatching(/^[0-9a-f]{64}$/),
    counts: none,
    totalUsd: { before: 0, now: 650.25 },
    salariesUsd: 0,
    severity: null,
    rows: [],
    pages: 0,
    held: [],
  })
  const paymentId = await makePaidRun(ours, payrollId)
  expect(await changesOf(ours, payrollId)).toMatchObject({
    since: { paymentId, at: expect.any(String) },
    counts: none,
    totalUsd: { before: 650.25, now: 650.25 },
    rows: [],
  })
})

test('added, left, salary and name → a row each, by the person and way that made it', async () => {
  const { ours, colleague, payrollId, people } = await paidTeam()
  const [ana, eva, luz] = people
  const rita = await aPerson(ours, 'Rita')
  await member(colleague, payrollId, rita._id, 'PATCH')
  await member(ours, payrollId, luz._id, 'DELETE')
  await edit(ours, ana, { baseSalary: 800.25 }, byForm)
  await edit(colleague, eva, { lastName: 'Sánchez', baseSalary: 600 })
  const shown = await changesOf(ours, payrollId)
  expect(shown).toMatchObject({
    counts: { ...none, added: 1, left: 1, salaries: 2, names: 1 },
    totalUsd: { before: 1_950.75, now: 2_050.5 },
    salariesUsd: 99.75,
    severity: 'warn',
    pages: 1,
  })
  const row = (kind: string, one: Person, name: string, rest: object) => ({
    employee: { _id: one._id, name },
    kind,
    ip: '127.0.0.1',
    at: expect.any(String),
    by: julian,
    via: 'API',
    severity: 'info',
    ...rest,
  })
  const whole = { by: marcela, via: 'FORM' }
  expect(shown.rows).toEqual([
    row('salary', ana, 'Ana Menjívar', {
      before: 650.25,
      after: 800.25,
      severity: 'warn',
      ...whole,
    }),
    row('added', rita, 'Rita Menjívar', { before: null, after: 650.25, via: 'FORM' }),
    row('left', luz, 'Luz Menjívar', { before: 650.25, after: null, ...whole }),
    row('salary', eva, 'Eva Sánchez', { before: 650.25, after: 600 }),
    row('name', eva, 'Eva Sánchez', { before: 'Eva Menjívar', after: 'Eva Sánchez' }),
  ])
  const page = await changesOf(ours, payrollId, '?group=salaries&page=2&limit=1')
  expect([page.pages, page.rows.map(made)]).toEqual([
    2,
    [{ kind: 'salary', by: julian, via: 'API', isNow: true }],
  ])
})

test('an author whom somebody invents is named for no change', async () => {
  const { ours, payrollId, people } = await paidTeam()
  const [ana, eva] = people
  await edit(ours, ana, { baseSalary: 800.25 }, byForm)
  await edit(ours, eva, { cryptoAddress: anAddress() }, byForm)
  const before = (await changesOf(ours, payrollId)).rows
  const other = sql`(SELECT u.id FROM users u WHERE u.company_id = h.company_id AND u.role = 'PAYROLL')`
  await sql`INSERT INTO employee_changes (company_id, employee_id, kind, version, at, changed_by, via, mac)
    SELECT company_id, employee_id, kind, version, at, ${other}, via, mac FROM employee_changes h
    WHERE h.company_id = ${ours.companyId} AND h.kind = 'SALARY'`.execute(t.db)
  await sql`INSERT INTO employee_destinations (company_id, employee_id, kind, version, address, script_pubkey,
      bank, bank_account, previous_address, previous_bank, previous_account, at, changed_by, via, mac)
    SELECT company_id, employee_id, kind, version + 1, address, script_pubkey, bank, bank_account,
      previous_address, previous_bank, previous_account, at, ${other}, via, mac FROM employee_destinations h WHERE h.company_id = ${ours.companyId}`.execute(
    t.db,
  )
  expect((await changesOf(ours, payrollId)).rows).toEqual(before)
  expect(before.map(({ by }) => by)).toEqual([marcela, marcela])
})

test('somebody deleted from the company → left, by whom deleted that person', async () => {
  const { ours, colleague, payrollId, people } = await paidTeam()
  await colleague.call('DELETE', `/companies/employees/${people[0]._id}`, undefined, byForm)
  const { rows } = await changesOf(ours, payrollId)
  expect(rows.map(made)).toEqual([{ kind: 'left', by: julian, via: 'FORM', isNow: true }])
})

test('an address changed by form or API → old and new whole, by whom and how', async () => {
  const { ours, colleague, payrollId, people } = await paidTeam()
  const [ana, eva] = people
  const [anas, evas] = [anAddress(), anAddress()]
  await edit(ours, ana, { cryptoAddress: anas }, byForm)
  await edit(colleague, eva, { cryptoAddress: evas })
  const shown = await changesOf(ours, payrollId)
  expect(shown.counts.addresses).toBe(2)
  expect(shown.rows).toMatchObject([
    { kind: 'address', before: ana.cryptoAddress, after: anas, severity: 'warn', by: marcela },
    { kind: 'address', before: eva.cryptoAddress, after: evas, severity: 'warn', by: julian },
  ])
  expect(shown.rows.map(({ via }) => via)).toEqual(['FORM', 'API'])
  expect(shown.held.map(({ employee, via, by }) => [employee._id, via, by])).toEqual([
    [ana._id, 'FORM', marcela],
    [eva._id, 'API', julian],
  ])
})

test('e-mail, then the address within 7 days → danger, by whom changed the e-mail', async () => {
  const { ours, colleague, payrollId, people } = await paidTeam()
  const [ana] = people
  const changed = { email: 'otra@izalco.sv' }
  await edit(colleague, ana, changed)
  const moved = { ...changed, cryptoAddress: anAddress() }
  await edit(ours, ana, moved, byForm)
  // A contact that changed after the address is no hint about the address.
  await edit(ours, ana, { ...moved, email: 'tercera@izalco.sv' }, byForm)
  const shown = await changesOf(ours, payrollId)
  expect(shown.severity).toBe('danger')
  expect(shown.counts.addresses).toBe(1)
  expect(shown.rows).toMatchObject([
    {
      kind: 'contactThenAddress',
      severity: 'danger',
      by: julian,
      via: 'API',
      before: 'ana@izalco.sv',
      after: 'otra@izalco.sv',
    },
    { kind: 'address', after: moved.cryptoAddress, by: marcela, via: 'FORM' },
  ])
  expect(shown.held).toMatchObject([{ reason: 'CONTACT', contact: { kind: 'EMAIL' } }])
})

test('e-mail 8 days before the address → danger, until a payment since has arrived', async () => {
  const { ours, payrollId, people } = await paidTeam()
  const [ana] = people
  const eightDays = 8 * 24 * 3_600_000
  t.wait(-eightDays)
  await edit(ours, ana, { email: 'otra@izalco.sv' })
  t.wait(eightDays)
  await edit(ours, ana, { email: 'otra@izalco.sv', cryptoAddress: anAddress() })
  const kinds = async () => (await changesOf(ours, payrollId)).rows.map(({ kind }) => kind)
  expect(await kinds()).toEqual(['contactThenAddress', 'address'])
  // An answer that somebody wrote by hand closes nothing.
  const at = t.now()
  const line = await t.db
    .selectFrom('sheet_lines')
    .select(['id as line_id', 'company_id', 'employee_id', 'script_pubkey'])
    .where('employee_id', '=', ana._id)
    .executeTakeFirstOrThrow()
  const row = { ...line, arrived: true, at, first_yes_at: at }
  await t.db
    .insertInto('arrivals')
    .values({ ...row, mac: Buffer.alloc(32) })
    .execute()
  expect(await kinds()).toEqual(['contactThenAddress', 'address'])
  const mac = macOf(t.macKey, 'arrivals', row)
  await t.db.updateTable('arrivals').set({ mac }).where('employee_id', '=', ana._id).execute()
  expect(await kinds()).toEqual(['address'])
})

test('two people at one address, once paid to another → both kinds, with that name', async () => {
  const { ours, payrollId, people } = await paidTeam()
  const [ana, eva, luz] = people
  await edit(ours, ana, { cryptoAddress: eva.cryptoAddress }, byForm)
  const shown = await changesOf(ours, payrollId)
  const about = shown.rows.filter(({ employee }) => employee._id === ana._id)
  expect(about.map(made)).toEqual(
    ['address', 'formerlyAnothers', 'duplicateAddress'].map((kind) => ({
      kind,
      by: marcela,
      via: 'FORM',
      isNow: true,
    })),
  )
  for (const row of about.slice(1)) {
    expect(row).toMatchObject({
      before: 'Eva Menjívar',
      after: eva.cryptoAddress,
      severity: 'warn',
    })
  }
  expect(shown.counts.addresses).toBe(1)
  // An employee who has left was once paid at the address.
  await edit(ours, ana, { cryptoAddress: luz.cryptoAddress }, byForm)
  await member(ours, payrollId, luz._id, 'DELETE')
  const later = await changesOf(ours, payrollId)
  expect(later.rows.map(({ kind, before }) => [kind, before])).toEqual([
    ['address', ana.cryptoAddress],
    ['formerlyAnothers', 'Luz Menjívar'],
    ['left', 650.25],
  ])
})

test('an address of the installation → OWN_ADDRESS for who adds, edits or imports', async () => {
  const { ours, payrollId, people } = await paidTeam()
  const { cryptoAddress } = expectAccepted(
    payrollAnswer,
    await ours.call('GET', `/payrolls/${payrollId}`),
  )
  const body = anEmployeeBody({ cryptoAddress })
  const { _id } = people[0]
  expect(faultsOf(await ours.call('POST', '/companies/employees', body))).toEqual({
    cryptoAddress: expect.any(String),
  })
  expect(faultsOf(await ours.call('PUT', `/companies/employees/${_id}`, body))).toEqual({
    cryptoAddress: expect.any(String),
  })
  const file = aList(personNamed('Rita', { address: cryptoAddress }))
  const imported = expectRefusal(await importPeople(ours, { file }), 422, 'CSV_INVALID')
  expect(imported.errors).toMatchObject([{ column: 'Bitcoin Address' }])
  expect((await changesOf(ours, payrollId)).rows).toEqual([])
})

test.each([
  ['DUI', { identification: '09999999-1' }],
  ['e-mail', { email: 'eva@izalco.sv' }],
])('deleted and made again with the same %s → nothing is hidden', async (_of, same) => {
  const { ours, colleague, payrollId } = await paidTeam()
  const eva = await aPerson(ours, 'Evelyn', same)
  await member(ours, payrollId, eva._id, 'PATCH')
  const paymentId = await makePaidRun(ours, payrollId)
  await ours.call('DELETE', `/companies/employees/${eva._id}`)
  const again = await aPerson(ours, 'Evelyn', { ...same, lastName: 'Ruiz', baseSalary: 1_000 })
  await member(colleague, payrollId, again._id, 'PATCH')
  const shown = await changesOf(ours, payrollId)
  expect(shown.since?.paymentId).toBe(paymentId)
  expect(shown.counts).toEqual({ ...none, addresses: 1, salaries: 1, names: 1 })
  expect(shown.rows.map(({ kind, before, by }) => [kind, before, by])).toEqual([
    ['address', eva.cryptoAddress, marcela],
    ['salary', 650.25, julian],
    ['name', 'Evelyn Menjívar', julian],
  ])
})

test('a list in place of another → each row says who uploaded it, by CSV', async () => {
  const ours = await aCompany(t)
  const colleague = await aMember(t, ours, 'PAYROLL')
  const [ana, eva, luz] = ['Ana', 'Eva', 'Luz'].map(
    (name, n): ListPerson => ({
      ...personNamed(name, { identification: `0123456${n}-0`, salary: '500.00' }),
    }),
  )
  const list = (...people: (ListPerson | undefined)[]) => aList(...people.map((one) => one ?? {}))
  const created = await createList(ours, { file: list(ana, eva, luz) })
  const { _id: payrollId } = expectAccepted(bulkPayroll, created, 201)
  await makePaidRun(ours, payrollId)
  const rita = personNamed('Rita', { identification: '01234569-0' })
  const moved = anAddress()
  const file = list(
    { ...ana, salary: '550.00' },
    { ...eva, address: moved, lastName: 'Ruiz' },
    rita,
  )
  const replaced = await replaceList(
    { ...ours, call: colleague.call },
    payrollId,
    { file },
    '?confirm=true',
  )
  expect(replaced.status).toBe(200)
  const { rows } = await changesOf(ours, payrollId)
  expect(rows.map(made)).toEqual(
    ['address', 'name', 'added', 'left', 'salary'].map((kind) => ({
      kind,
      by: julian,
      via: 'CSV',
      isNow: true,
    })),
  )
  expect(rows.at(-1)).toMatchObject({ before: 500, after: 550, severity: 'info' })
})

test('salary and name of people kept by hand, changed by a file → by whom uploaded it', async () => {
  const { ours, colleague, payrollId } = await paidTeam()
  const ana = await aPerson(ours, 'Rita', { identification: '01111111-1' })
  await member(ours, payrollId, ana._id, 'PATCH')
  await makePaidRun(ours, payrollId)
  const { identification, cryptoAddress: address } = ana
  const file = aList({ firstName: 'Rita', lastName: 'Ruiz', identification, address, salary: '9' })
  const answer = await importPeople({ ...ours, call: colleague.call }, { file })
  expectAccepted(importedPeople, answer, 201)
  const { rows } = await changesOf(ours, payrollId)
  expect(rows.map(made)).toEqual(
    ['salary', 'name'].map((kind) => ({ kind, by: julian, via: 'CSV', isNow: true })),
  )
})

const alone = { of_chosen_people: true }

test('since: the newest run of everybody, with the runs of chosen people after it', async () => {
  const { ours, payrollId, paymentId, people } = await paidTeam()
  const [ana] = people
  const since = async () => (await changesOf(ours, payrollId)).since?.paymentId
  await edit(ours, ana, { baseSalary: 700 })
  // A run of one chosen person compares only that person's line.
  for (const { _id } of people.slice(1)) await member(ours, payrollId, _id, 'DELETE')
  const only = await makePaidRun(ours, payrollId)
  await t.owner.updateTable('sheets').set(alone).where('id', '=', only).execute()
  for (const { _id } of people.slice(1)) await member(ours, payrollId, _id, 'PATCH')
  expect(await since()).toBe(paymentId)
  expect((await changesOf(ours, payrollId)).rows).toEqual([])
  await edit(ours, ana, { baseSalary: 750 })
  const [row] = (await changesOf(ours, payrollId)).rows
  expect(row).toMatchObject({ kind: 'salary', before: 700, after: 750 })
  const whole = await makePaidRun(ours, payrollId)
  expect(await since()).toBe(whole)
  expect((await changesOf(ours, payrollId)).rows).toEqual([])
})

test('since: before a run of everybody those of chosen people alone', async () => {
  const { ours, payrollId, paymentId } = await paidTeam()
  await t.owner.updateTable('sheets').set(alone).where('id', '=', paymentId).execute()
  expect((await changesOf(ours, payrollId)).since?.paymentId).toBe(paymentId)
})

test.each([
  ['rejected', { ended: 'rejected', failure: 'REJECTED', rejection_reason: 'No' }],
  ['failed', { ended: 'failed', failure: 'PLAN_EXPIRED' }],
] as const)('since: a run that was %s is not counted', async (_what, ended) => {
  const { ours, payrollId, paymentId, people } = await paidTeam()
  await edit(ours, people[0], { baseSalary: 700 })
  const later = await makePaidRun(ours, payrollId)
  // A transaction that was in a block cannot fail, so the test makes another one in its place.
  const of = await t.owner
    .selectFrom('transactions')
    .select(['id', 'company_id', 'payroll_id', 'sheet_id', 'type', 'usd_cents', 'sats'])
    .select('rate_usd_cents_per_btc')
    .where('sheet_id', '=', later)
    .executeTakeFirstOrThrow()
  const { id, ...same } = of
  const { id: other } = await t.owner
    .insertInto('transactions')
    .values({ ...same, ...ended })
    .returning('id')
    .executeTakeFirstOrThrow()
  await t.owner
    .updateTable('transaction_outputs')
    .set({ transaction_id: other })
    .where('transaction_id', '=', id)
    .execute()
  const shown = await changesOf(ours, payrollId)
  expect(shown.since?.paymentId).toBe(paymentId)
  expect(shown.rows).toMatchObject([{ kind: 'salary', before: 650.25, after: 700 }])
})

test('since: a run whose transaction left the chain is not counted', async () => {
  const { ours, payrollId, paymentId, people } = await paidTeam()
  await edit(ours, people[0], { baseSalary: 700 })
  const later = await makePaidRun(ours, payrollId)
  const gone = { height: null, failure: 'CANCELLED' } as const
  await t.owner.updateTable('transactions').set(gone).where('sheet_id', '=', later).execute()
  const shown = await changesOf(ours, payrollId)
  expect(shown.since?.paymentId).toBe(paymentId)
  expect(shown.rows).toMatchObject([{ kind: 'salary', before: 650.25, after: 700 }])
})

test('an unknown, foreign or badly named payroll → 404, a bad group → 400', async () => {
  const { ours, payrollId } = await paidTeam()
  const other = await aCompany(t)
  for (const [by, id] of [
    [other, payrollId],
    [ours, randomUUID()],
    [ours, 'x'],
  ] as const) {
    expect((await by.call('GET', `/companies/payrolls/${id}/changes`)).status).toBe(404)
  }
  const bad = await ours.call('GET', `/companies/payrolls/${payrollId}/changes?group=all&page=0`)
  expect(Object.keys(faultsOf(bad)).toSorted()).toEqual(['group', 'page'])
})
