import { hash as sha256 } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Network } from '#domain/address.ts'
import { type WalkedBlock, walkBlock } from '#domain/block.ts'
import { fallbackFeeRate, minimumFeeRate } from '#domain/fees.ts'
import type { Db } from '#server/platform/database.ts'
import type { Log } from '#server/platform/log.ts'
import { type BlockHeader, type Chain, ChainError, type ChainInfo } from '#server/ports.ts'
import {
  connectBlock,
  disconnectTip,
  oldestKeptHash,
  readTip,
  saveFirstBlocks,
  type Tip,
  type Unforeseen,
} from './blocks.ts'
import { noteDeepReorganisation } from './deep-reorganisations.ts'
import { followMempool, type Seen } from './mempool.ts'
import { type Overview, overviewOf } from './ours.ts'
import { watchedScripts } from './watched-scripts.ts'

export type FollowerParts = {
  db: Db
  chain: Chain
  network: Network
  log: Log
  /** How often the node is asked; without it, as its network's blocks come. */
  pace?: Pace
}

/** The node's tip, its mempool, and what its fee rates are. */
export type Pace = { lookMs: number; mempoolMs: number; statusMs: number }

const paceOf = (network: Network): Pace =>
  network === 'regtest'
    ? { lookMs: 250, mempoolMs: 1_000, statusMs: 5_000 }
    : { lookMs: 1_000, mempoolMs: 5_000, statusMs: 5_000 }

async function knownHeader(chain: Chain, hash: string): Promise<BlockHeader | null> {
  return chain.header(hash).catch((error: unknown) => {
    if (error instanceof ChainError && error.kind === 'missing') return null
    throw error
  })
}

async function isOnBestChain(chain: Chain, hash: string): Promise<boolean> {
  const header = await knownHeader(chain, hash)
  return header !== null && header.confirmations > 0
}

/** Whether the node follows the chain that our tables follow, and all of it: only then its word counts. */
export async function knowsOurChain(db: Db, chain: Chain): Promise<boolean> {
  const [info, tip] = await Promise.all([chain.info(), readTip(db)])
  return tip !== null && !info.initialDownload && (await isOnBestChain(chain, tip.hash))
}

type Step = 'again' | 'idle' | { trouble: string }

/**
 * Goes towards the node's tip: connects the blocks above ours, or takes one back. A node with less work
 * than our checkpoint has lost its memory or is another one: nothing is concluded from it.
 */
async function step(
  parts: FollowerParts,
  info: ChainInfo,
  tip: Tip,
  signal: AbortSignal,
): Promise<Step> {
  const { db, chain, log } = parts
  if (info.bestHash === tip.hash) return 'idle'
  if (info.chainwork < tip.chainwork) return { trouble: 'node_behind' }
  // Mostly the best block is the one above ours, and comes while the node is asked whether it is.
  const best = info.height === tip.height + 1 ? fetchBlock(parts, info.bestHash) : null
  // Looked at below, if it is that one.
  best?.catch(() => undefined)
  const header = await knownHeader(chain, tip.hash)
  if (!header || header.confirmations < 0) {
    // Not one of the blocks that we know: no reorganisation, but another chain.
    if (!(await isOnBestChain(chain, await oldestKeptHash(db)))) return { trouble: 'another_chain' }
    const depth = await noteDeepReorganisation(db, tip, (hash) => isOnBestChain(chain, hash))
    if (depth) log.error({ depth }, 'a reorganisation is deeper than what counts as final')
    await disconnectTip(db, tip)
    return 'again'
  }
  const { nextHash } = header
  if (!nextHash) return 'again'
  const next = best && nextHash === info.bestHash ? best : fetchBlock(parts, nextHash)
  return connectFrom(parts, tip, next, signal)
}

const nativeSha256 = (bytes: Uint8Array) => sha256('sha256', bytes, 'buffer')

type Fetched = { header: BlockHeader; block: WalkedBlock; overview: Overview }

