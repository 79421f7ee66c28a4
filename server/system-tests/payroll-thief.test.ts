import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { payrollList } from '#contract/payrolls.ts'
import { peopleWith } from '../features/employee-page/people.ts'
import { anAddress } from '../testing/engine.ts'
import {
  aCompany,
  anEmployee,
  aPayroll,
  expectAccepted,
  expectRefusal,
  type TestCompany,
} from '../testing/factories.ts'
import { appForFile } from '../testing/for-file.ts'

/** A thief who writes payrolls and their people as the program's role does, and has no key. */

const t = await appForFile()

async function aPaidPayroll() {
  const ours = await aCompany(t)
  const { _id: id } = await aPayroll(ours)
  const { _id: person } = await anEmployee(ours, {
    baseSalary: 1_000,
    email: `${randomUUID()}@izalco.sv`,
  })
  await ours.call('PATCH', `/companies/payrolls/${id}/employees/${person}`)
  return { ours, id, person }
}

const shownTo = async (ours: TestCompany) =>
  expectAccepted(payrollList, await ours.call('GET', '/payrolls'))

/** Everything that can be done with a payroll by its id. */
const actsOn = (id: string): Parameters<TestCompany['call']>[] => [
  ['GET', `/payrolls/${id}`],
  ['GET', `/payrolls/${id}/balance`],
  ['GET', `/companies/payrolls/${id}/payment-preview`],
  ['GET', `/companies/payrolls/${id}/payment-preview/people`],
  ['POST', `/companies/payrolls/${id}/run-payment`, {}],
  ['POST', `/companies/payrolls/${id}/close-payment`, {}],
  ['POST', `/companies/payrolls/${id}/withdraw-funds`, { address: anAddress() }],
  ['POST', `/companies/payrolls/${id}/special-runs`, { kind: 'BONUS', year: 2026, usd: 1 }],
  ['GET', `/companies/payrolls/${id}/schedule`],
  ['PUT', `/companies/payrolls/${id}`, { name: 'Mía', description: 'Mía' }],
  ['DELETE', `/companies/payrolls/${id}`],
]

async function expectUnknown(ours: TestCompany, id: string) {
  for (const [method, path, body] of actsOn(id)) {
    expectRefusal(await ours.call(method, path, body), 404, 'NOT_FOUND')
  }
  const { payrolls, payrollsMatched } = await shownTo(ours)
  expect(payrolls.map(({ _id }) => _id)).not.toContain(id)
  expect(payrollsMatched).toBe(payrolls.length)
}

test('a payroll that the program did not make is not shown, paid, funded or emptied', async () => {
  const { ours, id } = await aPaidPayroll()
  const { rows } = await sql<{ id: string }>`
    WITH made AS (INSERT INTO payrolls (company_id, name, description, type, address)
      SELECT company_id, name, description, type, ${anAddress()} FROM payrolls WHERE id = ${id}
      RETURNING id, company_id)
    INSERT INTO payroll_balances (payroll_id, company_id) SELECT id, company_id FROM made
    RETURNING payroll_id AS id`.execute(t.db)
  await expectUnknown(ours, rows[0]?.id ?? '')
  expect((await shownTo(ours)).payrolls.map(({ _id }) => _id)).toEqual([id])
  const { body } = await ours.call('GET', '/users/dashboard')
  expect(body.data.activity.payrolls).toBe(1)
})

test('a deleted payroll is not brought back by hand, nor is its former row', async () => {
  const { ours, id } = await aPaidPayroll()
  const { rows } = await sql<{ mac: Buffer }>`SELECT mac FROM payrolls WHERE id = ${id}`.execute(
    t.db,
  )
  expect((await ours.call('DELETE', `/companies/payrolls/${id}`)).status).toBe(200)
  await sql`UPDATE payrolls SET deleted_at = NULL WHERE id = ${id}`.execute(t.db)
  await expectUnknown(ours, id)
  const former = sql`UPDATE payrolls SET version = 1, mac = ${rows[0]?.mac} WHERE id = ${id}`
  for (const role of [t.db, t.worker]) {
    await expect(former.execute(role)).rejects.toThrow('a former row of payrolls')
  }
})

test('a list that is kept by files stays one', async () => {
  const { ours, id } = await aPaidPayroll()
  await sql`UPDATE payrolls SET type = 'CSV' WHERE id = ${id}`.execute(t.db)
  await expectUnknown(ours, id)
})

const previewOf = async (ours: TestCompany, id: string) => {
  const path = `/companies/payrolls/${id}/payment-preview`
  const preview = (await ours.call('GET', path)).body.data
  const people = (await ours.call('GET', `${path}/people`)).body.data.people
  return { employees: preview.employees, people: people.map(({ _id }: { _id: string }) => _id) }
}

