import { setTimeout as sleep } from 'node:timers/promises'
import type { Network } from '#domain/address.ts'
import { walkBlock } from '#domain/block.ts'
import { fallbackFeeRate, minimumFeeRate } from '#domain/fees.ts'
import type { Db } from '#server/platform/database.ts'
import type { Log } from '#server/platform/log.ts'
import { type Chain, ChainError, type ChainInfo } from '#server/ports.ts'
import { connectBlock, disconnectTip, readTip, saveFirstTip, type Tip } from './blocks.ts'
import { followMempool, type Seen } from './mempool.ts'

export type FollowerParts = {
  db: Db
  chain: Chain
  network: Network
  log: Log
}

type Step = 'again' | 'idle' | { trouble: string }

/**
 * Goes one step towards the node's tip: connects one block, or takes one back. A node with less work
 * than our checkpoint has lost its memory or is another one: nothing is concluded from it.
 */
async function step(db: Db, chain: Chain, info: ChainInfo, tip: Tip): Promise<Step> {
  if (info.bestHash === tip.hash) return 'idle'
  if (info.chainwork < tip.chainwork) return { trouble: 'node_behind' }
  const header = await chain.header(tip.hash).catch((error: unknown) => {
    if (error instanceof ChainError && error.kind === 'missing') return null
    throw error
  })
  if (!header || header.confirmations < 0) {
    await disconnectTip(db, tip)
    return 'again'
  }
  if (!header.nextHash) return 'again'
  const next = await chain.header(header.nextHash)
  const block = walkBlock(await chain.rawBlock(next.hash))
  // Between our two questions the node may have gone over to another branch.
  if (block.previousHash !== tip.hash || block.hash !== next.hash) return 'again'
  await connectBlock(db, block, next)
  return 'again'
}

/** Follows the chain to the node's tip. Returns why nothing may be paid, or null. */
export async function catchUp(
  { db, chain, network }: FollowerParts,
  signal: AbortSignal,
): Promise<{ info: ChainInfo; tip: Tip; trouble: string | null }> {
  for (;;) {
    const info = await chain.info()
    if (info.network !== network)
      throw new Error(`The node is on ${info.network}, not on ${network}`)
    const tip = await readTip(db)
    if (!tip) {
      const header = await chain.header(info.bestHash)
      await saveFirstTip(db, header, header.at)
      continue
    }
    const result = await step(db, chain, info, tip)
    if (result === 'again' && !signal.aborted) continue
    const trouble = typeof result === 'object' ? result.trouble : null
    return { info, tip, trouble: trouble ?? (info.initialDownload ? 'initial_download' : null) }
  }
}

/** The estimate for `blocks`, never below what relays. */
async function feeRate(chain: Chain, network: Network, blocks: number): Promise<bigint> {
  const fallback = network === 'regtest' ? fallbackFeeRate.regtest : fallbackFeeRate.elsewhere
  const [estimate, floor] = await Promise.all([
    chain.estimatedFeeRate(blocks),
    chain.minimumFeeRate(),
  ])
  return [estimate ?? fallback, floor, minimumFeeRate].reduce((a, b) => (a > b ? a : b))
}

async function saveStatus(parts: FollowerParts, info: ChainInfo, tip: Tip, trouble: string | null) {
  const { db, chain, network } = parts
  const [threeBlocks, nextBlock] = await Promise.all([
    feeRate(chain, network, 3),
    feeRate(chain, network, 1),
  ])
  const status = {
    height: tip.height,
    headers: info.headers,
    fee_rate_sats_per_kvb: threeBlocks,
    fee_rate_next_block_sats_per_kvb: nextBlock,
    trouble,
    at: new Date(),
  }
  await db
    .insertInto('node_status')
    .values(status)
    .onConflict((conflict) => conflict.column('singleton').doUpdateSet(status))
    .execute()
}

/** The follower's duty: blocks as they come, the mempool every 5 s (1 s on regtest), until `signal`. */
export async function follow(parts: FollowerParts, signal: AbortSignal): Promise<void> {
  const { db, chain, network, log } = parts
  const seen: Seen = new Set()
  const pauseMs = network === 'regtest' ? 250 : 1_000
  const mempoolMs = network === 'regtest' ? 1_000 : 5_000
  let mempoolAt = 0
  let statusAt = 0
  let lastTip = ''
  while (!signal.aborted) {
    try {
      const { info, tip, trouble } = await catchUp(parts, signal)
      const now = Date.now()
      const moved = tip.hash !== lastTip
      if (!trouble && (moved || now - mempoolAt >= mempoolMs)) {
        await followMempool(db, chain, seen, tip.hash)
        mempoolAt = now
      }
      if (moved || trouble || now - statusAt >= 5_000) {
        await saveStatus(parts, info, tip, trouble)
        statusAt = now
        lastTip = tip.hash
      }
    } catch (err) {
      // node_status grows old meanwhile, which is how every process knows that nothing can be paid.
      log.warn({ err }, 'following the chain failed; trying again')
    }
    await sleep(pauseMs, undefined, { signal }).catch(() => undefined)
  }
}