/** null where the node no longer has it. */
async function fetchBlock(
  { db, chain, network }: FollowerParts,
  hash: string,
): Promise<Fetched | null> {
  try {
    const [header, raw, mayBeWatched] = await Promise.all([
      chain.header(hash),
      chain.rawBlock(hash),
      // Its hash is known, so whoever is paid in it had an address by now.
      watchedScripts(db, network).current(db),
    ])
    const block = walkBlock(raw, nativeSha256)
    return { header, block, overview: overviewOf(block.transactions, mayBeWatched) }
  } catch (error) {
    if (error instanceof ChainError && error.kind === 'pruned') return null
    throw error
  }
}

/** Connects the block that comes `next` and those above it; each is fetched while the one before is saved. */
async function connectFrom(
  parts: FollowerParts,
  tip: Tip,
  next: Promise<Fetched | null>,
  signal: AbortSignal,
): Promise<Step> {
  const { db, network, log } = parts
  let below = tip.hash
  let coming = next
  for (;;) {
    const fetched = await coming
    // Never skipped: it comes from another node, or back to this one by getblockfrompeer.
    if (!fetched) return { trouble: 'pruned' }
    const { header, block } = fetched
    // Between our questions the node may have gone over to another branch.
    if (header.confirmations < 0 || block.previousHash !== below || block.hash !== header.hash) {
      return 'again'
    }
    const { nextHash: above } = header
    if (above) {
      coming = fetchBlock(parts, above)
      // Looked at in the next round, if there is one.
      coming.catch(() => undefined)
    }
    const unforeseen = await connectBlock(db, fetched, header, network)
    if (!unforeseen) return 'again'
    warnOf(unforeseen, log)
    if (!above || signal.aborted) return 'again'
    below = block.hash
  }
}

function warnOf({ found, skipped }: Unforeseen, log: Log): void {
  if (found.length > 0) log.error({ found }, 'coins of ours are spent by somebody else')
  if (skipped.length > 0) {
    log.error({ skipped }, 'addresses that were never handed out are paid: npm run seed:restore')
  }
}

/** Blocks before our first look, so that a reorganisation soon after it has a fork that we know. */
const blocksBeforeFirst = 100

async function lastHeaders(chain: Chain, bestHash: string): Promise<BlockHeader[]> {
  const headers: BlockHeader[] = []
  for (let hash: string | null = bestHash; hash && headers.length <= blocksBeforeFirst; ) {
    const header: BlockHeader = await chain.header(hash)
    headers.push(header)
    hash = header.previousHash
  }
  return headers
}

/** Follows the chain to the node's tip. Returns why nothing may be paid, or null. */
export async function catchUp(
  parts: FollowerParts,
  signal: AbortSignal,
): Promise<{ info: ChainInfo; tip: Tip; trouble: string | null }> {
  const { db, chain, network } = parts
  for (;;) {
    const [info, tip] = await Promise.all([chain.info(), readTip(db)])
    if (info.network !== network) {
      if (tip) return { info, tip, trouble: 'another_network' }
      throw new Error(`The node is on ${info.network}, not on ${network}`)
    }
    if (!tip) {
      await saveFirstBlocks(db, await lastHeaders(chain, info.bestHash))
      continue
    }
    const result = await step(parts, info, tip, signal)
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

/** The follower's duty: blocks as they come, and the mempool from time to time, until `signal`. */
export async function follow(parts: FollowerParts, signal: AbortSignal): Promise<void> {
  const { log } = parts
  const { lookMs, mempoolMs, statusMs } = parts.pace ?? paceOf(parts.network)
  const seen: Seen = new Set()
  let mempoolAt = 0
  let statusAt = 0
  let lastTip = ''
  let lastTrouble: string | null = null
  while (!signal.aborted) {
    try {
      const { info, tip, trouble } = await catchUp(parts, signal)
      const now = Date.now()
      const moved = tip.hash !== lastTip
      if (!trouble && (moved || now - mempoolAt >= mempoolMs)) {
        await followMempool(parts, seen, tip.hash)
        mempoolAt = now
      }
      if (moved || trouble || lastTrouble || now - statusAt >= statusMs) {
        await saveStatus(parts, info, tip, trouble)
        statusAt = now
        lastTip = tip.hash
        lastTrouble = trouble
      }
    } catch (err) {
      // node_status grows old meanwhile, which is how every process knows that nothing can be paid.
      log.warn({ err }, 'following the chain failed; trying again')
    }
    await sleep(lookMs, undefined, { signal }).catch(() => undefined)
  }
}
