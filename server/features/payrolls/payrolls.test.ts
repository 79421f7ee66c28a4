import { expect, test } from 'vitest'
import { payroll, payrollBalance, payrollList } from '#contract/payrolls.ts'
import { parseBtcAddress } from '#domain/address.ts'
import {
  aCompany,
  aCsvEmployee,
  anEmployee,
  aPayroll,
  aPayrollBody,
  aPrice,
  expectAccepted,
  expectRefusal,
  faultsOf,
  type TestCompany,
} from '#server/testing/factories.ts'
import { appForFile } from '#server/testing/for-file.ts'

const t = await appForFile()
const ours = await aCompany(t)

const path = '/companies/payrolls'
const read = async (company: TestCompany, id: string) =>
  expectAccepted(payroll, await company.call('GET', `/payrolls/${id}`))
const list = async (company: TestCompany, query = '') =>
  expectAccepted(payrollList, await company.call('GET', `/payrolls?${query}`))
const member = (method: 'PATCH' | 'DELETE', payrollId: string, employeeId: string) =>
  ours.call(method, `${path}/${payrollId}/employees/${employeeId}`)

/** The balance that the follower would have written for UTXOs of this payroll. */
async function setBalance(payrollId: string, sats: bigint, received = sats) {
  await t.db
    .updateTable('payroll_balances')
    .set({
      balance_sats: sats,
      confirmed_sats: sats / 2n,
      spendable_sats: sats / 4n,
      received_sats: received,
    })
    .where('payroll_id', '=', payrollId)
    .execute()
}

test('a new payroll has an address of its own, watched before anybody sees it', async () => {
  const answer = await ours.call('POST', path, aPayrollBody({ name: ' Planilla ' }))
  expect(answer.body.message).toBe('Nómina Creada')
  const made = expectAccepted(payroll, answer, 201)
  expect(made).toMatchObject({
    name: 'Planilla',
    description: 'Oficina de San Salvador',
    type: 'REGULAR',
    companyId: ours.companyId,
    totalAmount: 0,
    employees: 0,
    lastTransaction: null,
    balance: { usdBalance: 0, btcBalance: '0.00000000' },
    spendableBtc: '0.00000000',
  })
  const parsed = parseBtcAddress(made.cryptoAddress, 'regtest')
  if (!parsed.ok) throw new Error('the address is of another network')
  const watched = await t.db
    .selectFrom('addresses')
    .selectAll()
    .where('script_pubkey', '=', Buffer.from(parsed.script))
    .executeTakeFirstOrThrow()
  expect(watched).toMatchObject({ payroll_id: made._id, company_id: ours.companyId, branch: 0 })
})

test('payrolls made at once never share an address', async () => {
  const made = await Promise.all(Array.from({ length: 10 }, () => aPayroll(ours)))
  expect(new Set(made.map(({ cryptoAddress }) => cryptoAddress)).size).toBe(10)
})

test('name, description and type are needed', async () => {
  expect(faultsOf(await ours.call('POST', path, { name: ' ' }))).toEqual({
    name: 'Obligatorio',
    description: 'Obligatorio',
    type: 'Obligatorio',
  })
  const odd = await ours.call('POST', path, aPayrollBody({ type: 'WEEKLY' }))
  expect(Object.keys(faultsOf(odd))).toEqual(['type'])
})

test('editing changes name and description; the type stays', async () => {
  const made = await aPayroll(ours)
  const body = aPayrollBody({ name: 'Gerencia', description: 'Quincenal', type: 'CSV' })
  const answer = await ours.call('PUT', `${path}/${made._id}`, body)
  expect(answer.body.message).toBe('Nómina editada')
  const edited = expectAccepted(payroll, answer)
  expect(edited).toEqual({ ...made, name: 'Gerencia', description: 'Quincenal' })
})

