import { expect, test } from 'vitest'
import { payroll as payrollAnswer } from '#contract/payrolls.ts'
import { messagesTo, testMacKey } from '#server/testing/codes.ts'
import {
  aCompany,
  anEmployee,
  aPayroll,
  aPrice,
  expectAccepted,
  type TestCompany,
} from '#server/testing/factories.ts'
import { appForFile } from '#server/testing/for-file.ts'
import { insertConsent } from '#server/testing/shares.ts'
import { remindOfPaydays } from './remind.ts'

const hourMs = 3_600_000
const t = await appForFile()
const allInDollars = { bitcoinPercent: 0, bankAccount: '001234', bank: 'Agrícola' }

/** A payroll with these people and a payday that is more than a week away. */
async function aPayday(company: TestCompany, fields: readonly object[]) {
  const { _id: id } = await aPayroll(company)
  const people: string[] = []
  for (const changes of fields) {
    const { _id: person } = await anEmployee(company, changes)
    people.push(person)
    await company.call('PATCH', `/companies/payrolls/${id}/employees/${person}`)
  }
  const dates = { every: 'MONTH', days: ['LAST'], hour: '09:00' }
  await company.call('PUT', `/companies/payrolls/${id}/schedule`, dates)
  const { due_at: dueAt } = await t.db
    .selectFrom('occurrences')
    .select('due_at')
    .where('payroll_id', '=', id)
    .orderBy('due_at')
    .offset(1)
    .limit(1)
    .executeTakeFirstOrThrow()
  return { id, dueAt, people }
}

let looks = 0
/**
 * Lets the worker look this many hours before the payday, with a fresh price of a time of its own.
 */
async function lookBefore(dueAt: Date, hours: number) {
  looks += 1
  const now = new Date(dueAt.getTime() - hours * hourMs + looks)
  await aPrice(t, 9_100_000n, now)
  await remindOfPaydays(t.worker, { ...t, clock: { now: () => now } })
}

const mailsOf = async (company: TestCompany) =>
  (await messagesTo(t.db, company.form.email)).filter(({ template }) =>
    template.startsWith('payday'),
  )

test('funds are missing → the sum with its reserve, its code, and who is not ready', async () => {
  const company = await aCompany(t)
  const eva = { firstName: 'Eva', lastName: 'Cruz', baseSalary: 500, email: 'eva@izalco.sv' }
  const luis = { firstName: 'Luis', lastName: 'Ramos', email: 'luis@izalco.sv' }
  const inDollars = { bitcoinPercent: 0, cryptoAddress: '', bankAccount: '' }
  const { id, dueAt, people } = await aPayday(company, [eva, luis, inDollars])
  const owner = { db: t.owner, macKey: testMacKey, companyId: company.companyId }
  await insertConsent(owner, people[0] ?? '', true)
  await company.call('PUT', '/companies', { requireConsent: true })
  await lookBefore(dueAt, 7 * 24)
  const [mail] = await mailsOf(company)
  const { cryptoAddress } = expectAccepted(
    payrollAnswer,
    await company.call('GET', `/payrolls/${id}`),
  )
  const [, amount] = /amount=([\d.]+)/.exec(mail?.text ?? '') ?? []
  const link = `bitcoin:${cryptoAddress}?amount=${amount}`
  expect(mail?.subject).toMatch(/^Faltan \$50\d\.\d\d para pagar /)
  expect(mail?.text).toContain(`Enlace de pago: ${link}`)
  expect(mail?.text).toMatch(/Falta si bitcoin baja 5 %: \$50\d\.\d\d · /)
  expect(mail?.text).toMatch(/Incluye una reserva de \$15\.\d\d/)
  expect(mail?.text).toContain(
    '1 persona aún no puede cobrar\n- Luis Ramos: falta su consentimiento',
  )
  expect(mail?.attachment).toEqual({ codeOf: link })
  expect(mail?.html).toContain('src="cid:payment-code"')
})

test('all is ready → only the reminder of two days before, and it says so', async () => {
  const company = await aCompany(t)
  const { dueAt } = await aPayday(company, [allInDollars])
  for (const hours of [7 * 24, 48, 4]) await lookBefore(dueAt, hours)
  const mails = await mailsOf(company)
  expect(mails.map(({ subject }) => subject)).toEqual(['Todo listo: Planilla de oficina'])
  expect(mails[0]?.attachment).toBeUndefined()
})

test('a payroll without people is not ready: one reminder says that it has none', async () => {
  const company = await aCompany(t)
  const { dueAt } = await aPayday(company, [])
  for (const hours of [7 * 24, 48, 4]) await lookBefore(dueAt, hours)
  await lookBefore(dueAt, -7)
  const mails = await mailsOf(company)
  expect(mails.map(({ subject }) => subject)).toEqual([
    'Planilla de oficina no tiene personas',
    'No se pagó: Planilla de oficina',
  ])
  expect(mails[1]?.text).toContain('Motivo: La nómina no tiene personas')
})
