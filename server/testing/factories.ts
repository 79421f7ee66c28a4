import { randomBytes, randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import type { z } from 'zod/mini'
import { session } from '#contract/auth.ts'
import type { Company } from '#contract/company.ts'
import { employee } from '#contract/employees.ts'
import { failure, success } from '#contract/http.ts'
import { payroll } from '#contract/payrolls.ts'
import { addMembers } from '#server/authorization/member-rows.ts'
import type { CallOptions, Method, TestApp } from './app.ts'
import { testMacKey } from './codes.ts'
import { anAddress } from './engine.ts'

export type Answer = Awaited<ReturnType<TestApp['call']>>
export type TestCompany = Awaited<ReturnType<typeof aCompany>>

/** The data of an answer that succeeded exactly as its schema says. */
export function expectAccepted<T extends z.ZodMiniType>(
  schema: T,
  answer: Answer,
  status = 200,
): z.output<T> {
  expect(answer.body, JSON.stringify(answer.body)).toMatchObject({ success: true })
  expect(answer.status).toBe(status)
  expect(success(schema).parse(answer.body), 'all that is sent is named').toEqual(answer.body)
  return schema.parse(answer.body.data)
}

/** A refusal in its envelope, without anything that only a log should hold. */
export function expectRefusal(answer: Answer, status: number, code: string) {
  const read = failure.parse(answer.body)
  expect([answer.status, read.code]).toEqual([status, code])
  expect(read).toEqual(answer.body)
  return read
}

/** The fields that a refusal complains about, with what it says of them. */
export const faultsOf = (answer: Answer): Record<string, string> =>
  Object.fromEntries(
    (expectRefusal(answer, 400, 'VALIDATION').errors ?? []).map(({ path, message }) => [
      path,
      message,
    ]),
  )

export const aSignUp = (changes: object = {}) => ({
  firstName: 'Marcela',
  lastName: 'Portillo',
  email: `${randomUUID()}@izalco.sv`,
  password: 'Volcan#2026',
  companyName: 'Café Izalco',
  companySector: 'Agroindustria',
  ...changes,
})

export const anEmployeeBody = (changes: object = {}) => ({
  firstName: 'Rosa',
  lastName: 'Menjívar',
  identification: '01234567-8',
  email: 'rosa@izalco.sv',
  phone: '+50370001234',
  baseSalary: 650.25,
  cryptoAddress: anAddress(),
  ...changes,
})

export const aPayrollBody = (changes: object = {}) => ({
  name: 'Planilla de oficina',
  description: 'Oficina de San Salvador',
  type: 'REGULAR',
  ...changes,
})

/** A company that has signed up, and its administrator's calls. */
export async function aCompany(t: Pick<TestApp, 'db' | 'call'>, changes: object = {}) {
  const form = aSignUp(changes)
  const { token, user } = expectAccepted(
    session,
    await t.call('POST', '/auth/sign-up', { body: form }),
    201,
  )
  const { company_id } = await t.db
    .selectFrom('users')
    .select('company_id')
    .where('id', '=', user._id)
    .executeTakeFirstOrThrow()
  const call = (method: Method, path: string, body?: unknown, options: CallOptions = {}) =>
    t.call(method, path, { token, body, ...options })
  return { t, token, user, form, companyId: company_id, call }
}

export type ApprovalSettings = Company['approval']
/** Rules under which nothing but a withdrawal needs a code. */
export const noApproval: ApprovalSettings = { overUsd: null, changedAddresses: false }

export async function anEmployee(company: TestCompany, changes: object = {}) {
  const body = anEmployeeBody(changes)
  return expectAccepted(employee, await company.call('POST', '/companies/employees', body), 201)
}

/** Saves an employee with some fields changed. */
export async function editEmployee(company: TestCompany, id: string, changes: object) {
  const path = `/companies/employees/${id}`
  const before = expectAccepted(employee, await company.call('GET', path))
  const body = anEmployeeBody({ ...before, ...changes, identification: '' })
  return expectAccepted(employee, await company.call('PUT', path, body))
}

export async function aPayroll(company: TestCompany, changes: object = {}) {
  const body = aPayrollBody(changes)
  return expectAccepted(payroll, await company.call('POST', '/companies/payrolls', body), 201)
}

/** A run of the payroll's that is over, with its one transaction, as rows alone. */
export async function aConfirmedRun({ t, companyId, user }: TestCompany, payroll: string) {
  const owner = { company_id: companyId, payroll_id: payroll }
  const { id: payment } = await t.db
    .insertInto('sheets')
    .values({
      ...owner,
      requested_by: user._id,
      note: '',
      bitcoin_usd_cents: 100n,
      dollars_usd_cents: 0n,
      total_sats: 1_099n,
      rate_usd_cents_per_btc: 9_100_000n,
      rate_sources: 3,
      rate_at: new Date(),
      closed_at: new Date(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id: transaction } = await t.db
    .insertInto('transactions')
    .values({
      ...owner,
      sheet_id: payment,
      type: 'send',
      was_mined: true,
      usd_cents: 100n,
      sats: 1_099n,
      rate_usd_cents_per_btc: 9_100_000n,
      txid: randomBytes(32),
      raw: randomBytes(200),
      height: 7,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { payment, transaction }
}

/** A CSV employee. Only uploading a file makes one, so an employee's row is turned into it. */
export async function aCsvEmployee(company: TestCompany, payrollId: string, changes: object = {}) {
  const made = await anEmployee(company, changes)
  const { db } = company.t
  await db
    .updateTable('employees')
    .set({ creation_type: 'CSV' })
    .where('id', '=', made._id)
    .execute()
  await db
    .transaction()
    .execute((trx) =>
      addMembers(trx, testMacKey, { companyId: company.companyId, payrollId }, [made._id], null),
    )
  return made
}

export async function aPrice(t: TestApp, usdCentsPerBtc = 9_100_000n, at = new Date()) {
  await t.worker
    .insertInto('prices')
    .values({ at, usd_cents_per_btc: usdCentsPerBtc, sources: 3 })
    .execute()
}