test('the list is newest first, in pages, searched by name without accents', async () => {
  const company = await aCompany(t)
  for (const name of ['Planilla Única', 'Gerencia', 'Planilla de café']) {
    await aPayroll(company, { name })
  }
  const names = async (query: string) =>
    (await list(company, query)).payrolls.map(({ name }) => name)
  expect(await names('')).toEqual(['Planilla de café', 'Gerencia', 'Planilla Única'])
  expect(await names('search=UNICA')).toEqual(['Planilla Única'])
  expect(await names('search=planilla&limit=1&page=2')).toEqual(['Planilla Única'])
  expect(await list(company, 'search=planilla&limit=1')).toMatchObject({
    pages: 2,
    payrollsMatched: 2,
  })
  expect(await list(company, 'page=7')).toEqual({ payrolls: [], pages: 1, payrollsMatched: 3 })
  expect(await names('search=%25')).toEqual([])
  expectRefusal(await company.call('GET', '/payrolls?search=%00'), 400, 'VALIDATION')
})

test('members are counted and their salaries added up, in the page and in the list', async () => {
  const made = await aPayroll(ours)
  const people = [
    await anEmployee(ours, { baseSalary: 650.25 }),
    await anEmployee(ours, { baseSalary: 0.1 + 1199.9 }),
  ]
  for (const { _id } of people) {
    const answer = await member('PATCH', made._id, _id)
    expect(answer.body.message).toBe('Empleados agregados a la nómina')
    expectAccepted(payroll, answer)
  }
  const now = await read(ours, made._id)
  expect(now).toMatchObject({ employees: 2, totalAmount: 1850.25 })
  expect((await list(ours)).payrolls.find(({ _id }) => _id === made._id)).toEqual(now)
})

test('adding somebody twice, even at once, is no error and counts once', async () => {
  const made = await aPayroll(ours)
  const { _id } = await anEmployee(ours)
  const answers = await Promise.all(Array.from({ length: 8 }, () => member('PATCH', made._id, _id)))
  for (const answer of answers) expect(expectAccepted(payroll, answer).employees).toBe(1)
})

test('removing an employee takes nobody else out', async () => {
  const made = await aPayroll(ours)
  const [stays, leaves] = [await anEmployee(ours), await anEmployee(ours, { firstName: 'Iván' })]
  for (const { _id } of [stays, leaves]) await member('PATCH', made._id, _id)
  const answer = await member('DELETE', made._id, leaves._id)
  expect(answer.body.message).toBe('Iván Menjívar removido de la lista')
  expect(expectAccepted(payroll, answer).employees).toBe(1)
  expectRefusal(await member('DELETE', made._id, leaves._id), 404, 'NOT_FOUND')
})

test('a list from a CSV takes and gives up nobody by hand', async () => {
  const [regular, csv] = [await aPayroll(ours), await aPayroll(ours, { type: 'CSV' })]
  expect(csv).toMatchObject({ type: 'CSV', employees: 0 })
  const person = await anEmployee(ours)
  const fromFile = await aCsvEmployee(ours, csv._id)
  for (const method of ['PATCH', 'DELETE'] as const) {
    expectRefusal(await member(method, csv._id, person._id), 409, 'PAYROLL_TYPE_MISMATCH')
    expectRefusal(await member(method, csv._id, fromFile._id), 409, 'PAYROLL_TYPE_MISMATCH')
    expectRefusal(await member(method, regular._id, fromFile._id), 409, 'CSV_EMPLOYEE_IS_READ_ONLY')
  }
  expect((await read(ours, csv._id)).employees).toBe(1)
})

test('a balance shows in satoshi, in BTC, and in USD at the last price there was', async () => {
  const made = await aPayroll(ours)
  const balance = async () =>
    expectAccepted(payrollBalance, await ours.call('GET', `/payrolls/${made._id}/balance`))
  await setBalance(made._id, 153_846n, 1_000_000n)
  expect((await balance()).usdBalance).toBe(0)
  await aPrice(t, 9_100_000n, new Date(Date.now() - 86_400_000))
  expect(await balance()).toEqual({
    balance: 153_846,
    balanceString: '153846',
    confirmedBalanceString: '76923',
    spendableBalanceString: '38461',
    totalReceived: 1_000_000,
    totalSent: 846_154,
    btcBalance: '0.00153846',
    usdBalance: 140,
  })
  expect(await read(ours, made._id)).toMatchObject({
    balance: { usdBalance: 140, btcBalance: '0.00153846' },
    spendableBtc: '0.00038461',
  })
})

