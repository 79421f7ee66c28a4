import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { auditPage } from '#contract/audit.ts'
import { nextPayday } from '#contract/calendar.ts'
import { specialRunAnswer } from '#contract/special-runs.ts'
import { dayIn } from '#domain/schedule/zoned-time.ts'
import {
  aCompany,
  anEmployee,
  aPayroll,
  aPrice,
  expectAccepted,
  expectRefusal,
  type TestCompany,
} from '#server/testing/factories.ts'
import { appForFile } from '#server/testing/for-file.ts'
import { rewritePaydays } from '#server/testing/period-steps.ts'

const t = await appForFile()
/** The server's year is El Salvador's, which begins six hours after UTC's. */
const today = dayIn('America/El_Salvador', new Date())
const thisYear = Number(today.slice(0, 4))
const nextYear = thisYear + 1
const year = Math.max(2027, nextYear)

type Person = { firstName: string; hiredOn?: string; payFrequency?: string; baseSalary?: number }
async function aPayrollOf(company: TestCompany, ...people: Person[]) {
  const payroll = (await aPayroll(company))._id
  const ids: string[] = []
  for (const person of people) {
    const { _id } = await anEmployee(company, { lastName: 'Cruz', ...person })
    await company.call('PATCH', `/companies/payrolls/${payroll}/employees/${_id}`)
    ids.push(_id)
  }
  return { payroll, ids }
}

const make = (company: TestCompany, payroll: string, body: object) =>
  company.call('POST', `/companies/payrolls/${payroll}/special-runs`, body)
const made = async (company: TestCompany, payroll: string, body: object) =>
  expectAccepted(specialRunAnswer, await make(company, payroll, body)).specialRun
const read = async (company: TestCompany, id: string) =>
  expectAccepted(specialRunAnswer, await company.call('GET', `/special-runs/${id}`)).specialRun
const save = (company: TestCompany, id: string, ...lines: object[]) =>
  company.call('PUT', `/special-runs/${id}`, { lines })

const quincena25 = { kind: 'QUINCENA_25', year }
const rosa = { firstName: 'Rosa', hiredOn: '2019-03-04', payFrequency: 'MONTH', baseSalary: 870 }

test('Quincena 25 → a line each, in words, and who is out stands last with the reason', async () => {
  const company = await aCompany(t)
  const { payroll } = await aPayrollOf(
    company,
    { firstName: 'Ana', baseSalary: 1_500.01 },
    rosa,
    { ...rosa, firstName: 'Eva', baseSalary: 400, payFrequency: 'FORTNIGHT' },
    { firstName: 'Luis', baseSalary: 700 },
  )
  const run = await made(company, payroll, quincena25)
  expect(run).toMatchObject({
    kind: 'QUINCENA_25',
    periodKey: `${year}-01-QUINCENA_25`,
    totalUsd: 835,
    saved: true,
    window: { first: `${year}-01-15`, last: `${year}-01-25` },
    rule: { enactedOn: '2026-01-14', referenceDay: `${year}-01-25` },
  })
  const said = run.lines.map(({ employee, formula, usd, reason }) => [
    ...[employee.firstName, formula, usd, reason],
  ])
  expect(said).toEqual([
    ['Eva', '50 % × $800.00', 400, null],
    ['Luis', 'Falta la fecha de ingreso', null, 'MISSING_HIRED_ON'],
    ['Rosa', '50 % × $870.00', 435, null],
    ['Ana', 'Gana más de $1,500.00', null, 'EARNS_MORE'],
  ])
  expect(await read(company, run._id)).toEqual(run)
  const { data } = expectRefusal(
    await make(company, payroll, quincena25),
    409,
    'SPECIAL_RUN_EXISTS',
  )
  expect(data).toEqual({ specialRun: { _id: run._id } })
})

test('less than a year → the days, and the day until which they count', async () => {
  const company = await aCompany(t)
  const hiredOn = `${year - 1}-06-01`
  const { payroll } = await aPayrollOf(company, { ...rosa })
  const [line] = (await made(company, payroll, quincena25)).lines
  await t.db
    .updateTable('employees')
    .set({ hired_on: hiredOn })
    .where('id', '=', line?.employee._id ?? '')
    .execute()
  const { lines, saved } = await read(company, (await sheetIdOf(payroll)) ?? '')
  expect(saved, 'what was saved is another amount').toBe(false)
  expect(lines).toMatchObject([
    {
      formula: '50 % × $870.00 × 238/365',
      formulaDetail: '238 días al 25 de enero',
      usd: 283.64,
      computedUsd: 283.64,
      edited: false,
    },
  ])
})

