import { expect, test } from 'vitest'
import { auditPage } from '#contract/audit.ts'
import { employeePayments } from '#contract/employee-page.ts'
import { employee } from '#contract/employees.ts'
import { anotherPerson } from '#contract/person-questions.ts'
import { anEmployeeSession } from '#server/testing/employee-steps.ts'
import { anAddress } from '#server/testing/engine.ts'
import {
  aCompany,
  anEmployee,
  anEmployeeBody,
  aPayroll,
  expectAccepted,
  expectRefusal,
} from '#server/testing/factories.ts'
import { appForFile } from '#server/testing/for-file.ts'
import { makePaidRun } from '#server/testing/paid-rows.ts'

const t = await appForFile()
const ours = await aCompany(t)
let made = 0

type Body = Parameters<typeof anEmployeeBody>[0]

const bodyOf = (more: Body = {}) => {
  made += 1
  const email = `ana${made}@izalco.sv`
  const who = { firstName: 'Ana', lastName: 'Paz', identification: '', email, phone: '' }
  return anEmployeeBody({ ...who, cryptoAddress: anAddress(), ...more })
}

/** Somebody without documents who was paid, and what the form sends of her. */
async function aPaidPerson(more: Body = {}) {
  const body = bodyOf(more)
  const { _id } = await anEmployee(ours, body)
  const payroll = await aPayroll(ours)
  await ours.call('PATCH', `/companies/payrolls/${payroll._id}/employees/${_id}`)
  await makePaidRun(ours, payroll._id)
  const put = (changes: object) =>
    ours.call('PUT', `/companies/employees/${_id}`, { ...body, ...changes })
  return { _id, body, put }
}

const paymentsOf = async (email: string) => {
  const { call } = await anEmployeeSession(t, { email })
  return expectAccepted(employeePayments, await call('GET', '/payments')).payments
}

const maria = { firstName: 'María', lastName: 'Cruz' }
const contact = { email: 'maria@izalco.sv' }
const document = '04567891-4'
const inDollars = { cryptoAddress: '', bitcoinPercent: 0 }

test('the form makes somebody else of a paid person → asked, and nothing is saved', async () => {
  const { _id, body, put } = await aPaidPerson()
  const changes = { ...maria, ...contact, cryptoAddress: anAddress() }
  const { data } = expectRefusal(await put(changes), 409, 'ANOTHER_PERSON')
  expect(anotherPerson.parse(data).question).toEqual({
    name: 'María Cruz',
    person: { _id, name: 'Ana Paz' },
    differs: ['email', 'cryptoAddress'],
    same: ['baseSalary'],
    known: { email: body.email, cryptoAddress: body.cryptoAddress },
    listed: { email: contact.email, cryptoAddress: changes.cryptoAddress },
  })
  expect(await paymentsOf(body.email ?? '')).toHaveLength(1)
  expectRefusal(await put({ ...changes, samePerson: false }), 409, 'ANOTHER_PERSON')

  expectAccepted(employee, await put({ ...changes, samePerson: true }))
  expect(await paymentsOf(contact.email)).toHaveLength(1)
  const { events } = expectAccepted(auditPage, await ours.call('GET', '/companies/audit'))
  const edit = events.find(({ action }) => action === 'employee.edited')
  expect(edit).toMatchObject({ subject: 'María Cruz', detail: { samePerson: true } })
})

test.each<[string, Body, object]>([
  ['document', { identification: document }, { identification: '00016297-5' }],
  ['address, with no contact at all', { email: '' }, { cryptoAddress: anAddress() }],
  ['address, with a document', {}, { cryptoAddress: anAddress(), identification: document }],
  ['e-mail, in dollars alone', inDollars, contact],
])('a paid person’s name changes with the %s → asked', async (_what, before, changes) => {
  const { put } = await aPaidPerson(before)
  expectRefusal(await put({ ...maria, ...changes }), 409, 'ANOTHER_PERSON')
})

test.each<[string, Body, object]>([
  ['the name alone', {}, maria],
  ['the document alone', { identification: document }, { identification: '00016297-5' }],
  ['address and contact', {}, { ...contact, cryptoAddress: anAddress() }],
  ['name and e-mail', {}, { ...maria, ...contact }],
  ['name and address', {}, { ...maria, cryptoAddress: anAddress() }],
  ['all but the document', { identification: document }, { ...maria, ...contact }],
])('a paid person is corrected: %s → saved', async (_what, before, changes) => {
  const { put } = await aPaidPerson(before)
  expectAccepted(employee, await put(changes))
})

test('edits one after the other that make somebody else → the last one is asked about', async () => {
  const { put } = await aPaidPerson({ identification: document })
  expectAccepted(employee, await put(maria))
  expectRefusal(await put({ ...maria, identification: '00016297-5' }), 409, 'ANOTHER_PERSON')
})

test('without payments or consents an id may become another’s, with a consent not', async () => {
  const body = bodyOf()
  const { _id } = await anEmployee(ours, body)
  const path = `/companies/employees/${_id}`
  const put = (email: string, firstName: string) =>
    ours.call('PUT', path, { ...body, firstName, email, cryptoAddress: anAddress() })
  expectAccepted(employee, await put('otra@izalco.sv', 'María'))
  await ours.call('PUT', `${path}/consent`, { agreed: true, note: 'Carpeta 3' })
  expectRefusal(await put('tercera@izalco.sv', 'Luz'), 409, 'ANOTHER_PERSON')
})
