import { parse } from 'csv-parse/sync'
import { expect, test } from 'vitest'
import { approvalAnswer, approvalList } from '#contract/approvals.ts'
import { dashboard } from '#contract/dashboard.ts'
import {
  dollarLineAnswer,
  dollarLines,
  dollarLinesMarked,
  dollarRuns,
} from '#contract/dollar-lines.ts'
import { employeeList } from '#contract/employees.ts'
import { type Payment, paymentAnswer, paymentPreview } from '#contract/payments.ts'
import { signerForFile } from '#server/testing/app-signer.ts'
import { codeSentTo } from '#server/testing/codes.ts'
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
import { aMember } from '#server/testing/team-steps.ts'

const t = await appForFile()
await signerForFile(t)

const bank = { bank: 'Banco Agrícola', bankAccount: '003-0114-4417' }

/** A payroll of people who are paid in dollars alone, without any price or node. */
async function inDollars(company: TestCompany, salaries: number[]) {
  const payroll = await aPayroll(company)
  for (const [index, baseSalary] of salaries.entries()) {
    const share = { baseSalary, bitcoinPercent: 0, cryptoAddress: '', identification: '' }
    const email = `persona-${index}@izalco.sv`
    const { _id } = await anEmployee(company, { ...share, ...bank, email })
    const added = await company.call('PATCH', `/companies/payrolls/${payroll._id}/employees/${_id}`)
    expect(added.status).toBe(200)
  }
  return payroll._id
}

const previewPath = (payroll: string) => `/companies/payrolls/${payroll}/payment-preview`

async function press(company: TestCompany, payroll: string, body: object = {}): Promise<Payment> {
  const path = `/companies/payrolls/${payroll}/run-payment`
  return expectAccepted(paymentAnswer, await company.call('POST', path, body)).payment
}

const linesOf = async (company: TestCompany, payment: string, query = '') =>
  expectAccepted(
    dollarLines,
    await company.call('GET', `/payments/${payment}/dollar-lines${query}`),
  )

test('everybody in dollars → the preview lacks nothing, and the press pays at once', async () => {
  const company = await aCompany(t)
  const payroll = await inDollars(company, [620.5, 300])
  const preview = expectAccepted(paymentPreview, await company.call('GET', previewPath(payroll)))
  expect(preview).toMatchObject({
    totalUsd: 920.5,
    bitcoinUsd: 0,
    dollarsUsd: 920.5,
    dollarsPeople: 2,
    enough: true,
    problems: [],
    transactions: 0,
    approvalsRequired: 0,
    needsCode: false,
  })
  const payment = await press(company, payroll, { previewHash: preview.previewHash })
  expect(payment).toMatchObject({
    state: 'confirmed',
    lines: 2,
    // No list has gone to the bank.
    paidLines: 0,
    totalUsd: 920.5,
    bitcoinUsd: 0,
    dollarsUsd: 920.5,
    totalBtc: '0.00000000',
    usdRate: 0,
    transactions: [],
  })
  const again = await company.call('POST', `/companies/payrolls/${payroll}/run-payment`, {})
  expectRefusal(again, 409, 'ALREADY_PAID')
  const { spending } = expectAccepted(dashboard, await company.call('GET', '/users/dashboard'))
  expect(spending.at(-1)).toMatchObject({ usd: 0, dollarsUsd: 920.5 })
})

test('a share changes between the preview and the press → PREVIEW_CHANGED', async () => {
  const company = await aCompany(t)
  const payroll = await inDollars(company, [620.5])
  const { previewHash } = expectAccepted(
    paymentPreview,
    await company.call('GET', previewPath(payroll)),
  )
  const [person] = expectAccepted(employeeList, await company.call('GET', '/employees')).employees
  const share = { bitcoinPercent: 10, cryptoAddress: anAddress() }
  await editEmployee(company, person?._id ?? '', share)
  const path = `/companies/payrolls/${payroll}/run-payment`
  expectRefusal(await company.call('POST', path, { previewHash }), 409, 'PREVIEW_CHANGED')
})

test('lines of a run → by last name, with bank and account, marked once by reference', async () => {
  const company = await aCompany(t)
  const payment = await press(company, await inDollars(company, [620.5, 300]))
  const all = await linesOf(company, payment._id)
  expect(all).toMatchObject({ linesMatched: 2, pages: 1, totalUsd: 920.5, paidUsd: 0, due: true })
  expect(all.lines[0]).toMatchObject({ ...bank, paid: false, paidAt: null, reference: '' })
  expect((await linesOf(company, payment._id, '?limit=1&page=2')).lines).toHaveLength(1)

  const [first] = all.lines
  const path = `/payments/${payment._id}/dollar-lines/${first?._id}`
  const marked = await company.call('PATCH', path, { paid: true, reference: 'TR-448' })
  expect(expectAccepted(dollarLineAnswer, marked).line).toMatchObject({
    paid: true,
    reference: 'TR-448',
  })
  expect((await linesOf(company, payment._id)).paidUsd).toBe(first?.usd)
  const unmarked = await company.call('PATCH', path, { paid: false })
  expect(expectAccepted(dollarLineAnswer, unmarked).line).toMatchObject({
    paid: false,
    reference: '',
  })
})

