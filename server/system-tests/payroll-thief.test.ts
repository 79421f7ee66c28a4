import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { payrollList } from '#contract/payrolls.ts'
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
  const { _id: person } = await anEmployee(ours, { baseSalary: 1_000 })
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

test('a payroll that the program did not make is neither shown nor paid, funded or emptied', async () => {
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
