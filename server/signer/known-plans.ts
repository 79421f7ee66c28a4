import { type OrderRow, sheetTermsOf } from '#server/authorization/order-rows.ts'
import { type OrderedPlan, planSha256 } from '#server/authorization/ordered-plan.ts'
import { type Sheet, sheetSha256 } from '#server/authorization/sheet.ts'
import type { OutputRows } from './read-outputs.ts'

/** A plan never changes, and the batches of a run share one: each hash of it is made once. */
const hashes = new WeakMap<OrderedPlan, Map<string, Buffer>>()

function once(plan: OrderedPlan, terms: string, make: () => Buffer): Buffer {
  const made = hashes.get(plan) ?? new Map<string, Buffer>()
  hashes.set(plan, made)
  const hash = made.get(terms) ?? make()
  made.set(terms, hash)
  return hash
}

export const hashOfPlan = (plan: OrderedPlan, feeCeilingSats: bigint): Buffer =>
  once(plan, `plan ${feeCeilingSats}`, () => planSha256(plan, feeCeilingSats))

/** The sheet of a plan under these terms. */
export function hashOfSheet(
  plan: OrderedPlan,
  terms: Pick<Sheet, 'feeCeilingUsdCents' | 'held' | 'changers' | 'changesSha256'>,
): Buffer {
  const { feeCeilingUsdCents, held, changers, changesSha256 } = terms
  const changes = changesSha256 && Buffer.from(changesSha256).toString('hex')
  const text = JSON.stringify([String(feeCeilingUsdCents), held, changers, changes])
  return once(plan, `sheet ${text}`, () => sheetSha256({ ...plan, ...terms }))
}

/** The sheet of an order, whose MAC covers the choices. */
export const hashOfSheetOf = ({ row, plan }: { row: OrderRow; plan: OrderedPlan }): Buffer =>
  hashOfSheet(plan, sheetTermsOf(row))

type OrderedLine = OrderedPlan['lines'][number]

const isSame = (a: OrderedLine, b: OrderedLine): boolean =>
  a.address === b.address &&
  a.usdCents === b.usdCents &&
  a.sats === b.sats &&
  a.script.equals(b.script)

/**
 * The plan of the order whose batch was signed last. Its hash was the order's, so the next batch needs
 * only its own lines to be in it; all 100,000 lines for each of 33 batches take minutes to read.
 */
export class KnownPlans {
  #last: { orderId: string; plan: OrderedPlan; lineOf: Map<string, OrderedLine> } | null = null

  /** Keeps the plan of an order in which no fault was found, where some of its lines are yet to be signed. */
  keep(orderId: string, plan: OrderedPlan, signedLines: number): void {
    if (plan.lines.length <= signedLines || this.#last?.plan === plan) return
    const lineOf = new Map(plan.lines.map((line) => [line.employeeId, line]))
    this.#last = { orderId, plan, lineOf }
  }

  /** The plan of an order, where it has all these lines; null: it has to be read. */
  find(orderId: string, { lines, others }: OutputRows): OrderedPlan | null {
    const last = this.#last
    if (last?.orderId !== orderId || others.some(({ withdrawalId }) => withdrawalId)) return null
    const isKnown = (line: OrderedLine) => {
      const known = last.lineOf.get(line.employeeId)
      return known !== undefined && isSame(known, line)
    }
    return lines.every(isKnown) ? last.plan : null
  }
}
