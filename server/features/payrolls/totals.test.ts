import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { aCompany, anEmployee, aPayroll } from '#server/testing/factories.ts'
import { appForFile } from '#server/testing/for-file.ts'
import { aList, createList, replaceList } from '#server/testing/lists.ts'
import { sumTotals } from './totals.ts'

const t = await appForFile()

/** Kept totals of each payroll that differ from the sums over its people. */
async function wrongTotals() {
  const { rows } = await sql`
    SELECT * FROM (
      SELECT payroll_id, sum(people) AS people, sum(usd_cents) AS cents, sum(script_bytes) AS bytes
      FROM payroll_totals GROUP BY 1
    ) kept FULL JOIN (
      SELECT m.payroll_id, count(*) AS people, sum(e.base_salary_usd_cents) AS cents,
        sum(length(e.script_pubkey)) AS bytes
      FROM payroll_employees m JOIN employees e ON e.id = m.employee_id
      WHERE e.deleted_at IS NULL GROUP BY 1
    ) counted USING (payroll_id)
    WHERE (coalesce(kept.people, 0), coalesce(kept.cents, 0), coalesce(kept.bytes, 0)) IS DISTINCT FROM
      (coalesce(counted.people, 0), coalesce(counted.cents, 0), coalesce(counted.bytes, 0))`.execute(
    t.owner,
  )
  return rows
}

test('what people of a payroll sum up to is kept through every change of them', async () => {
  const company = await aCompany(t)
  const [first, second] = [await aPayroll(company), await aPayroll(company)]
  const people = [await anEmployee(company), await anEmployee(company), await anEmployee(company)]
  const path = (payroll: { _id: string }, person: { _id: string }) =>
    `/companies/payrolls/${payroll._id}/employees/${person._id}`
  for (const person of people) {
    await company.call('PATCH', path(first, person))
    await company.call('PATCH', path(second, person))
  }
  const [rosa, jose, ana] = people
  if (!rosa || !jose || !ana) throw new Error('three people were added')
  const raised = { ...rosa, baseSalary: 999.99 }
  expect((await company.call('PUT', `/companies/employees/${rosa._id}`, raised)).status).toBe(200)
  await company.call('DELETE', path(first, jose))
  await company.call('DELETE', `/companies/employees/${ana._id}`)
  expect(await wrongTotals()).toEqual([])
  const { data } = (await company.call('GET', `/payrolls/${second._id}`)).body
  expect([data.employees, data.totalAmount]).toEqual([2, 999.99 + jose.baseSalary])
  const aPerson = (n: number, salary = '650.25') => ({ lastName: `Número ${n}`, salary })
  const list = (await createList(company, { file: aList(aPerson(1), aPerson(2), aPerson(3)) })).body
  const replaced = { file: aList(aPerson(1), aPerson(2, '700'), aPerson(4)) }
  expect((await replaceList(company, list.data._id, replaced)).status).toBe(200)
  expect(await wrongTotals()).toEqual([])
  await sumTotals(t.db)
  for (const { _id } of [second, list.data]) {
    expect((await company.call('DELETE', `/companies/payrolls/${_id}`)).status).toBe(200)
  }
  expect(await wrongTotals()).toEqual([])
})