const sheetIdOf = async (payroll: string) =>
  (
    await t.db
      .selectFrom('drafts')
      .select('id')
      .where('payroll_id', '=', payroll)
      .where('ended', '=', false)
      .executeTakeFirst()
  )?.id

test('an aguinaldo → 20 October counts, and who had more by 12 December is named', async () => {
  const company = await aCompany(t)
  // The newest year in which 2 November has come, because nobody is hired on a day to come.
  const year = today >= `${thisYear}-11-02` ? thisYear : thisYear - 1
  const person = { baseSalary: 500, payFrequency: 'MONTH' }
  const { payroll, ids } = await aPayrollOf(
    company,
    { ...person, firstName: 'Ana', hiredOn: `${year}-06-01` },
    { ...person, firstName: 'Eva', hiredOn: `${year - 3}-12-01` },
    { ...person, firstName: 'Luis', hiredOn: `${year - 6}-05-04` },
    { ...person, firstName: 'Rosa', hiredOn: `${year}-11-02` },
  )
  const run = await made(company, payroll, { kind: 'AGUINALDO', year })
  expect(run.rule).toMatchObject({ referenceDay: `${year}-10-20`, enactedOn: '2025-10-15' })
  expect(run.window).toEqual({ first: `${year}-10-20`, last: `${year}-12-20` })
  const referenceDay = `${year}-12-12`
  expect(run.lines.map(({ usd, byFormerDay }) => [usd, byFormerDay])).toEqual([
    [
      96.58,
      {
        referenceDay,
        usd: 132.88,
        formula: '15 días × $500.00/30 × 194/365',
        formulaDetail: '194 días al 12 de diciembre',
      },
    ],
    [250, { referenceDay, usd: 316.67, formula: '19 días × $500.00/30', formulaDetail: '' }],
    [316.67, null],
    [null, expect.objectContaining({ usd: 27.4 })],
  ])
  const taken = await save(company, run._id, { employee: ids[1], usd: 316.67 })
  const { lines } = expectAccepted(specialRunAnswer, taken).specialRun
  const evas = lines.find(({ employee }) => employee._id === ids[1])
  expect(evas).toMatchObject({ usd: 316.67, computedUsd: 250, edited: true })
  expect(evas?.byFormerDay).toMatchObject({ usd: 316.67 })
})

test('an amount set by hand stays, and others follow the people until it is saved', async () => {
  const company = await aCompany(t)
  const { payroll, ids } = await aPayrollOf(company, rosa, { ...rosa, firstName: 'Eva' })
  const run = await made(company, payroll, quincena25)
  const edit = await save(company, run._id, { employee: ids[0], usd: 400 })
  expect(expectAccepted(specialRunAnswer, edit).specialRun).toMatchObject({
    totalUsd: 835,
    saved: true,
  })
  const late = await anEmployee(company, { ...rosa, firstName: 'Zoe' })
  await company.call('PATCH', `/companies/payrolls/${payroll}/employees/${late._id}`)
  expect(await read(company, run._id)).toMatchObject({ totalUsd: 1_270, saved: false })
  const saved = expectAccepted(specialRunAnswer, await save(company, run._id)).specialRun
  expect(saved).toMatchObject({ totalUsd: 1_270, saved: true })
  expect(saved.lines.find(({ edited }) => edited)).toMatchObject({ usd: 400, computedUsd: 435 })
  const out = expectAccepted(
    specialRunAnswer,
    await save(company, run._id, { employee: ids[0], usd: null }),
  )
  expect(out.specialRun.lines.at(-1)).toMatchObject({ usd: null, reason: 'LEFT_OUT', edited: true })
  const back = await save(company, run._id, { employee: ids[0], usd: 435 })
  const { lines } = expectAccepted(specialRunAnswer, back).specialRun
  expect(lines.filter(({ edited }) => edited)).toEqual([])
  const { events } = expectAccepted(auditPage, await company.call('GET', '/companies/audit'))
  expect(events[0]).toMatchObject({ action: 'specialRun.saved', detail: { usd: '1305.00' } })
})

