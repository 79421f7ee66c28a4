import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { aCompany, anEmployee, aPayroll, type TestCompany } from '#server/testing/factories.ts'
import { appForFile } from '#server/testing/for-file.ts'

/** Triggers that replace foreign keys: they check all rows of a statement at once. */

const t = await appForFile()
const rowsOf = async (company: TestCompany) => ({
  company_id: company.companyId,
  payroll_id: (await aPayroll(company))._id,
  employee_id: (await anEmployee(company))._id,
})
const ours = await rowsOf(await aCompany(t))
const theirs = await rowsOf(await aCompany(t))

const isOrphan = { code: '23503' }
const isForbidden = { code: '42501' }

test('a member has a payroll and an employee, both of its company', async () => {
  const nobody = randomUUID()
  for (const wrong of [
    { ...ours, company_id: nobody },
    { ...ours, payroll_id: nobody },
    { ...ours, employee_id: nobody },
    { ...ours, company_id: theirs.company_id },
    { ...ours, payroll_id: theirs.payroll_id },
    { ...ours, employee_id: theirs.employee_id },
  ]) {
    // A wrong row after a right one: all rows of a statement are checked.
    const added = t.db.insertInto('payroll_employees').values([theirs, wrong]).execute()
    await expect(added).rejects.toMatchObject(isOrphan)
  }
})

test('an employee has a company', async () => {
  const copied = sql`
    INSERT INTO employees (company_id, first_name, last_name, identification, email, phone,
      base_salary_usd_cents, address, script_pubkey, creation_type, mac)
    SELECT unnest(${[ours.company_id, randomUUID()]}::uuid[]), first_name, last_name, identification,
      email, phone, base_salary_usd_cents, address, script_pubkey, creation_type, mac
    FROM employees WHERE id = ${ours.employee_id}`
  await expect(copied.execute(t.db)).rejects.toMatchObject(isOrphan)
})

test.each(['employees', 'payrolls'])('a row of %s keeps its id and its company', async (table) => {
  for (const column of ['id', 'company_id']) {
    const moved = sql`UPDATE ${sql.table(table)} SET ${sql.ref(column)} = ${theirs.company_id}
      WHERE company_id = ${ours.company_id}`
    await expect(moved.execute(t.owner)).rejects.toThrow('keeps its id and its company')
  }
})

test('the program may delete no parent, and move or delete no member', async () => {
  for (const table of ['companies', 'employees', 'payrolls']) {
    const removed = sql`DELETE FROM ${sql.table(table)} WHERE false`.execute(t.db)
    await expect(removed).rejects.toMatchObject(isForbidden)
  }
  for (const act of [
    sql`UPDATE payroll_employees SET employee_id = employee_id WHERE false`,
    sql`DELETE FROM payroll_employees WHERE false`,
  ]) {
    await expect(act.execute(t.db)).rejects.toMatchObject(isForbidden)
  }
})
