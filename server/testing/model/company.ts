import type { Client } from '../client.ts'
import type { World } from './world.ts'

/** What a company should look like, as far as money goes. Small on purpose: it is what we believe. */
export type Model = {
  usdCentsPerBtc: bigint
  /** Above this many dollars a run waits for a code; null: none does. */
  approvalOverUsd: number | null
  people: { id: string; address: string; usdCents: bigint; member: boolean }[]
  /** Runs that were accepted: what each would bring whom, in satoshi. */
  runs: { id: string; owed: Map<string, bigint> }[]
  /** Addresses that withdrawals went to. */
  withdrawals: string[]
}

/** The same company as it really is. */
export type Real = {
  world: World
  client: Client
  email: string
  payrollId: string
  address: string
  /** What was done, for whoever reads a failure. */
  story: string[]
}

export const members = (model: Model) => model.people.filter((person) => person.member)

/** Cents at a rate in satoshi, half up: api.md's rule, written a second time. */
export const satsAt = (usdCents: bigint, usdCentsPerBtc: bigint): bigint =>
  (usdCents * 200_000_000n + usdCentsPerBtc) / (2n * usdCentsPerBtc)

export async function aCompanyOf(world: World): Promise<{ model: Model; real: Real }> {
  const client = world.newClient()
  const email = await client.signUp()
  const payroll = await client.payroll([], 1)
  const usdCentsPerBtc = 9_100_000n
  await client.call('POST', '/api/sandbox/price', { price: 91_000 })
  return {
    model: { usdCentsPerBtc, approvalOverUsd: null, people: [], runs: [], withdrawals: [] },
    real: {
      world,
      client,
      email,
      payrollId: payroll._id,
      address: payroll.cryptoAddress,
      story: [],
    },
  }
}
