import type { Network } from './address.ts'
import { minuteMs, secondMs } from './durations.ts'

/** The worker keeps price and node in the database. Older ones say nothing about the present. */
export const freshPriceMs = minuteMs
export const freshNodeMs = 30 * secondMs
/**
 * A block on main comes every 10 minutes; none for this long is 1 in 8,000, or a node that is cut
 * off.
 */
const freshTipMs = 90 * minuteMs

/** The node's own look at the chain: null where the worker never reached it. */
export type NodeFacts = {
  network: Network
  node: { trouble: string | null; height: number; headers: number; at: Date } | null
  /** The time of the newest block; null without one. */
  tipAt: Date | null
}
export type PriceFacts = { price: { at: Date } | null }

const isOlder = (at: Date, ms: number, now: Date) => now.getTime() - at.getTime() > ms

/** Whether the node was not reached lately, whatever it said. One that was never reached is not quiet yet. */
export const isNodeQuiet = (node: { at: Date }, now: Date): boolean =>
  isOlder(node.at, freshNodeMs, now)

/** Whether the newest block is so old that the node is cut off. Other networks than main may rest. */
export const isTipOld = ({ network, tipAt }: Omit<NodeFacts, 'node'>, now: Date): boolean =>
  network === 'main' && tipAt !== null && isOlder(tipAt, freshTipMs, now)

/** Whether the node has headers of more than the next block, which it may be fetching. */
export const isNodeBehind = ({ height, headers }: { height: number; headers: number }): boolean =>
  headers > height + 1

export const isPriceUsable = ({ price }: PriceFacts, now: Date): boolean =>
  price !== null && !isOlder(price.at, freshPriceMs, now)

export function isNodeUsable({ network, node, tipAt }: NodeFacts, now: Date): boolean {
  if (!node || node.trouble || isNodeQuiet(node, now) || isNodeBehind(node)) return false
  return !isTipOld({ network, tipAt }, now)
}

/** The refusals of whatever needs both, in the contract's order; none where both are usable. */
export function findUnusable(facts: NodeFacts & PriceFacts, now: Date) {
  const codes: ('PRICE_UNAVAILABLE' | 'NODE_UNAVAILABLE')[] = []
  if (!isPriceUsable(facts, now)) codes.push('PRICE_UNAVAILABLE')
  if (!isNodeUsable(facts, now)) codes.push('NODE_UNAVAILABLE')
  return codes
}
