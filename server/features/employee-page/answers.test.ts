import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { consentText } from '#contract/consents.ts'
import { employeeMe, employeePayments } from '#contract/employee-page.ts'
import { paymentAnswer } from '#contract/payments.ts'
import { latestConsents } from '#server/features/consents/index.ts'
import { signerForFile } from '#server/testing/app-signer.ts'
import { messagesTo, testMacKey } from '#server/testing/codes.ts'
import { anEmployeeSession } from '#server/testing/employee-steps.ts'
import {
  aCompany,
  anEmployee,
  aPayroll,
  expectAccepted,
  expectRefusal,
  faultsOf,
} from '#server/testing/factories.ts'
import { appForFile } from '#server/testing/for-file.ts'
import { makePaidRun } from '#server/testing/paid-rows.ts'
import { aMember } from '#server/testing/team-steps.ts'

const t = await appForFile()
await signerForFile(t)
let made = 0

async function paidCompany() {
  made += 1
  const ours = await aCompany(t)
  const payroll = await aPayroll(ours)
  const people = []
  for (const name of ['Rosa', 'Diego']) {
    const email = `${name}${made}@izalco.sv`.toLowerCase()
    const identification = `${made}-${name}`
    const phone = ''
    const person = await anEmployee(ours, { firstName: name, email, identification, phone })
    await ours.call('PATCH', `/companies/payrolls/${payroll._id}/employees/${person._id}`)
    people.push({ ...person, email })
  }
  const paymentId = await makePaidRun(ours, payroll._id)
  const [rosa, diego] = people
  if (!rosa || !diego) throw new Error('two people are made')
  return { ours, rosa, diego, paymentId, payrollId: payroll._id }
}
const linesOf = async ({ call }: Awaited<ReturnType<typeof anEmployeeSession>>) =>
  expectAccepted(employeePayments, await call('GET', '/payments')).payments

test('own payments alone are shown, each with both parts and its state', async () => {
  const { rosa, diego, ours } = await paidCompany()
  const page = await anEmployeeSession(t, { email: rosa.email })
  const lines = await linesOf(page)
  expect(lines).toMatchObject([
    {
      usd: 650.25,
      bitcoinUsd: 650.25,
      dollarsUsd: 0,
      btc: '0.00650250',
      state: 'confirmed',
      cryptoAddress: rosa.cryptoAddress,
      arrived: null,
      dollarsPaid: null,
      receipt: false,
    },
  ])
  expect(lines[0]?.period).toMatch(/^[a-z]+ de \d{4}$/)
  expect(JSON.stringify(lines)).not.toContain(diego.cryptoAddress)
  expect(
    expectAccepted(employeePayments, await page.call('GET', '/payments?page=2')).payments,
  ).toEqual([])
  expect(ours.companyId).toBeTypeOf('string')
})

test('a line without a bitcoin part → confirmed as its run is', async () => {
  const ours = await aCompany(t)
  const payroll = await aPayroll(ours)
  const share = { bitcoinPercent: 0, cryptoAddress: '', bank: 'Agrícola', bankAccount: '0031-4417' }
  const email = 'dolores@izalco.sv'
  const { _id } = await anEmployee(ours, { ...share, email, identification: '', phone: '' })
  await ours.call('PATCH', `/companies/payrolls/${payroll._id}/employees/${_id}`)
  const run = await ours.call('POST', `/companies/payrolls/${payroll._id}/run-payment`)
  const { payment } = expectAccepted(paymentAnswer, run)
  const [line] = await linesOf(await anEmployeeSession(t, { email }))
  expect(line).toMatchObject({ state: payment.state, bitcoinUsd: 0, dollarsUsd: payment.totalUsd })
  expect(payment.state).toBe('confirmed')
})

test('a yes, a no and a second yes: the newest counts, the first yes confirms', async () => {
  const { ours, rosa, paymentId } = await paidCompany()
  const payrollClerk = await aMember(t, ours, 'PAYROLL')
  const approver = await aMember(t, ours, 'APPROVER')
  const page = await anEmployeeSession(t, { email: rosa.email })
  const [line] = await linesOf(page)
  const say = (arrived: boolean) => page.call('POST', `/payments/${line?._id}/arrived`, { arrived })
  const counts = async () =>
    expectAccepted(paymentAnswer, await ours.call('GET', `/companies/payments/${paymentId}`))
      .payment.arrived
  expect(await counts()).toEqual({ yes: 0, no: 0, lines: 2 })
  expect((await say(true)).status).toBe(200)
  const first = expectAccepted(employeeMe, await page.call('GET', '/me')).addressConfirmedAt
  expect(first).not.toBeNull()
  expect(await counts()).toEqual({ yes: 1, no: 0, lines: 2 })
  await say(false)
  await say(true)
  await say(false)
  expect(await counts()).toEqual({ yes: 0, no: 1, lines: 2 })
  const notified = (await messagesTo(t.db)).filter(({ template }) => template === 'notArrived')
  const own = notified.filter((row) => row.company_id === ours.companyId)
  expect(own.map(({ recipient }) => recipient).sort()).toEqual(
    [ours.form.email, payrollClerk.form.email].sort(),
  )
  expect(own.map(({ recipient }) => recipient)).not.toContain(approver.form.email)
  await say(true)
  expect(expectAccepted(employeeMe, await page.call('GET', '/me')).addressConfirmedAt).toBe(first)
  const { body } = await ours.call('GET', `/companies/employees/${rosa._id}`)
  expect(body.data.addressConfirmedAt).toBe(first)
})

