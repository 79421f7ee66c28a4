import { arrayTexts, sha256InTurns, sha256Of } from './hash-texts.ts'
import type { Pays } from './pays.ts'

type OrderedLine = {
  employeeId: string
  address: string
  script: Buffer
  usdCents: bigint
  sats: bigint
}
/** `requestedSats` null: everything. */
type OrderedWithdrawal = {
  address: string
  requestedSats: bigint | null
  script: Buffer
  sats: bigint
}

/** The part of a salary that the company pays by its bank, and to which account. */
export type OrderedDollars = {
  employeeId: string
  bank: string
  bankAccount: string
  usdCents: bigint
}

/** The amounts that an order moves and their receivers; see `orderedPlan`. */
export type OrderedPlan = {
  pays: Pays
  lines: OrderedLine[]
  dollars: OrderedDollars[]
  withdrawals: OrderedWithdrawal[]
}

const ascending = <T>(a: T, b: T) => (a < b ? -1 : a > b ? 1 : 0)

/** Sorted by `order`, which compares every field, without duplicates. */
function distinct<T>(rows: readonly T[], order: (a: T, b: T) => number): T[] {
  const sorted = rows.toSorted(order)
  return sorted.filter((row, at) => {
    const before = sorted[at - 1]
    return before === undefined || order(before, row) !== 0
  })
}

/**
 * The one form of a plan, in whatever order its rows come. A replacement that pays what its
 * predecessor paid adds nothing, any other makes another plan of it.
 */
export function orderedPlan({ pays, lines, dollars, withdrawals }: OrderedPlan): OrderedPlan {
  return {
    pays,
    lines: distinct(
      lines,
      (a, b) =>
        ascending(a.employeeId, b.employeeId) ||
        ascending(a.sats, b.sats) ||
        Buffer.compare(a.script, b.script) ||
        ascending(a.address, b.address) ||
        ascending(a.usdCents, b.usdCents),
    ),
    dollars: distinct(
      dollars,
      (a, b) =>
        ascending(a.employeeId, b.employeeId) ||
        ascending(a.bank, b.bank) ||
        ascending(a.bankAccount, b.bankAccount) ||
        ascending(a.usdCents, b.usdCents),
    ),
    withdrawals: distinct(
      withdrawals,
      (a, b) =>
        ascending(a.address, b.address) ||
        ascending(a.sats, b.sats) ||
        Buffer.compare(a.script, b.script) ||
        ascending(a.requestedSats ?? -1n, b.requestedSats ?? -1n),
    ),
  }
}

/** The JSON of a plan, in pieces. */
function* planTexts({ lines, dollars, withdrawals }: OrderedPlan, feeCeilingSats: bigint) {
  yield `["quincena plan 2","${feeCeilingSats}",`
  yield* arrayTexts(lines, ({ employeeId, address, script, usdCents, sats }) => [
    employeeId.toLowerCase(),
    address,
    script.toString('hex'),
    usdCents.toString(),
    sats.toString(),
  ])
  yield ','
  yield* arrayTexts(dollars, dollarsText)
  const others = withdrawals.map(({ address, requestedSats, script, sats }) => [
    address,
    requestedSats?.toString() ?? 'everything',
    script.toString('hex'),
    sats.toString(),
  ])
  yield `,${JSON.stringify(others)}]`
}

/** The dollars of one person, as the hashes of plan and sheet have them. */
export const dollarsText = ({ employeeId, bank, bankAccount, usdCents }: OrderedDollars) => [
  employeeId.toLowerCase(),
  bank,
  bankAccount,
  usdCents.toString(),
]

/** SHA-256 over people, addresses, accounts, amounts and the fee ceiling: the plan that was ordered. */
export const planSha256 = (plan: OrderedPlan, feeCeilingSats: bigint): Buffer =>
  sha256Of(planTexts(plan, feeCeilingSats))
export const planSha256InTurns = (plan: OrderedPlan, feeCeilingSats: bigint): Promise<Buffer> =>
  sha256InTurns(planTexts(plan, feeCeilingSats))
