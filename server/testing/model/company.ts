import type { Client } from '../client.ts'
import type { World } from './world.ts'

/**
 * The end that an accepted payment must have once all is mined: in a block, still waiting for its
 * code, paid back by its cancellation, or never signed, for a reason that the tables have under
 * this name.
 */
export type End = 'paid' | 'waits' | 'paid back' | 'REJECTED' | 'CANCELLED' | 'PRICE_MOVED'

/** A run or a withdrawal that was accepted. */
export type Accepted = {
  id: string
  end: End
  /** The run's share of the 24-hour sum. */
  usdCents: bigint
  /** The most that it may pay in fees, bumps included. */
  feeCeilingSats: bigint
}

/** The expected state of a company's money. Small on purpose: it is what we believe. */
export type Model = {
  usdCentsPerBtc: bigint
  /** Above this many dollars a run waits for a code; null: none does. */
  approvalOverUsd: number | null
  people: { id: string; address: string; usdCents: bigint; member: boolean }[]
  /** The satoshi that each run brings each person. */
  runs: (Accepted & { owed: Map<string, bigint> })[]
  /** Withdrawals, with the address to which each goes. */
  withdrawals: (Accepted & { address: string })[]
  /** Bumps that happened. */
  bumps: number
}

/** The company of the model as the program has it. */
export type Real = {
  world: World
  client: Client
  email: string
  payrollId: string
  address: string
  /** The steps so far, for the reader of a failure. */
  story: string[]
}

export const members = (model: Model) => model.people.filter((person) => person.member)

/** Cents at a rate in satoshi, half up: api.md's rule, written a second time. */
export const toExpectedSats = (usdCents: bigint, usdCentsPerBtc: bigint): bigint =>
  (usdCents * 200_000_000n + usdCentsPerBtc) / (2n * usdCentsPerBtc)

/** A fee is at most 5 % of what is paid, or 5 dollars where that is more. */
export function toExpectedFeeCeilingSats(sats: bigint, usdCentsPerBtc: bigint): bigint {
  const [share, floor] = [sats / 20n, toExpectedSats(500n, usdCentsPerBtc)]
  return share > floor ? share : floor
}

/** The accepted payment of which a row of the tables is a version. */
export function findAccepted(
  { runs, withdrawals }: Model,
  row: { sheet_id: string | null; withdrawal_id: string | null },
): Accepted {
  const found = [...runs, ...withdrawals].find(
    ({ id }) => id === row.sheet_id || id === row.withdrawal_id,
  )
  if (!found) throw new Error('The program has what nobody has asked for')
  return found
}

export async function spendableSats({ client, payrollId }: Real): Promise<bigint> {
  const path = `/api/v1/payrolls/${payrollId}/balance`
  const balance = await client.call<{ spendableBalanceString: string }>('GET', path)
  return BigInt(balance.spendableBalanceString)
}

export async function aCompanyOf(world: World): Promise<{ model: Model; real: Real }> {
  const client = world.newClient()
  const email = await client.signUp()
  const payroll = await client.payroll([], 1)
  const usdCentsPerBtc = 9_100_000n
  await client.call('POST', '/api/sandbox/price', { price: 91_000 })
  return {
    model: {
      usdCentsPerBtc,
      approvalOverUsd: null,
      people: [],
      runs: [],
      withdrawals: [],
      bumps: 0,
    },
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