test('a yes to a payment all in dollars → no address is confirmed by it', async () => {
  const { ours, rosa, paymentId } = await paidCompany()
  await t.owner
    .updateTable('payouts')
    .set({ method: 'DOLLARS', sats: null })
    .where('sheet_id', '=', paymentId)
    .execute()
  const page = await anEmployeeSession(t, { email: rosa.email })
  const [line] = await linesOf(page)
  expect(line).toMatchObject({ state: 'confirmed', btc: '0.00000000', bitcoinUsd: 0 })
  expect(
    (await page.call('POST', `/payments/${line?._id}/arrived`, { arrived: true })).status,
  ).toBe(200)
  expect((await linesOf(page))[0]?.arrived).toBe(true)
  expect(expectAccepted(employeeMe, await page.call('GET', '/me')).addressConfirmedAt).toBeNull()
  const { body } = await ours.call('GET', `/companies/employees/${rosa._id}`)
  expect(body.data.addressConfirmedAt).toBeNull()
})

test('another’s payment, an unknown one and no id → 404, and nothing is said', async () => {
  const { rosa, diego } = await paidCompany()
  const page = await anEmployeeSession(t, { email: rosa.email })
  const [theirs] = await linesOf(await anEmployeeSession(t, { email: diego.email }))
  const before = await t.db.selectFrom('arrivals').select('at').execute()
  for (const id of [theirs?._id, randomUUID(), 'x', '%00', 'a'.repeat(500)]) {
    const answer = await page.call('POST', `/payments/${id}/arrived`, { arrived: true })
    expectRefusal(answer, 404, 'NOT_FOUND')
  }
  expect(await t.db.selectFrom('arrivals').select('at').execute()).toEqual(before)
})

test('the present text is agreed to, and a yes can always be taken back', async () => {
  const { ours, rosa } = await paidCompany()
  const { call } = await anEmployeeSession(t, { email: rosa.email })
  const of = async () =>
    (await latestConsents(t.db, testMacKey, ours.companyId, [rosa._id])).get(rosa._id)
  for (const textVersion of [2, 0, -1]) {
    const answer = await call('PUT', '/consent', { textVersion, agreed: true })
    expect(faultsOf(answer)).toHaveProperty('textVersion')
  }
  expect(await of()).toBeUndefined()
  expectAccepted(employeeMe, await call('PUT', '/consent', { textVersion: 1, agreed: true }))
  expect(await of()).toMatchObject({ agreed: true, textVersion: 1 })
  const text = { text: 'Nuestro propio texto.' }
  const put = await ours.call('PUT', '/companies/consent-text', text)
  expect(expectAccepted(consentText, put)).toEqual({ version: 2, ...text })
  const again = await ours.call('PUT', '/companies/consent-text', text)
  expect(expectAccepted(consentText, again).version).toBe(2)
  expect(faultsOf(await call('PUT', '/consent', { textVersion: 1, agreed: true }))).toHaveProperty(
    'textVersion',
  )
  const me = expectAccepted(
    employeeMe,
    await call('PUT', '/consent', { textVersion: 1, agreed: false }),
  )
  expect(me).toMatchObject({ consent: { agreed: false }, consentText: { version: 2, ...text } })
  expect(await of()).toMatchObject({ agreed: false })
})

test('paper is noted by an administrator; a row written by hand agrees to nothing', async () => {
  const { ours, diego } = await paidCompany()
  const path = `/companies/employees/${diego._id}/consent`
  const of = async () =>
    (await latestConsents(t.db, testMacKey, ours.companyId, [diego._id])).get(diego._id)
  expect((await ours.call('PUT', path, { agreed: true, note: 'Carpeta 7' })).status).toBe(200)
  expect(await of()).toMatchObject({ agreed: true })
  const [stored] = await t.owner
    .selectFrom('employee_consents')
    .selectAll()
    .where('employee_id', '=', diego._id)
    .execute()
  if (!stored) throw new Error('the paper is noted')
  const { position: _place, ...row } = stored
  expect(row).toMatchObject({ by_user: ours.user._id, note: 'Carpeta 7' })
  await ours.call('PUT', path, { agreed: false })
  expect(await of()).toMatchObject({ agreed: false })
  const forged = { ...row, id: randomUUID(), at: new Date(Date.now() + 60_000) }
  await t.db.insertInto('employee_consents').values(forged).execute()
  expect(await of()).toMatchObject({ agreed: false })
  await expect(t.db.deleteFrom('employee_consents').execute()).rejects.toThrow('permission denied')
})
