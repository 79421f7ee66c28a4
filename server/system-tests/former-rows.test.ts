import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { specialRunAnswer } from '#contract/special-runs.ts'
import { messagesTo } from '#server/testing/codes.ts'
import {
  aCompany,
  anEmployee,
  anEmployeeBody,
  aPayroll,
  expectAccepted,
  expectRefusal,
  type TestCompany,
} from '#server/testing/factories.ts'
import { appForFile } from '#server/testing/for-file.ts'

/** A thief who writes the database as the program's role does, and puts back what stood there. */

let ours: TestCompany
const t = await appForFile({ config: { publicUrl: 'http://localhost:3000' } })
beforeEach(async () => {
  ours = await aCompany(t)
})

test('a former row of an employee with its true MAC does not come back', async () => {
  const { _id } = await anEmployee(ours)
  const { rows } = await sql<{ address: string; script: Buffer; version: number; mac: Buffer }>`
    SELECT address, script_pubkey AS script, version, mac FROM employees WHERE id = ${_id}`.execute(
    t.db,
  )
  const [former] = rows
  await ours.call('PUT', `/companies/employees/${_id}`, anEmployeeBody())
  const back = sql`UPDATE employees SET address = ${former?.address},
    script_pubkey = ${former?.script}, version = ${former?.version}, mac = ${former?.mac}
    WHERE id = ${_id}`
  for (const role of [t.db, t.worker]) {
    await expect(back.execute(role)).rejects.toThrow('a former row of employees')
  }
})

test('an amount of a special pay mended from 7,777 to 77 stays mended', async () => {
  const { _id: payroll } = await aPayroll(ours)
  const { _id: employee } = await anEmployee(ours)
  await ours.call('PATCH', `/companies/payrolls/${payroll}/employees/${employee}`)
  const body = { kind: 'BONUS', year: new Date().getUTCFullYear(), usd: 100 }
  const path = `/companies/payrolls/${payroll}/special-runs`
  const { specialRun } = expectAccepted(specialRunAnswer, await ours.call('POST', path, body))
  const save = (usd: number) =>
    ours.call('PUT', `/special-runs/${specialRun._id}`, { lines: [{ employee, usd }] })
  expect((await save(7_777)).status).toBe(200)
  await sql`CREATE TABLE former AS SELECT * FROM draft_lines`.execute(t.owner)
  await sql`GRANT SELECT ON former TO quincena_app`.execute(t.owner)
  expect((await save(77)).status).toBe(200)
  const ofDraft = sql`draft_id = ${specialRun._id}`
  for (const role of [t.db, t.worker]) {
    const earlier = sql`UPDATE drafts SET version = 1 WHERE id = ${specialRun._id}`
    await expect(earlier.execute(role)).rejects.toThrow('a former row of drafts')
    // Lines have no version: the hash under the draft's MAC knows them.
    await role.transaction().execute(async (trx) => {
      await sql`DELETE FROM draft_lines WHERE ${ofDraft}`.execute(trx)
      await sql`INSERT INTO draft_lines SELECT * FROM former WHERE ${ofDraft}`.execute(trx)
    })
    const read = await ours.call('GET', `/special-runs/${specialRun._id}`)
    expectRefusal(read, 503, 'SHEET_BROKEN')
  }
  await sql`DROP TABLE former`.execute(t.owner)
})

test('a key of idempotency written by hand spares no request its code', async () => {
  const strict = { approval: { overUsd: 10, changedAddresses: true } }
  expect((await ours.call('PUT', '/companies', strict)).status).toBe(200)
  const body = { approval: { overUsd: null, changedAddresses: false } }
  const hash = createHash('sha256').update(JSON.stringify(body)).digest()
  await sql`INSERT INTO idempotency_keys
      (company_id, user_id, method, path, key, body_sha256, created_at, mac)
    VALUES (${ours.companyId}, ${ours.user._id}, 'PUT', '/api/v1/companies', 'mine', ${hash}, now(),
      ${Buffer.alloc(32, 7)})`.execute(t.db)
  const headers = { 'idempotency-key': 'mine' }
  const loosened = await t.call('PUT', '/companies', { token: ours.token, body, headers })
  expectRefusal(loosened, 401, 'CODE_REQUIRED')
  expect(JSON.stringify(t.logged())).toContain('The MAC of idempotency_keys mine does not hold')
  const { rows } = await sql<{ over: bigint | null }>`SELECT approval_over_usd_cents AS over
    FROM companies WHERE id = ${ours.companyId}`.execute(t.db)
  expect(rows).toEqual([{ over: 1_000n }])
})

test.each(['messages', 'money_events', 'audit_events', 'code_guards'] as const)(
  'nobody takes a row of %s away',
  async (table) => {
    const taken = sql`DELETE FROM ${sql.table(table)}`
    await expect(taken.execute(t.db)).rejects.toThrow('permission denied')
    // The worker takes the events that it has told about.
    if (table !== 'money_events') {
      await expect(taken.execute(t.worker)).rejects.toThrow('permission denied')
    }
  },
)

test('a message that waits is not ended by the part that serves HTTP', async () => {
  for (const forgery of [
    sql`UPDATE messages SET state = 'sent', completed_at = now()`,
    sql`UPDATE messages SET sealed = NULL`,
    sql`SELECT end_message(id, 'sent', NULL, false) FROM messages`,
  ]) {
    await expect(forgery.execute(t.db)).rejects.toThrow('permission denied')
  }
  const emptied = sql`UPDATE messages SET sealed = NULL`
  await expect(emptied.execute(t.worker)).rejects.toThrow('permission denied')
})

test('a sign-in from a browser that was written by hand is notified', async () => {
  const { form, user, companyId } = ours
  const agent = 'Netscape'
  const sha256 = createHash('sha256').update(agent).digest()
  await sql`INSERT INTO known_devices (user_id, company_id, sha256, first_at, mac)
    VALUES (${user._id}, ${companyId}, ${sha256}, now(), ${Buffer.alloc(32)})`.execute(t.db)
  const notices = async () =>
    (await messagesTo(t.db, form.email)).filter(({ template }) => template === 'newDevice').length
  const body = { email: form.email, password: form.password }
  const signIn = () => t.call('POST', '/auth/sign-in', { body, headers: { 'user-agent': agent } })
  expect((await signIn()).status).toBe(200)
  expect(await notices()).toBe(1)
  const away = sql`DELETE FROM known_devices`
  await expect(away.execute(t.db)).rejects.toThrow('permission denied')
})
