import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { payroll as payrollSchema } from '#contract/payrolls.ts'
import {
  aCompany,
  anEmployee,
  aPayroll,
  editEmployee,
  expectAccepted,
} from '#server/testing/factories.ts'
import { appForFile } from '#server/testing/for-file.ts'
import { aList, createList, replaceList } from '#server/testing/lists.ts'
import { insertConsent } from '#server/testing/shares.ts'
import { sumTotals } from './totals.ts'

const t = await appForFile()

/** The payrolls whose stored totals differ from the sums over their people. */
async function wrongTotals() {
  const { rows } = await sql`
    SELECT * FROM (
      SELECT payroll_id, sum(people) AS people, sum(usd_cents) AS cents,
        sum(bitcoin_people) AS bitcoin, sum(script_bytes) AS bytes
      FROM payroll_totals GROUP BY 1
    ) kept FULL JOIN (
      SELECT m.payroll_id, count(*) AS people, sum(e.base_salary_usd_cents) AS cents,
        count(*) FILTER (WHERE e.bitcoin_percent > 0) AS bitcoin,
        sum(length(e.script_pubkey)) FILTER (WHERE e.bitcoin_percent > 0) AS bytes
      FROM payroll_members m JOIN employees e ON e.id = m.employee_id
      WHERE e.deleted_at IS NULL GROUP BY 1
    ) counted USING (payroll_id)
    WHERE (coalesce(kept.people, 0), coalesce(kept.cents, 0), coalesce(kept.bitcoin, 0),
        coalesce(kept.bytes, 0)) IS DISTINCT FROM
      (coalesce(counted.people, 0), coalesce(counted.cents, 0), coalesce(counted.bitcoin, 0),
        coalesce(counted.bytes, 0))`.execute(t.owner)
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
  // First all in dollars, then some in bitcoin again, and then without an address.
  for (const share of [{ bitcoinPercent: 0 }, { bitcoinPercent: 40 }]) {
    await editEmployee(company, jose._id, share)
    expect(await wrongTotals()).toEqual([])
  }
  await editEmployee(company, jose._id, { bitcoinPercent: 0, cryptoAddress: '' })
  expect(await wrongTotals()).toEqual([])
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

test('people paid in dollars alone → the fee estimate is of the others', async () => {
  const company = await aCompany(t)
  const payroll = await aPayroll(company)
  const feeOf = async () =>
    expectAccepted(payrollSchema, await company.call('GET', `/payrolls/${payroll._id}`)).feeEstimate
      .btc
  const add = async (share: object) => {
    const { _id } = await anEmployee(company, share)
    await company.call('PATCH', `/companies/payrolls/${payroll._id}/employees/${_id}`)
    return _id
  }
  await add({ bitcoinPercent: 50 })
  const ofOne = await feeOf()
  expect(Number(ofOne)).toBeGreaterThan(0)
  await add({ bitcoinPercent: 0, cryptoAddress: '' })
  await add({ bitcoinPercent: 0 })
  expect(await feeOf()).toBe(ofOne)
  const refused = await add({ bitcoinPercent: 100 })
  const ofTwo = await feeOf()
  expect(Number(ofTwo)).toBeGreaterThan(Number(ofOne))
  // A salary of a person without consent is paid in dollars.
  const owner = { db: t.owner, macKey: t.macKey, companyId: company.companyId }
  await insertConsent(owner, refused, false)
  expect(await feeOf()).toBe(ofOne)
})
