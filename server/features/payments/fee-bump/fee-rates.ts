import { isNodeUsable } from '#domain/node-and-price.ts'
import { Refusal } from '#server/platform/http/refusal.ts'
import { type Chain, ChainError } from '#server/ports.ts'
import type { Deps } from '#server/startup/deps.ts'
import { readNode } from '../facts/node-and-price.ts'

/** Reads the fee rates that the worker last stored; refuses while the node is not usable. */
export async function readFeeRates({ db, config, clock }: Deps) {
  const known = await readNode(db, config.network)
  if (!known.node || !isNodeUsable(known, clock.now())) throw new Refusal('NODE_UNAVAILABLE')
  return known.node
}

/** Refuses with NODE_UNAVAILABLE where the node fails during `work`, which has changed nothing then. */
export async function withNode<T>({ chain }: Deps, work: (chain: Chain) => Promise<T>): Promise<T> {
  if (!chain) throw new Refusal('NODE_UNAVAILABLE')
  try {
    return await work(chain)
  } catch (cause) {
    throw cause instanceof ChainError ? new Refusal('NODE_UNAVAILABLE', { cause }) : cause
  }
}