test('a payroll with more than 1,000 sat cannot be deleted; one with its last head can', async () => {
  const made = await aPayroll(ours)
  await setBalance(made._id, 1_001n)
  const answer = await ours.call('DELETE', `${path}/${made._id}`)
  expect(expectRefusal(answer, 409, 'PAYROLL_HAS_FUNDS').message).toBe(
    'No es posible eliminar una nómina con fondos.',
  )
  await setBalance(made._id, 1_000n)
  const gone = await ours.call('DELETE', `${path}/${made._id}`)
  expect(gone.body).toEqual({
    success: true,
    message: 'Planilla de oficina eliminado',
    data: null,
  })
})

test('a deleted payroll is gone for everybody but the chain', async () => {
  const made = await aPayroll(ours)
  const person = await anEmployee(ours)
  await member('PATCH', made._id, person._id)
  await ours.call('DELETE', `${path}/${made._id}`)
  for (const answer of [
    await ours.call('GET', `/payrolls/${made._id}`),
    await ours.call('GET', `/payrolls/${made._id}/balance`),
    await ours.call('PUT', `${path}/${made._id}`, aPayrollBody()),
    await ours.call('DELETE', `${path}/${made._id}`),
    await member('PATCH', made._id, person._id),
    await member('DELETE', made._id, person._id),
  ]) {
    expectRefusal(answer, 404, 'NOT_FOUND')
  }
  expect((await list(ours, 'limit=100')).payrolls.map(({ _id }) => _id)).not.toContain(made._id)
  expect((await ours.call('GET', `/companies/employees/${person._id}`)).status).toBe(200)
  const watched = await t.db
    .selectFrom('addresses')
    .select('index')
    .where('payroll_id', '=', made._id)
    .execute()
  expect(watched).toHaveLength(1)
})

test('deleting a CSV payroll deletes the people of its file, and only them', async () => {
  const company = await aCompany(t)
  const csv = await aPayroll(company, { type: 'CSV' })
  const fromFile = await aCsvEmployee(company, csv._id)
  const person = await anEmployee(company)
  await company.call('DELETE', `${path}/${csv._id}`)
  expectRefusal(await company.call('GET', `/companies/employees/${fromFile._id}`), 404, 'NOT_FOUND')
  expect((await company.call('GET', `/companies/employees/${person._id}`)).status).toBe(200)
})

test('a payroll with an open payment is not deleted, and the answer has the payment', async () => {
  const company = await aCompany(t)
  const made = await aPayroll(company)
  const { id } = await t.db
    .insertInto('sheets')
    .values({
      company_id: company.companyId,
      payroll_id: made._id,
      requested_by: company.user._id,
      note: '',
      bitcoin_usd_cents: 65_000n,
      dollars_usd_cents: 0n,
      total_sats: 714_286n,
      rate_usd_cents_per_btc: 9_100_000n,
      rate_sources: 3,
      rate_at: new Date(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const answer = expectRefusal(
    await company.call('DELETE', `${path}/${made._id}`),
    409,
    'PAYMENT_IN_PROGRESS',
  )
  expect(answer.data).toMatchObject({ payment: { _id: id, totalUsd: 650 } })
  expect((await read(company, made._id))._id).toBe(made._id)
})

test('deleting, adding and deleting people at once leaves nobody half in a payroll', async () => {
  for (let round = 0; round < 5; round++) {
    const made = await aPayroll(ours)
    const people = [await anEmployee(ours), await anEmployee(ours)]
    const answers = await Promise.all([
      ...people.map(({ _id }) => member('PATCH', made._id, _id)),
      ours.call('DELETE', `${path}/${made._id}`),
      ...people.map(({ _id }) => ours.call('DELETE', `/companies/employees/${_id}`)),
      ...people.map(({ _id }) => member('DELETE', made._id, _id)),
    ])
    for (const { status } of answers) expect([200, 404]).toContain(status)
    const left = await t.db
      .selectFrom('payroll_members')
      .select('employee_id')
      .where('payroll_id', '=', made._id)
      .execute()
    expect(left).toEqual([])
  }
})