test('lines sent as they were read → the sheet as it was', async () => {
  const company = await aCompany(t)
  const nobodySaid = { firstName: 'Eva', payFrequency: 'MONTH' }
  const { payroll } = await aPayrollOf(company, rosa, nobodySaid)
  const { _id, lines } = await made(company, payroll, quincena25)
  const sent = { lines: lines.map(({ employee, usd }) => ({ employee, usd })) }
  const saved = await company.call('PUT', `/special-runs/${_id}`, sent)
  expect(expectAccepted(specialRunAnswer, saved).specialRun.lines).toEqual(lines)
})

test('bonuses are numbered; one of chosen people has these alone', async () => {
  const company = await aCompany(t)
  const { payroll, ids } = await aPayrollOf(company, rosa, { firstName: 'Eva', baseSalary: 333.33 })
  const bonus = { kind: 'BONUS', year: thisYear }
  const one = await made(company, payroll, { ...bonus, usd: 25.5 })
  const two = await made(company, payroll, { ...bonus, percent: 50, employees: [ids[1]] })
  expect(one).toMatchObject({ totalUsd: 51, window: null, rule: null })
  expect(two.lines).toMatchObject([{ formula: '50 % × $333.33', usd: 166.67 }])
  expect([one.periodKey, two.periodKey]).toEqual([
    expect.stringMatching(/^\d{4}-\d{2}-BONUS-1$/),
    expect.stringMatching(/^\d{4}-\d{2}-BONUS-2$/),
  ])
})

test('a deleted sheet leaves the calendar, and can be made again', async () => {
  const company = await aCompany(t)
  const { payroll } = await aPayrollOf(company, rosa)
  const { _id } = await made(company, payroll, quincena25)
  const occurrences = () =>
    t.db
      .selectFrom('occurrences')
      .selectAll()
      .where('payroll_id', '=', payroll)
      .where('ended', '=', false)
      .execute()
  expect(await occurrences()).toMatchObject([{ kind: 'QUINCENA_25', draft_id: _id }])
  expect((await company.call('DELETE', `/special-runs/${_id}`)).status).toBe(200)
  expect(await occurrences()).toEqual([])
  expectRefusal(await company.call('GET', `/special-runs/${_id}`), 404, 'NOT_FOUND')
  expect((await made(company, payroll, quincena25)).lines).toHaveLength(1)
})

test('a sheet comes first → the dashboard asks for its funds, and due it is held', async () => {
  const company = await aCompany(t)
  const { payroll } = await aPayrollOf(company, rosa, { ...rosa, firstName: 'Eva' })
  await aPrice(t)
  const { _id } = await made(company, payroll, { kind: 'BONUS', year: thisYear, usd: 100 })
  const next = async () =>
    expectAccepted(nextPayday, await company.call('GET', '/calendar/next')).next
  const shown = await next()
  expect(shown?.occurrence).toMatchObject({ kind: 'BONUS', specialRun: _id, covered: false })
  expect(shown?.occurrence.missing?.usd).toBeGreaterThan(200)
  expect(shown?.cover?.rows[0]?.missing).toEqual(shown?.occurrence.missing)
  expect(shown?.toFund.usd).toBeGreaterThan(shown?.occurrence.missing?.usd ?? 0)
  const anHourAgo = new Date(t.now().getTime() - 3_600_000)
  await rewritePaydays(t.owner, sql`o.payroll_id = ${payroll}`, sql`due_at = ${anHourAgo}`)
  expect((await next())?.occurrence).toMatchObject({ state: 'held', reason: expect.any(String) })
})

