import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { z } from 'zod/mini'
import { addressReport } from '#contract/changes.ts'
import { employee, employeeList } from '#contract/employees.ts'
import { readHolds } from '#server/authorization/address-holds.ts'
import { tellFormerContacts } from '#server/features/notifications/index.ts'
import { messagesTo } from '#server/testing/codes.ts'
import { takeWage } from '#server/testing/employee-steps.ts'
import { anAddress } from '#server/testing/engine.ts'
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
import { aListForm, createList, listHeader } from '#server/testing/lists.ts'
import { longTest } from '#server/testing/long-test.ts'
import { makePaidRun } from '#server/testing/paid-rows.ts'
import { releaseHold } from '#server/testing/step-up.ts'
import { aMember } from '#server/testing/team-steps.ts'

const t = await appForFile()
const dayMs = 24 * 3_600_000
let people = 0

/** Rosa was paid once, by a company of two that holds changed addresses for 48 hours. */
async function paidRosa(changes: object = {}) {
  const ours = await aCompany(t)
  const colleague = await aMember(t, ours, 'APPROVER')
  people += 1
  const former = { email: `rosa${people}@izalco.sv`, phone: `+5037100${2000 + people}` }
  const rosa = await anEmployee(ours, { ...former, ...changes })
  const payrollId = (await aPayroll(ours))._id
  await ours.call('PATCH', `/companies/payrolls/${payrollId}/employees/${rosa._id}`)
  await makePaidRun(ours, payrollId)
  const other = { email: `otra${people}@izalco.sv`, phone: `+5037200${2000 + people}` }
  return { ours, colleague, rosa, payrollId, former, other }
}

const holdsOf = ({ companyId }: TestCompany) => readHolds(t.db, t.macKey, companyId, t.now())
const tell = () => tellFormerContacts(t.worker, { macKey: t.macKey, config: t.config, sms: true })

/** The path of the newest link that was sent to a former contact. */
async function linkOf(contact: string): Promise<string> {
  const text = (await messagesTo(t.db, contact)).at(-1)?.text ?? ''
  const token = /\/direccion#t=([\w-]{43})/.exec(text)?.[1]
  if (!token) throw new Error(`no link was sent to ${contact}`)
  return `/address-reports/${token}`
}

/** The address that comes 8 days later by the new contacts, with a code over the e-mail. */
async function takeWageLater(ours: TestCompany, contacts: { email: string; phone: string }) {
  t.wait(8 * dayMs)
  const me = await takeWage(t, contacts, ours.companyId)
  const holds = await holdsOf(ours)
  t.wait(-8 * dayMs)
  return { me, holds }
}

const shownOf = async (ours: TestCompany, id: string) =>
  expectAccepted(employee, await ours.call('GET', `/companies/employees/${id}`)).contactChanges

test('the row says who changed which contact, until the next payday', async () => {
  const { ours, rosa, payrollId, other } = await paidRosa()
  expect(await shownOf(ours, rosa._id)).toBeUndefined()
  await editEmployee(ours, rosa._id, { email: other.email })
  const by = { firstName: 'Marcela', lastName: 'Portillo' }
  expect(await shownOf(ours, rosa._id)).toMatchObject([{ kind: 'EMAIL', by }])
  await editEmployee(ours, rosa._id, other)
  const list = expectAccepted(employeeList, await ours.call('GET', '/employees'))
  const [shown] = list.employees.flatMap((one) => (one._id === rosa._id ? [one] : []))
  expect(shown?.contactChanges?.map(({ kind }) => kind)).toEqual(['EMAIL', 'PHONE'])
  await makePaidRun(ours, payrollId)
  expect(await shownOf(ours, rosa._id)).toBeUndefined()
})

test('paid while both contacts stood → a code over the new one counts at once', async () => {
  const { ours, rosa, payrollId, other } = await paidRosa()
  await editEmployee(ours, rosa._id, other)
  await makePaidRun(ours, payrollId)
  const { me, holds } = await takeWageLater(ours, other)
  expect(me.addressHeldUntil).toBeNull()
  expect(holds).toEqual([])
})

test('the former e-mail confirms the new one → its code counts without a payday', async () => {
  const { ours, rosa, former, other } = await paidRosa()
  await editEmployee(ours, rosa._id, other)
  await tell()
  const path = await linkOf(former.email)
  const seen = expectAccepted(addressReport, await t.call('GET', path))
  expect(seen).toMatchObject({ changed: ['EMAIL', 'PHONE'], mayConfirm: true, confirmed: false })
  const said = expectAccepted(addressReport, await t.call('POST', `${path}/confirm`))
  expect(said).toMatchObject({ mayConfirm: false, confirmed: true })
  const { me } = await takeWageLater(ours, other)
  expect(me.addressHeldUntil).toBeNull()
})

test('a phone that stayed as it was confirms no e-mail', async () => {
  const { ours, rosa, former, other } = await paidRosa()
  await editEmployee(ours, rosa._id, { email: other.email })
  await tell()
  const path = await linkOf(former.phone)
  expect(expectAccepted(addressReport, await t.call('GET', path)).mayConfirm).toBe(false)
  const said = expectAccepted(addressReport, await t.call('POST', `${path}/confirm`))
  expect(said.confirmed).toBe(false)
})

