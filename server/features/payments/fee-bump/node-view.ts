import type { Floor } from '#domain/fee-raise.ts'
import { toNeededFeeRate } from '#domain/money.ts'
import type { Chain } from '#server/ports.ts'
import type { Stuck } from './stuck.ts'
import { newestSigned, type Replacements, type Version } from './versions.ts'

/** The node's view of a stuck transaction, read outside of any SQL transaction. */
export type NodeView = {
  inMempool: boolean
  /** Why the node would refuse the transaction now; null: the node has it, or would take it. */
  refusal: string | null
  /** Floors of the fee for another version, and for another child. */
  floor: Floor
  childFloor: Floor
  minimumRate: bigint
  /** Spends of people who were paid, which leave the mempool with what they spend. */
  payeesSpends: number
}

/** Whether the transaction alone pays too little for the node's full mempool. */
export const isTooCheap = ({ refusal }: NodeView) => refusal === 'mempool min fee not met'

export async function askNode(chain: Chain, { replacements, current }: Stuck): Promise<NodeView> {
  const txid = current.txid?.toString('hex') ?? ''
  const entry = await chain.mempoolEntry(txid)
  const inMempool = entry !== null
  const ownChildren = newestSigned(replacements.children) ? 1 : 0
  return {
    inMempool,
    refusal: inMempool || !current.raw ? null : (await chain.trial(current.raw)).refusal,
    floor: await floorOf(chain, replacements),
    childFloor: await floorOfVersions(chain, replacements.children),
    minimumRate: await chain.minimumFeeRate(),
    payeesSpends: Math.max(0, (entry?.descendants ?? 0) - ownChildren),
  }
}

/**
 * The floor for a replacement: the child of the current version is evicted together with its
 * parent.
 */
export function floorOf(
  chain: Chain,
  { versions, current, children }: Replacements,
): Promise<Floor> {
  const childFeeSats = newestSigned(children)?.feeSats ?? 0n
  return floorOfVersions(chain, versions, (version) => (version === current ? childFeeSats : 0n))
}

/**
 * The floor over all versions. Our node may have evicted a version that other nodes still have, so
 * each version that was once sent counts.
 */
async function floorOfVersions(
  chain: Chain,
  versions: readonly Version[],
  childFeeSats: (version: Version) => bigint = () => 0n,
): Promise<Floor> {
  let evictedFeeSats = 0n
  let replacedRate = 0n
  for (const version of versions) {
    const { txid, state } = version
    const entry = txid && (await chain.mempoolEntry(txid.toString('hex')))
    if (!entry && (state === 'signed' || version.vsize === 0)) continue
    const { feeSats: own, vsize } = entry || version
    const fee = entry ? entry.withDescendantsFeeSats : own + childFeeSats(version)
    const rate = toNeededFeeRate(own, vsize)
    if (fee > evictedFeeSats) evictedFeeSats = fee
    if (rate > replacedRate) replacedRate = rate
  }
  return { evictedFeeSats, replacedRate, incrementalRate: await chain.incrementalFeeRate() }
}
