import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { bulkPayroll } from '#contract/imports.ts'
import { payroll } from '#contract/payrolls.ts'
import { anAddress } from '#server/testing/engine.ts'
import { aCompany, expectAccepted } from '#server/testing/factories.ts'
import { appForFile } from '#server/testing/for-file.ts'
import { aLine, createList, listHeader } from '#server/testing/lists.ts'
import { sealRows } from '#server/testing/seal-rows.ts'
import { makeRegular } from './to-regular.ts'

const t = await appForFile()

const copied = sql.raw(
  `company_id, first_name, last_name, identification, email, phone, base_salary_usd_cents, address,
  script_pubkey, creation_type, mac`,
)

test('10,000 people are turned in one transaction, or nobody is', async () => {
  const company = await aCompany(t)
  const address = anAddress()
  const lines = Array.from({ length: 5_000 }, (_, n) => aLine({ address, identification: `${n}` }))
  const file = [listHeader, ...lines].join('\n')
  const { _id } = expectAccepted(bulkPayroll, await createList(company, { file }), 201)
  // The copies double the people, beyond what a file that is answered at once may have.
  await sql`
    INSERT INTO employees (${copied}) SELECT ${copied} FROM employees
    WHERE company_id = ${company.companyId}`.execute(t.owner)
  await sql`ANALYZE employees, payroll_employees`.execute(t.owner)
  await sql`
    INSERT INTO payroll_employees (company_id, payroll_id, employee_id)
    SELECT company_id, ${_id}, id FROM employees WHERE company_id = ${company.companyId}
    ON CONFLICT DO NOTHING`.execute(t.owner)
  await sealRows(t.owner, t.macKey, 'payroll_employees')
  const { companyId, user } = company
  const actor = { companyId, userId: user._id, ip: null }
  const half = t.db.transaction().execute(async (trx) => {
    await makeRegular(trx, t.macKey, actor, _id)
    throw new Error('the process dies')
  })
  await expect(half).rejects.toThrow('the process dies')
  const count = async (type: 'CSV' | 'REGULAR') => {
    const { matched } = await t.owner
      .selectFrom('employees')
      .where('company_id', '=', company.companyId)
      .select(({ fn }) => fn.countAll<bigint>().as('matched'))
      .where('creation_type', '=', type)
      .executeTakeFirstOrThrow()
    return Number(matched)
  }
  expect(await count('CSV')).toBe(10_000)
  expect(
    expectAccepted(payroll, await company.call('POST', `/companies/payrolls/${_id}/to-regular`))
      .employees,
  ).toBe(10_000)
  expect(await count('REGULAR')).toBe(10_000)
})