test('the whole list → marked at once, unmarked, and not sent, but for what is paid', async () => {
  const company = await aCompany(t)
  const payment = await press(company, await inDollars(company, [620.5, 300, 80]))
  const path = `/payments/${payment._id}/dollar-lines`
  const markAll = async (body: object) =>
    expectAccepted(dollarLinesMarked, await company.call('PATCH', path, body))
  expect((await linesOf(company, payment._id)).sent).toBeNull()
  expect(await markAll({ sent: false })).toEqual({ people: 0, usd: 0 })
  const [first] = (await linesOf(company, payment._id)).lines
  const one = { paid: true, reference: 'TR-447' }
  expectAccepted(dollarLineAnswer, await company.call('PATCH', `${path}/${first?._id}`, one))
  // Lists had none of the other lines yet.
  expect((await linesOf(company, payment._id)).sent).toBeNull()
  const headers = { authorization: `Bearer ${company.token}` }
  await t.app.inject({ url: `/api/v1${path}.csv`, headers })
  const by = expect.stringContaining(company.form.email)
  expect((await linesOf(company, payment._id)).sent).toMatchObject({ by })

  const left = 1000.5 - (first?.usd ?? 0)
  expect(await markAll({ sent: false })).toEqual({ people: 2, usd: left })
  expect(await markAll({ paid: true, reference: 'TR-448' })).toEqual({ people: 2, usd: left })
  const { lines, paidUsd } = await linesOf(company, payment._id)
  expect(paidUsd).toBe(1000.5)
  // A line that was marked before keeps its reference.
  expect(lines.map(({ reference }) => reference).toSorted()).toEqual(['TR-447', 'TR-448', 'TR-448'])
  expect(await markAll({ sent: false })).toEqual({ people: 0, usd: 0 })
  expect(await markAll({ paid: false })).toEqual({ people: 3, usd: 1000.5 })
  expect(await linesOf(company, payment._id)).toMatchObject({ paidUsd: 0 })
  const approver = await aMember(t, company, 'APPROVER')
  expectRefusal(await approver.call('PATCH', path, { paid: true }), 422, 'NOT_ALLOWED_FOR_ROLE')
})

test('the list as CSV and XLSX → who may read it gets it, and another company does not', async () => {
  const company = await aCompany(t)
  const payment = await press(company, await inDollars(company, [620.5]))
  const path = `/payments/${payment._id}/dollar-lines`
  const headers = { authorization: `Bearer ${company.token}` }
  const csv = await t.app.inject({ url: `/api/v1${path}.csv`, headers })
  const [titles, row] = parse(csv.rawPayload, { bom: true }) as string[][]
  expect(titles).toEqual(expect.arrayContaining(['En dólares', 'Área']))
  expect(row).toEqual(expect.arrayContaining(['Banco Agrícola', '003-0114-4417', '620.50']))
  expect((await t.app.inject({ url: `/api/v1${path}.xlsx`, headers })).statusCode).toBe(200)
  const other = await aCompany(t)
  expectRefusal(await other.call('GET', `${path}.csv`), 404, 'NOT_FOUND')
})

test('an approver marks nothing; a strange line or a missing field changes nothing', async () => {
  const company = await aCompany(t)
  const payment = await press(company, await inDollars(company, [620.5]))
  const [line] = (await linesOf(company, payment._id)).lines
  const path = `/payments/${payment._id}/dollar-lines/${line?._id}`
  const approver = await aMember(t, company, 'APPROVER')
  expectRefusal(await approver.call('PATCH', path, { paid: true }), 422, 'NOT_ALLOWED_FOR_ROLE')
  expectRefusal(await company.call('PATCH', path, { reference: 'x' }), 400, 'VALIDATION')
  expectRefusal(await company.call('PATCH', path, { paid: 'yes' }), 400, 'VALIDATION')
  const strange = `/payments/${payment._id}/dollar-lines/${payment._id}`
  expectRefusal(await company.call('PATCH', strange, { paid: true }), 404, 'NOT_FOUND')
  expect((await linesOf(company, payment._id)).paidUsd).toBe(0)
})

test('older runs in dollars → listed newest first, each with what is left', async () => {
  const company = await aCompany(t)
  const payroll = await inDollars(company, [620.5, 300])
  const older = await press(company, payroll, { note: 'Octubre' })
  const newer = await press(company, payroll, { after: older._id })
  // A second payment within 72 hours asks for a code.
  expect(newer.state).toBe('pendingApproval')
  const { approvals } = expectAccepted(approvalList, await company.call('GET', '/approvals'))
  const code = await codeSentTo(t.db, company.form.email)
  const approving = `/approvals/${approvals[0]?._id}/approve`
  expectAccepted(approvalAnswer, await company.call('POST', approving, { code }))
  const [first] = (await linesOf(company, older._id)).lines
  const path = `/payments/${older._id}/dollar-lines/${first?._id}`
  await company.call('PATCH', path, { paid: true, reference: 'TR-448' })
  const runsOf = async (query = '') =>
    expectAccepted(
      dollarRuns,
      await company.call('GET', `/payrolls/${payroll}/dollar-runs${query}`),
    )
  expect(await runsOf()).toMatchObject({
    total: 2,
    pages: 1,
    runs: [
      { _id: newer._id, note: '', people: 2, totalUsd: 920.5, paidUsd: 0, due: true },
      { _id: older._id, note: 'Octubre', people: 2, totalUsd: 920.5, paidUsd: first?.usd },
    ],
  })
  const second = await runsOf('?limit=1&page=2')
  expect(second).toMatchObject({ pages: 2, runs: [{ _id: older._id }] })
  const other = await aCompany(t)
  expectRefusal(await other.call('GET', `/payrolls/${payroll}/dollar-runs`), 404, 'NOT_FOUND')
  expectRefusal(await company.call('GET', '/payrolls/none/dollar-runs'), 404, 'NOT_FOUND')
  expectRefusal(
    await company.call('GET', `/payrolls/${payroll}/dollar-runs?page=0`),
    400,
    'VALIDATION',
  )
})
