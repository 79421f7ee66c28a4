import { type APIRequestContext, expect } from '@playwright/test'
import { z } from 'zod'
import { newRegtestAddress } from './addresses.ts'
import { fromMessage, newCompany, password } from './company.ts'

const made = z.object({ data: z.object({ _id: z.string(), cryptoAddress: z.string() }) })
const balance = z.object({ data: z.object({ spendableBalanceString: z.string() }) })

export type CompanyClient = Awaited<ReturnType<typeof companyOf>>

/** A new company, with calls in its name. */
export async function companyOf(request: APIRequestContext) {
  const company = await newCompany(request)
  const headers = { Authorization: `Bearer ${company.token}` }
  const post = (path: string, data: object) =>
    request.post(`/api/v1${path}`, { headers, data }).then((answer) => answer.json())
  const get = (path: string) =>
    request.get(`/api/v1${path}`, { headers }).then((answer) => answer.json())
  return { ...company, request, headers, post, get }
}

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

/** Payrolls with the same person each and 0.1 BTC, all funded in one block. */
export async function fundedPayrolls(
  company: CompanyClient,
  names: readonly string[],
): Promise<string[]> {
  const { request, headers, post, get } = company
  const person = await aPerson(company, 'Wendy Carolina')
  const ids: string[] = []
  for (const name of names) {
    const body = { name, description: 'Corte', type: 'REGULAR' }
    const { _id, cryptoAddress } = made.parse(await post('/companies/payrolls', body)).data
    await request.patch(`/api/v1/companies/payrolls/${_id}/employees/${person}`, { headers })
    await request.post('/api/sandbox/faucet', { data: { address: cryptoAddress, btc: '0.1' } })
    ids.push(_id)
  }
  await request.post('/api/sandbox/mine', { data: { blocks: 1 } })
  for (const id of ids) {
    await expect
      .poll(async () => balance.parse(await get(`/payrolls/${id}/balance`)).data)
      .toMatchObject({ spendableBalanceString: '10000000' })
  }
  return ids
}