test('somebody whom the program did not add, or who left, is paid nothing', async () => {
  const { ours, id, person } = await aPaidPayroll()
  const { _id: outsider } = await anEmployee(ours)
  const { _id: leaver } = await anEmployee(ours)
  const ofLeaver = `/companies/payrolls/${id}/employees/${leaver}`
  await ours.call('PATCH', ofLeaver)
  const { rows } = await sql<{ mac: Buffer }>`SELECT mac FROM payroll_employees
    WHERE employee_id = ${leaver}`.execute(t.db)
  expect((await ours.call('DELETE', ofLeaver)).status).toBe(200)

  await sql`INSERT INTO payroll_employees (company_id, payroll_id, employee_id, mac)
    SELECT company_id, payroll_id, ${outsider}, mac FROM payroll_employees
    WHERE employee_id = ${person}`.execute(t.db)
  const former = sql`ended = false, mac = ${rows[0]?.mac}`
  await sql`UPDATE payroll_employees SET ${former} WHERE employee_id = ${leaver}`.execute(t.db)
  expect(await previewOf(ours, id)).toEqual({ employees: 1, people: [person] })
  for (const role of [t.db, t.worker]) {
    const back = sql`UPDATE payroll_employees SET ${former}, version = 1 WHERE employee_id = ${leaver}`
    await expect(back.execute(role)).rejects.toThrow('a former row of payroll_employees')
    const gone = sql`DELETE FROM payroll_employees`.execute(role)
    await expect(gone).rejects.toThrow('permission denied')
  }
  // The people themselves add and remove them as if the thief had written nothing.
  expectRefusal(await ours.call('DELETE', ofLeaver), 404, 'NOT_FOUND')
  for (const one of [outsider, leaver]) {
    expect((await ours.call('PATCH', `/companies/payrolls/${id}/employees/${one}`)).status).toBe(
      200,
    )
  }
  expect((await previewOf(ours, id)).employees).toBe(3)
})

test('a deleted person does not come back by hand, to a payroll or to /mi-pago', async () => {
  const { ours, id, person } = await aPaidPayroll()
  const { email } = (await ours.call('GET', `/companies/employees/${person}`)).body.data
  const known = () => peopleWith(t.db, t, { via: 'EMAIL', contact: email.toLowerCase() })
  expect(await known()).toHaveLength(1)
  expect((await ours.call('DELETE', `/companies/employees/${person}`)).status).toBe(200)
  await sql`UPDATE employees SET deleted_at = NULL WHERE id = ${person}`.execute(t.db)
  expect(await known()).toEqual([])
  expect((await previewOf(ours, id)).people).toEqual([])
})

test('dates that the program did not write, or that ended, are none', async () => {
  const { ours, id } = await aPaidPayroll()
  const path = `/companies/payrolls/${id}/schedule`
  const dates = { every: 'MONTH', days: ['LAST'], hour: '09:00' }
  const modeOf = async (at = path) => (await ours.call('GET', at)).body.data.schedule?.mode
  const modesOfPaydays = async () => {
    const { occurrences } = (await ours.call('GET', '/calendar')).body.data
    return [...new Set(occurrences.map(({ mode }: { mode: string }) => mode))]
  }
  expect((await ours.call('PUT', path, { ...dates, mode: 'PREPARE' })).status).toBe(200)
  await sql`UPDATE occurrences SET mode = 'PAY' WHERE payroll_id = ${id}`.execute(t.db)
  expect(await modesOfPaydays()).toEqual(['PREPARE'])
  await sql`UPDATE schedules SET mode = 'PAY' WHERE payroll_id = ${id}`.execute(t.db)
  expect(await modeOf()).toBeUndefined()
  expect(await modesOfPaydays()).toEqual(['REMIND'])
  expect((await ours.call('PUT', path, { ...dates, mode: 'REMIND' })).status).toBe(200)
  expect(await modeOf()).toBe('REMIND')

  expect((await ours.call('DELETE', path)).status).toBe(200)
  await sql`UPDATE schedules SET ended = false WHERE payroll_id = ${id}`.execute(t.db)
  expect(await modeOf()).toBeUndefined()
  const { _id: other } = await aPayroll(ours)
  await sql`INSERT INTO schedules SELECT (jsonb_populate_record(s,
    jsonb_build_object('payroll_id', ${other}::text))).* FROM schedules s WHERE payroll_id = ${id}`.execute(
    t.db,
  )
  expect(await modeOf(`/companies/payrolls/${other}/schedule`)).toBeUndefined()
  for (const role of [t.db, t.worker]) {
    const former = sql`UPDATE schedules SET version = 1 WHERE payroll_id = ${id}`.execute(role)
    await expect(former).rejects.toThrow('a former row of schedules')
    await expect(sql`DELETE FROM schedules`.execute(role)).rejects.toThrow('permission denied')
  }
})
