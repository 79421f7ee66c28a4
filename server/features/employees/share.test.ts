import { expect, test } from 'vitest'
import { auditPage } from '#contract/audit.ts'
import { employee } from '#contract/employees.ts'
import { readHolds } from '#server/authorization/address-holds.ts'
import { isTrue } from '#server/authorization/mac.ts'
import { macColumns } from '#server/authorization/registry.ts'
import { notifyPayData } from '#server/features/notifications/index.ts'
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
import { makePaidRun } from '#server/testing/paid-rows.ts'
import { aMember } from '#server/testing/team-steps.ts'

const t = await appForFile()
const path = '/companies/employees'
const account = { bank: 'Banco Agrícola', bankAccount: '3570-012345-6' }
const inDollars = { bitcoinPercent: 0, cryptoAddress: '', ...account }

const put = (company: TestCompany, id: string, body: object, headers = {}) =>
  company.call('PUT', `${path}/${id}`, body, { headers })

test('somebody new has all in bitcoin, and no bank', async () => {
  const made = await anEmployee(await aCompany(t))
  expect(made).toMatchObject({
    bitcoinPercent: 100,
    bank: '',
    bankAccount: '',
    invitedAt: null,
    addressConfirmedAt: null,
    readiness: 'notInvited',
  })
})

test('share, bank and account are kept by an edit that does not name them', async () => {
  const company = await aCompany(t)
  const made = await anEmployee(company, { bitcoinPercent: 30, ...account })
  expect(made).toMatchObject({ bitcoinPercent: 30, ...account })
  const body = anEmployeeBody({ cryptoAddress: made.cryptoAddress, baseSalary: 700 })
  for (const blank of [{}, { bitcoinPercent: null, bank: null, bankAccount: null }]) {
    const edited = expectAccepted(employee, await put(company, made._id, { ...body, ...blank }))
    expect(edited).toMatchObject({ baseSalary: 700, bitcoinPercent: 30, ...account })
  }
  const emptied = { ...body, bitcoinPercent: '', bank: '', bankAccount: '' }
  expect(expectAccepted(employee, await put(company, made._id, emptied))).toMatchObject({
    bitcoinPercent: 30,
    bank: '',
    bankAccount: '',
  })
})

test('the MAC covers the share that an edit sets', async () => {
  const company = await aCompany(t)
  const { _id: employeeId, cryptoAddress: address } = await anEmployee(company)
  await put(company, employeeId, anEmployeeBody({ cryptoAddress: address, bitcoinPercent: 40 }))
  const row = await t.db
    .selectFrom('employees')
    .select(macColumns.employees)
    .where('id', '=', employeeId)
    .executeTakeFirstOrThrow()
  expect(row.bitcoin_percent).toBe(40)
  expect(isTrue(t.macKey, 'employees', row)).toBe(true)
  expect(isTrue(t.macKey, 'employees', { ...row, bitcoin_percent: 100 })).toBe(false)
})

test('nothing in bitcoin → the address may be empty, and comes back with the share', async () => {
  const company = await aCompany(t)
  const made = await anEmployee(company, inDollars)
  expect(made).toMatchObject({ cryptoAddress: '', bitcoinPercent: 0, sharedWith: [] })
  const other = await anEmployee(company, inDollars)
  expect(other.sharedWith).toEqual([])
  const { cryptoAddress: _, ...body } = anEmployeeBody()
  expect(expectAccepted(employee, await put(company, made._id, body)).cryptoAddress).toBe('')
  const paid = anEmployeeBody({ bitcoinPercent: 100 })
  expect(expectAccepted(employee, await put(company, made._id, paid))).toMatchObject({
    cryptoAddress: paid.cryptoAddress,
    bitcoinPercent: 100,
  })
  const shared = { with: other._id, accepted: true }
  expectRefusal(
    await company.call('PUT', `${path}/${made._id}/shared-address`, shared),
    400,
    'VALIDATION',
  )
})

test.each([
  ['101', { bitcoinPercent: 101 }, 'bitcoinPercent', 'Entre 0 y 100, sin decimales'],
  ['−1', { bitcoinPercent: -1 }, 'bitcoinPercent', 'Entre 0 y 100, sin decimales'],
  ['a half', { bitcoinPercent: 33.5 }, 'bitcoinPercent', 'Entre 0 y 100, sin decimales'],
  ['a text', { bitcoinPercent: '50' }, 'bitcoinPercent', 'Formato inválido'],
  ['letters', { bankAccount: '12AB34' }, 'bankAccount', /^Solo números, espacios y guiones/],
  ['three digits', { bankAccount: '12 3' }, 'bankAccount', /^Solo números, espacios y guiones/],
  ['43 digits', { bankAccount: '1'.repeat(43) }, 'bankAccount', 'Es demasiado largo'],
  ['a long bank', { bank: 'B'.repeat(101) }, 'bank', 'Es demasiado largo'],
  ['no address', { cryptoAddress: '' }, 'cryptoAddress', 'Obligatorio'],
  ['a share of 30', { cryptoAddress: '', bitcoinPercent: 30 }, 'cryptoAddress', /^Falta la dir/],
])('%s → a fault of its field, and nothing changes', async (_what, change, field, message) => {
  const company = await aCompany(t)
  const made = await anEmployee(company)
  const body = anEmployeeBody(change)
  for (const answer of [
    await company.call('POST', path, body),
    await put(company, made._id, body),
  ]) {
    const { errors } = expectRefusal(answer, 400, 'VALIDATION')
    expect(errors).toMatchObject([{ path: field, message: expect.stringMatching(message) }])
  }
  expect(expectAccepted(employee, await company.call('GET', `${path}/${made._id}`))).toEqual(made)
})