test('the file has the sheet’s lines, with the formula in words', async () => {
  const company = await aCompany(t)
  const { payroll, ids } = await aPayrollOf(company, rosa)
  const { _id } = await made(company, payroll, quincena25)
  const answer = await t.app.inject({
    url: `/api/v1/special-runs/${_id}/lines.csv`,
    headers: { authorization: `Bearer ${company.token}` },
  })
  expect(answer.headers['content-disposition']).toMatch(/pago-especial-/)
  expect(
    answer.body
      .replaceAll(/[\uFEFF"]/g, '')
      .split('\r\n')
      .slice(0, 2),
  ).toEqual([
    'Nombre completo,Ingreso,Salario mensual USD,Fórmula,Monto USD,Identificador',
    `Rosa Cruz,2019-03-04,870.00,50 % × $870.00,435.00,${ids[0]}`,
  ])
})

const bonus = { kind: 'BONUS', year: thisYear }
test.each([
  ['a year before the law', { kind: 'QUINCENA_25', year: 2026 }, 'year'],
  ['a year far away', { kind: 'AGUINALDO', year: 2999 }, 'year'],
  ['no year', { kind: 'AGUINALDO' }, 'year'],
  ['an unknown kind', { kind: 'THIRTEENTH', year }, 'kind'],
  ['a bonus of nothing', bonus, 'usd'],
  ['a bonus of both', { ...bonus, usd: 5, percent: 5 }, 'usd'],
  ['a bonus below a dollar', { ...bonus, usd: 0.99 }, 'usd'],
  ['a bonus of a part of a cent', { ...bonus, usd: 1.005 }, 'usd'],
  ['a bonus of half a per cent', { ...bonus, percent: 0.5 }, 'percent'],
  ['a bonus for a stranger', { ...bonus, usd: 5, employees: ['ana'] }, 'employees'],
])('%s → refused with its field, and no sheet is made', async (_what, body, path) => {
  const company = await aCompany(t)
  const { payroll } = await aPayrollOf(company, rosa)
  const { errors } = expectRefusal(await make(company, payroll, body), 400, 'VALIDATION')
  expect(errors).toMatchObject([{ path }])
  expect(await sheetIdOf(payroll)).toBeUndefined()
})

test.each([
  ['an amount below the smallest', { usd: 0.5 }, 'lines.0.usd'],
  ['an amount below nothing', { usd: -5 }, 'lines.0.usd'],
  ['an amount as text', { usd: '5' }, 'lines.0.usd'],
  ['a stranger', { usd: 5, employee: 'ana' }, 'lines.0.employee'],
])('%s → refused with its line, and the sheet stays', async (_what, wrong, path) => {
  const company = await aCompany(t)
  const { payroll, ids } = await aPayrollOf(company, rosa)
  const run = await made(company, payroll, quincena25)
  const answer = await save(company, run._id, { employee: ids[0], ...wrong })
  expect(expectRefusal(answer, 400, 'VALIDATION').errors).toMatchObject([{ path }])
  expect(await read(company, run._id)).toEqual(run)
})

test('an empty payroll → no sheet', async () => {
  const company = await aCompany(t)
  const payroll = (await aPayroll(company))._id
  expectRefusal(await make(company, payroll, quincena25), 409, 'PAYROLL_HAS_NO_EMPLOYEES')
})

test('rows changed in the database → the draft is refused by name, until it is ended', async () => {
  const company = await aCompany(t)
  const { payroll, ids } = await aPayrollOf(company, rosa, { ...rosa, firstName: 'Eva' })
  const ofRosa = sql`employee_id = ${ids[0]}`
  const thefts = [
    sql`UPDATE draft_lines SET usd_cents = 900000, edited = true WHERE ${ofRosa} AND draft_id`,
    sql`DELETE FROM draft_lines WHERE ${ofRosa} AND draft_id`,
    sql`UPDATE drafts SET lines_sha256 = sha256('nothing') WHERE id`,
    sql`UPDATE drafts SET period_key = '2028-01-QUINCENA_25' WHERE id`,
  ]
  for (const theft of thefts) {
    const { _id } = await made(company, payroll, quincena25)
    await sql`${theft} = ${_id}`.execute(t.owner)
    const path = `/special-runs/${_id}`
    expectRefusal(await company.call('GET', path), 503, 'SHEET_BROKEN')
    expectRefusal(await company.call('PUT', path, { lines: [] }), 503, 'SHEET_BROKEN')
    expect((await company.call('DELETE', path)).status).toBe(200)
  }
  expect((await made(company, payroll, quincena25)).lines).toHaveLength(2)
})

test('a draft that was ended does not come back with its true MAC', async () => {
  const company = await aCompany(t)
  const { payroll } = await aPayrollOf(company, rosa)
  const { _id } = await made(company, payroll, quincena25)
  const former = await t.owner
    .selectFrom('drafts')
    .select(['ended', 'version', 'mac'])
    .where('id', '=', _id)
    .executeTakeFirstOrThrow()
  expect((await company.call('DELETE', `/special-runs/${_id}`)).status).toBe(200)
  const back = t.db.updateTable('drafts').set(former).where('id', '=', _id).execute()
  await expect(back).rejects.toThrow('a former row of drafts')
  await expect(t.db.deleteFrom('drafts').execute()).rejects.toThrow('permission denied')
})
