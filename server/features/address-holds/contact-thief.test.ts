import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { changes } from '#contract/changes.ts'
import { readHolds } from '#server/authorization/address-holds.ts'
import { notifyPayData, tellFormerContacts } from '#server/features/notifications/index.ts'
import { messagesTo } from '#server/testing/codes.ts'
import { sendLinks, takeWage } from '#server/testing/employee-steps.ts'
import {
  aCompany,
  anEmployee,
  aPayroll,
  editEmployee,
  expectAccepted,
  expectRefusal,
  type TestCompany,
} from '#server/testing/factories.ts'
import { appForFile } from '#server/testing/for-file.ts'
import { makePaidRun } from '#server/testing/paid-rows.ts'
import { releaseHold } from '#server/testing/step-up.ts'
import { aMember } from '#server/testing/team-steps.ts'

const t = await appForFile()
const dayMs = 24 * 3_600_000
let people = 0

/** Rosa was paid once, by a company of two that holds changed addresses for 48 hours. */
async function paidRosa() {
  const ours = await aCompany(t)
  await aMember(t, ours, 'PAYROLL')
  people += 1
  const former = { email: `rosa${people}@izalco.sv`, phone: `+5037100${1000 + people}` }
  const rosa = await anEmployee(ours, former)
  const payrollId = (await aPayroll(ours))._id
  await ours.call('PATCH', `/companies/payrolls/${payrollId}/employees/${rosa._id}`)
  await makePaidRun(ours, payrollId)
  const thiefs = { email: `ladron${people}@robo.sv`, phone: `+5037999${1000 + people}` }
  return { ours, rosa, payrollId, former, thiefs }
}

const holdsOf = ({ companyId }: TestCompany) => readHolds(t.db, t.macKey, companyId, t.now())

test('contacts change → the former ones hear of it with a link, administrators too', async () => {
  const { ours, rosa, former, thiefs } = await paidRosa()
  await editEmployee(ours, rosa._id, thiefs)
  await tellFormerContacts(t.worker, { macKey: t.macKey, config: t.config, sms: true })
  for (const contact of [former.email, former.phone]) {
    const [notified] = await messagesTo(t.db, contact)
    expect(notified?.template, contact).toBe('contactChanged')
    expect(notified?.text).toMatch(/\/direccion#t=[\w-]{43}/)
  }
  const deps = { macKey: t.macKey, config: t.config, log: t.log }
  await notifyPayData(t.worker, { ...deps, now: new Date(Date.now() + 60_000) })
  expect((await messagesTo(t.db, ours.form.email)).at(-1)?.text).toContain(thiefs.email)
})

test('a stolen session changes the contacts, waits 8 days and asks a code → it is held', async () => {
  const { ours, rosa, payrollId, thiefs } = await paidRosa()
  await editEmployee(ours, rosa._id, thiefs)
  t.wait(8 * dayMs)
  const me = await takeWage(t, thiefs, ours.companyId)
  expect(me.addressHeldUntil).not.toBeNull()
  expect(await holdsOf(ours)).toHaveLength(1)
  t.wait(-8 * dayMs)
  const path = `/companies/payrolls/${payrollId}/changes`
  const { rows } = expectAccepted(changes, await ours.call('GET', path))
  expect(rows.map(({ kind, severity }) => [kind, severity])).toContainEqual([
    'contactThenAddress',
    'danger',
  ])
})

test('who changed the contacts may not release the address that they set', async () => {
  const { ours, rosa, thiefs } = await paidRosa()
  await editEmployee(ours, rosa._id, thiefs)
  await takeWage(t, thiefs, ours.companyId)
  expectRefusal(await releaseHold(ours, rosa._id), 409, 'RELEASE_BY_SAME_PERSON')
})

test('the role of the api moves back the date of the row → the code lifts no hold', async () => {
  const { ours, rosa, thiefs } = await paidRosa()
  await editEmployee(ours, rosa._id, thiefs)
  await sql`
    UPDATE employees SET created_at = created_at - interval '1 year'
    WHERE id = ${rosa._id}`.execute(t.db)
  t.wait(8 * dayMs)
  const me = await takeWage(t, thiefs, ours.companyId)
  t.wait(-8 * dayMs)
  expect(me.addressHeldUntil).not.toBeNull()
})

test('the role of the api moves back the date of a contact → it reaches nobody', async () => {
  const { ours, rosa, thiefs } = await paidRosa()
  await editEmployee(ours, rosa._id, thiefs)
  await sql`
    UPDATE employees SET email_since = email_since - interval '1 year',
      phone_since = phone_since - interval '1 year'
    WHERE id = ${rosa._id}`.execute(t.db)
  await expect(takeWage(t, thiefs, ours.companyId)).rejects.toThrow('no link was sent')
})

test('a former contact of an employee does not come back', async () => {
  const { ours, rosa, thiefs } = await paidRosa()
  await editEmployee(ours, rosa._id, thiefs)
  const former = sql`UPDATE employees SET contact_version = 1 WHERE id = ${rosa._id}`
  await expect(former.execute(t.db)).rejects.toThrow(/does not come back/)
})

test('the role of the api writes a contact past the program → it reaches nobody', async () => {
  const { rosa, thiefs } = await paidRosa()
  const { email, phone } = thiefs
  await sql`UPDATE employees SET email = ${email}, phone = ${phone} WHERE id = ${rosa._id}`.execute(
    t.db,
  )
  await t.call('POST', '/employee/links', { body: { email } })
  await sendLinks(t)
  expect(await messagesTo(t.db, email)).toEqual([])
})