test('a missing address is named beside the faults of other fields, in the language', async () => {
  const company = await aCompany(t)
  const body = anEmployeeBody({ firstName: 'A', cryptoAddress: null, bitcoinPercent: 1 })
  const headers = { 'accept-language': 'pt' }
  const { errors } = expectRefusal(
    await company.call('POST', path, body, { headers }),
    400,
    'VALIDATION',
  )
  expect(errors?.map(({ path }) => path)).toEqual(['firstName', 'cryptoAddress'])
  expect(errors?.[1]?.message).toMatch(/^Falta o endereço/)
})

test('a changed share or account is audited by its last digits, and the admins hear', async () => {
  const company = await aCompany(t)
  const made = await anEmployee(company)
  const change = { cryptoAddress: made.cryptoAddress, bitcoinPercent: 25, ...account }
  expectAccepted(employee, await put(company, made._id, anEmployeeBody(change)))
  const { events } = expectAccepted(auditPage, await company.call('GET', '/companies/audit'))
  const detailOf = (action: string) => events.find((one) => one.action === action)?.detail
  expect(detailOf('employee.shareChanged')).toMatchObject({ shareFrom: 100, shareTo: 25 })
  expect(detailOf('employee.bankChanged')).toMatchObject({
    bank: account.bank,
    accountFrom: '',
    accountTo: '…3456',
  })
  expect(detailOf('employee.edited')?.changed).toEqual(
    expect.arrayContaining(['bitcoinPercent', 'bank', 'bankAccount']),
  )
  expect(JSON.stringify(events)).not.toContain('012345')
  const deps = { macKey: t.macKey, config: t.config, sms: true, log: t.log }
  await notifyPayData(t.worker, { ...deps, now: new Date(Date.now() + 60_000) })
  const [sent] = (await messagesTo(t.db))
    .filter(({ recipient }) => recipient === company.form.email)
    .toReversed()
  expect(sent?.text).toContain('100 % → 25 %')
  expect(sent?.text).toContain('…3456')
  expect(sent?.text).not.toContain('012345')
})

test('the first address of somebody who was paid in dollars waits as a changed one', async () => {
  const company = await aCompany(t)
  await aMember(t, company, 'APPROVER')
  const payrollId = (await aPayroll(company))._id
  const paid = await anEmployee(company, inDollars)
  const unpaid = await anEmployee(company, inDollars)
  await company.call('PATCH', `/companies/payrolls/${payrollId}/employees/${paid._id}`)
  await makePaidRun(company, payrollId)
  await t.owner
    .deleteFrom('transaction_outputs')
    .where(
      'line_id',
      'in',
      t.owner.selectFrom('sheet_lines').select('id').where('employee_id', '=', paid._id),
    )
    .execute()
  for (const { _id } of [paid, unpaid]) {
    expectAccepted(employee, await put(company, _id, anEmployeeBody({ bitcoinPercent: 100 })))
  }
  const holds = await readHolds(t.db, t.macKey, company.companyId, t.now())
  expect(holds.map(({ row }) => [row.employee_id, row.hold_reason])).toEqual([
    [paid._id, 'ADDRESS'],
  ])
})

test('an address that is taken away waits for nothing, and back at it neither', async () => {
  const company = await aCompany(t)
  await aMember(t, company, 'APPROVER')
  const payrollId = (await aPayroll(company))._id
  const paid = await anEmployee(company)
  await company.call('PATCH', `/companies/payrolls/${payrollId}/employees/${paid._id}`)
  await makePaidRun(company, payrollId)
  const none = anEmployeeBody({ bitcoinPercent: 0, cryptoAddress: '' })
  expectAccepted(employee, await put(company, paid._id, none))
  expect(await readHolds(t.db, t.macKey, company.companyId, t.now())).toEqual([])
  const { cryptoAddress } = paid
  const back = anEmployeeBody({ bitcoinPercent: 100, cryptoAddress })
  expectAccepted(employee, await put(company, paid._id, back))
  expect(await readHolds(t.db, t.macKey, company.companyId, t.now())).toEqual([])
  expectAccepted(employee, await put(company, paid._id, none))
  const other = expectAccepted(
    employee,
    await put(company, paid._id, anEmployeeBody({ bitcoinPercent: 100 })),
  )
  expect(other.readiness).toBe('addressHeld')
})
