import { type APIRequestContext, expect } from '@playwright/test'
import { z } from 'zod'
import { newRegtestAddress } from './addresses.ts'
import { fromMessage, newCompany, password } from './company.ts'
import { mineOnly } from './node.ts'

const made = z.object({ data: z.object({ _id: z.string(), cryptoAddress: z.string() }) })
const balance = z.object({ data: z.object({ spendableBalanceString: z.string() }) })
const gift = z.object({ txid: z.string() })
const sent = z.object({
  data: z.object({
    transactions: z.array(z.object({ state: z.string(), txid: z.nullable(z.string()) })),
  }),
})

export type CompanyClient = Awaited<ReturnType<typeof companyOf>>
type Made = z.infer<typeof made>['data']

/** A new company, with calls in its name. */
export async function companyOf(request: APIRequestContext) {
  const { email, token, user } = await newCompany(request)
  return { email, user, ...callsWith(request, token) }
}

/** Calls in the name of somebody who signed in. */
export function callsWith(request: APIRequestContext, token: string) {
  const headers = { Authorization: `Bearer ${token}` }
  const post = (path: string, data: object) =>
    request.post(`/api/v1${path}`, { headers, data }).then((answer) => answer.json())
  const get = (path: string) =>
    request.get(`/api/v1${path}`, { headers }).then((answer) => answer.json())
  return { token, request, headers, post, get }
}

type Calls = ReturnType<typeof callsWith>

const session = z.object({ data: z.object({ token: z.string(), user: z.unknown() }) })

/** Gloria Mejía, who was invited and came. */
export async function anApprover({ request, post }: CompanyClient) {
  const email = `gloria.${crypto.randomUUID()}@izalco.sv`
  await post('/companies/invitations', { email, role: 'APPROVER' })
  const token = await fromMessage(request, email, /\/invitacion#t=([\w-]+)/)
  const joined = await request.post(`/api/v1/invitations/${token}`, {
    data: { firstName: 'Gloria', lastName: 'Mejía', password },
  })
  return { email, ...session.parse(await joined.json()).data }
}

/** Somebody of 870 USD, Alvarenga by name. */
export async function aPerson({ post }: CompanyClient, firstName: string) {
  const cryptoAddress = newRegtestAddress()
  const body = { firstName, lastName: 'Alvarenga', baseSalary: 870, cryptoAddress }
  return made.parse(await post('/companies/employees', body)).data._id
}

/** A new person, in that payroll. */
export async function addPerson(company: Calls, payrollId: string, person: object): Promise<Made> {
  const body = { cryptoAddress: newRegtestAddress(), ...person }
  const employee = made.parse(await company.post('/companies/employees', body)).data
  await joinPayroll(company, payrollId, employee._id)
  return employee
}

async function joinPayroll({ request, headers }: Calls, payrollId: string, employeeId: string) {
  const path = `/api/v1/companies/payrolls/${payrollId}/employees/${employeeId}`
  expect((await request.patch(path, { headers })).ok()).toBe(true)
}

async function newPayroll({ post }: Calls, name: string): Promise<Made> {
  const body = { name, description: 'Corte', type: 'REGULAR' }
  return made.parse(await post('/companies/payrolls', body)).data
}

/** Sends 0.1 BTC to each, mines them together, and waits until they can be spent. */
async function fund({ request, get }: Calls, all: readonly Made[]): Promise<void> {
  const gifts: string[] = []
  for (const { cryptoAddress: address } of all) {
    const answer = await request.post('/api/sandbox/faucet', { data: { address, btc: '0.1' } })
    gifts.push(gift.parse(await answer.json()).txid)
  }
  await mineOnly(gifts)
  for (const { _id } of all) {
    await expect
      .poll(async () => balance.parse(await get(`/payrolls/${_id}/balance`)).data)
      .toMatchObject({ spendableBalanceString: '10000000' })
  }
}

/** A payroll 'Oficina San Salvador' of these new people, with 0.1 BTC. */
export async function makeFundedPayrollOf(company: Calls, people: readonly object[]) {
  const payroll = await newPayroll(company, 'Oficina San Salvador')
  const team: Made[] = []
  for (const person of people) team.push(await addPerson(company, payroll._id, person))
  await fund(company, [payroll])
  return { payrollId: payroll._id, team }
}

/** Payrolls with the same person each and 0.1 BTC, all funded in one block. */
export async function makeFundedPayrolls(
  company: CompanyClient,
  names: readonly string[],
): Promise<string[]> {
  const person = await aPerson(company, 'Wendy Carolina')
  const all: Made[] = []
  for (const name of names) {
    const payroll = await newPayroll(company, name)
    await joinPayroll(company, payroll._id, person)
    all.push(payroll)
  }
  await fund(company, all)
  return all.map(({ _id }) => _id)
}

/** Mines what a payroll has on its way, and waits for it where it is not there yet. */
export async function mineSent({ get }: Calls, payrollId: string): Promise<void> {
  let txids: string[] = []
  await expect
    .poll(async () => {
      const list = sent.parse(await get(`/payrolls/${payrollId}/transactions?state=unconfirmed`))
      txids = list.data.transactions.flatMap(({ txid }) => txid ?? [])
      return txids.length
    })
    .toBeGreaterThan(0)
  await mineOnly(txids)
}

/** Mines what is on its way; then so many payments of the payroll are confirmed. */
export async function confirmPayments(company: Calls, payrollId: string, payments: number) {
  await mineSent(company, payrollId)
  await expect
    .poll(async () => {
      const path = `/payrolls/${payrollId}/transactions?type=send&state=confirmed`
      return sent.parse(await company.get(path)).data.transactions.length
    })
    .toBe(payments)
}