test('a former contact reports the new one → a later address waits for somebody else', async () => {
  const { ours, colleague, rosa, payrollId, former, other } = await paidRosa()
  await editEmployee(ours, rosa._id, other)
  await tell()
  const path = await linkOf(former.phone)
  const said = expectAccepted(addressReport, await t.call('POST', path))
  expect(said).toMatchObject({ changed: ['EMAIL', 'PHONE'], mayConfirm: false })
  expect((await t.call('POST', `${await linkOf(former.email)}/confirm`)).body.data).toMatchObject({
    confirmed: false,
  })
  const notified = await messagesTo(t.db, ours.form.email)
  expect(notified.filter(({ template }) => template === 'contactReported')).toHaveLength(1)
  await makePaidRun(ours, payrollId)
  expect((await takeWage(t, other, ours.companyId)).addressReported).toBe(true)
  expect(await holdsOf(ours)).toMatchObject([{ until: null }])
  expectAccepted(z.null(), await releaseHold(colleague, rosa._id))
  expect(await holdsOf(ours)).toEqual([])
})

test('an address since the change is held by the report of the contact, too', async () => {
  const { ours, rosa, former, other } = await paidRosa()
  await editEmployee(ours, rosa._id, { email: other.email })
  await tell()
  const path = await linkOf(former.email)
  await editEmployee(ours, rosa._id, { cryptoAddress: anAddress() })
  await t.call('POST', path)
  expect(await holdsOf(ours)).toMatchObject([{ until: null }])
})

test('known by e-mail alone, in a second list with another address → it waits', async () => {
  const { ours, rosa } = await paidRosa({ identification: '', phone: '' })
  const line = `${rosa.firstName},${rosa.lastName},,${rosa.email},,650.25,${anAddress()}`
  await createList(ours, { file: `${listHeader}\r\n${line}\r\n` })
  expect(await holdsOf(ours)).toMatchObject([{ row: { previous_address: rosa.cryptoAddress } }])
})

longTest('somebody else of the same mailbox in a second list does not wait', async () => {
  const { ours, rosa } = await paidRosa({ identification: '', phone: '' })
  const line = `Luz,Menjívar,,${rosa.email},,650.25,${anAddress()}`
  await createList(ours, { file: `${listHeader}\r\n${line}\r\n` })
  expect(await holdsOf(ours)).toEqual([])
})

test('deleted and made again with other contacts → the former ones hear of it', async () => {
  const identification = '09999999-1'
  const { ours, rosa, former, other } = await paidRosa({ identification })
  await ours.call('DELETE', `/companies/employees/${rosa._id}`)
  const { cryptoAddress } = rosa
  const again = await anEmployee(ours, { ...other, identification, cryptoAddress })
  await tell()
  expect((await messagesTo(t.db, former.email)).at(-1)?.template).toBe('contactChanged')
  expect(await shownOf(ours, again._id)).toHaveLength(2)
})

test('a file of people changes a phone → both former contacts are notified', async () => {
  const { ours, rosa, former, other } = await paidRosa()
  const { firstName, lastName, identification } = rosa
  const line = `${firstName},${lastName},${identification},,${other.phone},650.25,${rosa.cryptoAddress}`
  const file = `${listHeader}\r\n${line}\r\n`
  const answer = await ours.call('POST', '/companies/employees/bulk', aListForm({ file }))
  expect(answer.status).toBe(201)
  await tell()
  for (const contact of [former.email, former.phone]) {
    expect((await messagesTo(t.db, contact)).at(-1)?.template).toBe('contactChanged')
  }
  const [seen] = (await shownOf(ours, rosa._id)) ?? []
  expect(seen?.kind).toBe('PHONE')
})

test('a thief with the role of the api writes a link to himself → it confirms nothing', async () => {
  const { ours, rosa, other } = await paidRosa()
  await editEmployee(ours, rosa._id, other)
  await sql`
    INSERT INTO address_notices (company_id, employee_id, version, emails, phones)
    VALUES (${ours.companyId}, ${rosa._id}, 2, ARRAY['yo@robo.sv'], ARRAY[]::text[])`.execute(t.db)
  await sql`
    INSERT INTO employee_contacts (company_id, employee_id, version, previous_email, previous_phone,
      previous_email_since, previous_phone_since, email, phone, at, changed_by, via, mac)
    SELECT company_id, employee_id, version, 'yo@robo.sv', phone, to_timestamp(0), to_timestamp(0),
      email, phone, at, changed_by, via, mac FROM employee_contacts
    WHERE employee_id = ${rosa._id}`.execute(t.db)
  await tell()
  const path = await linkOf('yo@robo.sv')
  const said = expectAccepted(addressReport, await t.call('POST', `${path}/confirm`))
  expect(said).toMatchObject({ mayConfirm: false, confirmed: false })
  await sql`UPDATE address_report_links SET recipient = 'x' WHERE true`.execute(t.owner)
  expectRefusal(await t.call('GET', path), 410, 'REPORT_LINK_ENDED')
})
