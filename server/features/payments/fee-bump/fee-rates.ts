import { freshNodeMs } from '#domain/staleness-limits.ts'
import { Refusal } from '#server/platform/http/refusal.ts'
import { type Chain, ChainError } from '#server/ports.ts'
import type { Deps } from '#server/startup/deps.ts'

/** The fee rates as the worker last saw them; refuses while the node cannot be believed. */
export async function readFeeRates({ db, clock }: Deps) {
  const node = await db.selectFrom('node_status').selectAll().executeTakeFirst()
  if (!node || node.trouble || clock.now().getTime() - node.at.getTime() > freshNodeMs) {
    throw new Refusal('NODE_UNAVAILABLE')
  }
  return node
}

/** An unreachable node is the node's fault, and nothing was changed. */
export async function withNode<T>({ chain }: Deps, work: (chain: Chain) => Promise<T>): Promise<T> {
  if (!chain) throw new Refusal('NODE_UNAVAILABLE')
  try {
    return await work(chain)
  } catch (cause) {
    throw cause instanceof ChainError ? new Refusal('NODE_UNAVAILABLE', { cause }) : cause
  }
}
