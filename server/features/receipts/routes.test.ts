import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { receiptMailPreview } from '#contract/receipts.ts'
import { transactionDetails } from '#contract/transactions.ts'
import { newContact } from '#server/authorization/contact-rows.ts'
import { anEmployeeSession } from '#server/testing/employee-steps.ts'
import { anAddress } from '#server/testing/engine.ts'
import {
  aCompany,
  anEmployee,
  aPayroll,
  aPrice,
  expectAccepted,
  expectRefusal,
  type TestCompany,
} from '#server/testing/factories.ts'
import { appForFile } from '#server/testing/for-file.ts'
import { longTest } from '#server/testing/long-test.ts'
import { makePaidRun } from '#server/testing/paid-rows.ts'
import { wordsOfPdf } from '#server/testing/receipt-steps.ts'
import { zipEntries } from '#server/testing/zip-entries.ts'
import { issueDueReceipts } from './issue.ts'

const t = await appForFile()
const people = 12
let ours: TestCompany
let payrollId: string
let payment: string

type Line = {
  id: string
  first_name: string
  identification: string
  address: string
  sats: bigint
  txid: string
}
let lines: Line[]

const issue = () => issueDueReceipts(t.worker, { ...t, sms: true, now: new Date() })
const get = (path: string) =>
  t.app.inject({ url: `/api/v1${path}`, headers: { authorization: `Bearer ${ours.token}` } })
const pdfPath = (line: string) => `/payments/${payment}/lines/${line}/receipt.pdf`
const dui = (n: number) => `${String(10_000_000 + n * 7_919).padStart(8, '0')}-${n % 10}`

beforeAll(async () => {
  ours = await aCompany(t, { companyName: 'Café Izalco' })
  await aPrice(t, 9_100_000n)
  payrollId = (await aPayroll(ours))._id
  for (let n = 0; n < people; n++) {
    const employee = await anEmployee(ours, {
      firstName: `Persona${String(n).padStart(2, '0')}x`,
      identification: dui(n),
      cryptoAddress: anAddress(),
      baseSalary: 500 + 7 * n,
    })
    await ours.call('PATCH', `/companies/payrolls/${payrollId}/employees/${employee._id}`)
  }
  payment = await makePaidRun(ours, payrollId)
  await issue()
  const { rows } = await sql<Line>`
    SELECT l.id, l.first_name, l.identification, l.address, o.sats, encode(t.txid, 'hex') AS txid
    FROM sheet_lines l JOIN transaction_outputs o ON o.line_id = l.id
    JOIN transactions t ON t.id = o.transaction_id
    WHERE l.sheet_id = ${payment} ORDER BY l.id`.execute(t.db)
  lines = rows
})

test('a receipt has its own line, and nothing of the others or of an explorer', async () => {
  for (const line of lines) {
    const answer = await get(pdfPath(line.id))
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['content-type']).toBe('application/pdf')
    const words = await wordsOfPdf(answer.rawPayload)
    const own = [line.first_name, line.identification, line.address, line.txid]
    for (const part of ['CaféIzalco', 'Comprobantedepago', ...own]) expect(words).toContain(part)
    expect(words).toContain(`${line.sats.toLocaleString('en-US')}sats`)
    for (const other of lines) {
      if (other.id === line.id) continue
      for (const part of [other.first_name, other.identification, other.address, other.id]) {
        expect(words).not.toContain(part)
      }
    }
    expect(words).not.toMatch(/https?:/)
    expect(answer.rawPayload.toString('latin1')).not.toMatch(/\/(URI|Link|GoToR)\b/)
  }
})

test('the same receipt → the same bytes, whatever is edited meanwhile', async () => {
  const [line] = lines
  const before = await get(pdfPath(line?.id ?? ''))
  await t.owner
    .updateTable('employees')
    .set({ first_name: 'Otra', address: anAddress() })
    .where('first_name', '=', line?.first_name ?? '')
    .execute()
  await t.owner.updateTable('companies').set({ name: 'Otro nombre' }).execute()
  const after = await get(pdfPath(line?.id ?? ''))
  expect(after.rawPayload.equals(before.rawPayload)).toBe(true)
  await t.owner.updateTable('companies').set({ name: 'Café Izalco' }).execute()
})

test('numbers run from 1 without a gap, and recipients know theirs', async () => {
  const { transaction } = await aRunTransaction()
  const { details } = expectAccepted(
    transactionDetails,
    await ours.call('GET', `/transactions/${transaction}/details`),
  )
  const year = new Date().getFullYear()
  const numbers = details.recipients.map(({ receiptNumber }) => receiptNumber).sort()
  expect(numbers).toEqual(
    Array.from({ length: people }, (_, n) => `${year}-${String(n + 1).padStart(6, '0')}`),
  )
  expect(details.recipients.every(({ receipt }) => receipt)).toBe(true)
  expect(new Set(details.recipients.map(({ lineId }) => lineId))).toEqual(
    new Set(lines.map(({ id }) => id)),
  )
})

