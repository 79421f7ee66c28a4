import { createSecretKey } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#server/testing/app.ts'
import { aCompany, anEmployee, aPayroll } from '#server/testing/factories.ts'
import { tempDataDir } from '#server/testing/temp-data-dir.ts'
import { examineAccounts } from './accounts.ts'

const folder = tempDataDir()
const macKeyFile = join(folder.path, 'mac.key')
const key = '7a'.repeat(32)

let t: TestApp
beforeAll(async () => {
  writeFileSync(macKeyFile, key, { mode: 0o400 })
  t = await testApp({ macKey: createSecretKey(key, 'hex') })
})
afterAll(async () => {
  await t.stop()
  folder.remove()
})

const said = async (file = macKeyFile, url: string | null = t.url) =>
  (await examineAccounts({ macKeyFile: file, network: 'regtest' }, url)).map(
    ({ level, says }) => `${level}: ${says}`,
  )

test('no accounts, no key or no database → nothing is said', async () => {
  expect(await said()).toEqual([])
  await aCompany(t)
  expect(await said(join(folder.path, 'none.key'))).toEqual([])
  expect(await said(macKeyFile, null)).toEqual([])
})

test('accounts as the program wrote them → fine', async () => {
  expect(await said()).toEqual(['fine: The MACs of 2 users, companies and former channels hold.'])
})

test('rows changed by hand → each is named by table and id', async () => {
  const { user, companyId } = await aCompany(t)
  await sql`UPDATE users SET email = 'thief@evil.example' WHERE id = ${user._id}`.execute(t.db)
  await sql`UPDATE companies SET mac = NULL WHERE id = ${companyId}`.execute(t.db)
  const changed = (row: string) =>
    `wrong: The MAC of ${row} does not hold: it was changed past the program, and is refused.`
  const both = [changed(`users ${user._id}`), changed(`companies ${companyId}`)]
  expect(await said()).toEqual(both)
  await sql`INSERT INTO former_channels (company_id, user_id, via, until)
    SELECT company_id, id, 'EMAIL', now() FROM users, generate_series(1, 20)
    WHERE id = ${user._id}`.execute(t.db)
  const all = await said()
  expect(all).toHaveLength(21)
  expect(all.at(-1)).toBe('wrong: So it is with 2 rows more.')
})

test('a salary, a member, a payday or a closed day written by hand → named', async () => {
  const ours = await aCompany(t)
  const { _id: payroll } = await aPayroll(ours)
  const { _id: person } = await anEmployee(ours)
  await sql`UPDATE employees SET base_salary_usd_cents = 5000000 WHERE id = ${person}`.execute(t.db)
  await sql`INSERT INTO payroll_employees (company_id, payroll_id, employee_id)
    VALUES (${ours.companyId}, ${payroll}, ${person})`.execute(t.db)
  await sql`INSERT INTO closed_days (company_id, day, name)
    VALUES (${ours.companyId}, '2026-12-31', '')`.execute(t.db)
  await sql`INSERT INTO occurrences (company_id, payroll_id, period_key, nominal_day, due_at, time_zone, mode)
    VALUES (${ours.companyId}, ${payroll}, '2026-12-Q2', '2026-12-31', now(), 'UTC', 'REMIND')`.execute(
    t.db,
  )
  const named = (await said()).filter((one) => one.includes('it counts for nothing'))
  expect(named.map((one) => one.split(' ')[4])).toEqual([
    'employees',
    'payroll_employees',
    'closed_days',
    'occurrences',
  ])
})

test('an event of the audit trail that the program did not write → named', async () => {
  const { companyId } = await aCompany(t)
  await sql`INSERT INTO audit_events (company_id, at, action, subject)
    VALUES (${companyId}, now() - interval '1 minute', 'payment.approved', '')`.execute(t.db)
  expect((await said()).join()).toMatch(/The MAC of audit_events .* and it is in no chain/)
})

test('another key, or rows without a MAC → said once, and names nobody', async () => {
  const other = join(folder.path, 'other.key')
  writeFileSync(other, '8b'.repeat(32), { mode: 0o400 })
  expect(await said(other)).toEqual([
    expect.stringMatching(/^wrong: None of the \d+ users, .*another key/),
  ])
})