async function aRunTransaction() {
  const { id: transaction } = await t.db
    .selectFrom('transactions')
    .select('id')
    .where('sheet_id', '=', payment)
    .executeTakeFirstOrThrow()
  return { transaction }
}

longTest('the zip has a page for each, and names and marks those that are void', async () => {
  const { transaction } = await aRunTransaction()
  const whole = await get(`/payments/${payment}/receipts.zip`)
  expect(whole.headers['content-type']).toBe('application/zip')
  const entries = zipEntries(whole.rawPayload)
  expect(entries.size).toBe(people)
  const [name = '', bytes = Buffer.alloc(0)] = [...entries][0] ?? []
  expect(name).toMatch(/^\d{4}-000001 Persona\d\dx .*\.pdf$/)
  expect(await wordsOfPdf(bytes)).toContain('Confirmado')

  await t.owner
    .updateTable('transactions')
    .set({ height: null })
    .where('id', '=', transaction)
    .execute()
  await issue()
  const voided = zipEntries((await get(`/payments/${payment}/receipts.zip`)).rawPayload)
  expect(voided.size).toBe(people)
  for (const each of voided.keys()) expect(each).toMatch(/ \(Anulado\)\.pdf$/)
  const one = await get(pdfPath(lines[0]?.id ?? ''))
  expect(one.headers['content-disposition']).toMatch(/comprobante-\d{4}-\d{6}-Anulado\.pdf/)
  expect(await wordsOfPdf(one.rawPayload)).toMatch(/Anulado.*Anulado/)

  await t.owner
    .updateTable('transactions')
    .set({ height: 7 })
    .where('id', '=', transaction)
    .execute()
  await issue()
  expect(zipEntries((await get(`/payments/${payment}/receipts.zip`)).rawPayload)).toEqual(entries)
})

test('a line of another payment, or of none → 404', async () => {
  const other = await makePaidRun(ours, payrollId)
  await issue()
  expectRefusal(
    await ours.call('GET', `/payments/${other}/lines/${lines[0]?.id}/receipt.pdf`),
    404,
    'NOT_FOUND',
  )
  expectRefusal(await ours.call('GET', pdfPath(payment)), 404, 'NOT_FOUND')
  expectRefusal(await ours.call('GET', `/payments/${lines[0]?.id}/receipts.zip`), 404, 'NOT_FOUND')
})

test('an employee opens the own receipt; not another’s, a void one, or without session', async () => {
  const [mine, others] = lines
  const { employee_id } = await t.owner
    .selectFrom('sheet_lines')
    .select('employee_id')
    .where('id', '=', mine?.id ?? '')
    .executeTakeFirstOrThrow()
  const person = { id: employee_id, company_id: ours.companyId, created_by: null }
  const contact = newContact(t.macKey, person, { email: 'mia@izalco.sv', phone: '' }, t.now())
  await t.owner.updateTable('employees').set(contact).where('id', '=', employee_id).execute()
  const { cookie } = await anEmployeeSession(t, { email: 'mia@izalco.sv' })
  const open = (line = '', headers: Record<string, string> = { cookie }) =>
    t.app.inject({ url: `/api/v1/employee/payments/${line}/receipt.pdf`, headers })
  const own = await open(mine?.id)
  expect(own.rawPayload.equals((await get(pdfPath(mine?.id ?? ''))).rawPayload)).toBe(true)
  const foreign = await open(others?.id)
  expect([foreign.statusCode, foreign.json().code]).toEqual([404, 'NOT_FOUND'])
  for (const strange of ['019aa000-0000-7000-8000-0000000000ff', 'not-an-id', '%00']) {
    expect((await open(strange)).json()).toEqual(foreign.json())
  }
  const bearer = { authorization: `Bearer ${ours.token}` }
  for (const headers of [{}, bearer]) {
    const answer = await open(mine?.id, headers)
    expect([answer.statusCode, answer.json().code]).toEqual([401, 'LINK_ENDED'])
  }
  const asCompany = await t.app.inject({
    url: `/api/v1${pdfPath(mine?.id ?? '')}`,
    headers: { cookie },
  })
  expect([asCompany.statusCode, asCompany.json().code]).toEqual([401, 'INVALID_TOKEN'])
  await t.owner
    .updateTable('receipts')
    .set({ voided_at: new Date() })
    .where('line_id', '=', mine?.id ?? '')
    .execute()
  expect((await open(mine?.id)).json()).toEqual(foreign.json())
})

test('the preview of the mail is the mail, of nobody', async () => {
  const preview = expectAccepted(
    receiptMailPreview,
    await ours.call('GET', '/companies/receipt-mail-preview'),
  )
  expect(preview.subject).toBe('Café Izalco te pagó: tu comprobante')
  expect(preview.text).toContain('Ver mi pago:\nhttp://127.0.0.1:3000/mi-pago')
  expect(preview.text).not.toMatch(/\$|BTC|sat/)
  expect(preview.file).toMatch(/^comprobante-\d{4}-000001\.pdf$/)
})
