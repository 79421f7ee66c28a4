import type { Network } from '#domain/address.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { Log } from '#server/platform/observe/log.ts'
import type { BlockHeader, Chain, ChainInfo } from '#server/ports.ts'
import { findHeader, isOnBestChain } from './best-chain.ts'
import {
  connectBlock,
  disconnectTip,
  oldestKeptHash,
  readTip,
  saveFirstBlocks,
  type Tip,
  type UntrackedInBlock,
} from './blocks.ts'
import { noteDeepReorganisation } from './deep-reorganisations.ts'
import { nameBlockInError } from './failing-block.ts'
import { type Fetched, fetchBlock } from './fetch-block.ts'

export type FollowerDeps = {
  db: Db
  chain: Chain
  network: Network
  log: Log
}

/** `missing` is a block that the node has pruned. */
type Step = 'again' | 'idle' | { trouble: string; missing?: string }

/**
 * Goes towards the node's tip: connects the blocks above ours, or takes one back. A node with less work
 * than our checkpoint has lost its memory or is another one: nothing is concluded from it.
 */
async function step(
  deps: FollowerDeps,
  info: ChainInfo,
  tip: Tip,
  signal: AbortSignal,
): Promise<Step> {
  const { db, chain, log } = deps
  if (info.bestHash === tip.hash) return 'idle'
  if (info.chainwork < tip.chainwork) return { trouble: 'node_behind' }
  // Mostly the best block is the one above ours, and comes while the node is asked whether it is.
  const best = info.height === tip.height + 1 ? fetchBlock(deps, info.bestHash) : null
  // Looked at below, if it is that one.
  best?.catch(() => undefined)
  const header = await findHeader(chain, tip.hash)
  if (!header || header.confirmations < 0) {
    // Not one of the blocks that we know: no reorganisation, but another chain.
    if (!(await isOnBestChain(chain, await oldestKeptHash(db)))) return { trouble: 'another_chain' }
    const depth = await noteDeepReorganisation(db, tip, (hash) => isOnBestChain(chain, hash))
    if (depth) log.error({ depth }, 'a reorganisation is more than 6 blocks deep')
    await disconnectTip(db, tip)
    return 'again'
  }
  const { nextHash } = header
  if (!nextHash) return 'again'
  const next = best && nextHash === info.bestHash ? best : fetchBlock(deps, nextHash)
  return connectFrom(deps, tip, { hash: nextHash, coming: next }, signal)
}

/** Connects the block that comes `next` and those above it; each is fetched while the one before is saved. */
async function connectFrom(
  deps: FollowerDeps,
  tip: Tip,
  next: { hash: string; coming: Promise<Fetched | null> },
  signal: AbortSignal,
): Promise<Step> {
  const { db, network, log } = deps
  let below = tip.hash
  let { hash, coming } = next
  for (;;) {
    const fetched = await coming
    // Never skipped: it comes back to this node by getblockfrompeer, or from another node.
    if (!fetched) return { trouble: 'pruned', missing: hash }
    const { header, block } = fetched
    // Between our questions the node may have gone over to another branch.
    if (header.confirmations < 0 || block.previousHash !== below || block.hash !== header.hash) {
      return 'again'
    }
    const { nextHash: above } = header
    if (above) {
      hash = above
      coming = fetchBlock(deps, above)
      // Looked at in the next round, if there is one.
      coming.catch(() => undefined)
    }
    const unforeseen = await nameBlockInError(
      block.hash,
      connectBlock(db, fetched, header, network),
    )
    if (!unforeseen) return 'again'
    warnOf(unforeseen, log)
    if (!above || signal.aborted) return 'again'
    below = block.hash
  }
}

function warnOf({ untracked, adopted, skipped }: UntrackedInBlock, log: Log): void {
  if (untracked.length > 0)
    log.error({ untracked }, 'our UTXOs are spent by an untracked transaction')
  if (adopted.length > 0) log.warn({ adopted }, 'payments that another database sent are recorded')
  if (skipped.length > 0) {
    log.error({ skipped }, 'addresses that were never handed out are paid: npm run seed:restore')
  }
}

/** Blocks before our first look, so that a reorganisation soon after it has a fork that we know. */
const blocksBeforeFirst = 100

async function readLastHeaders(chain: Chain, bestHash: string): Promise<BlockHeader[]> {
  const headers: BlockHeader[] = []
  for (let hash: string | null = bestHash; hash && headers.length <= blocksBeforeFirst; ) {
    const header: BlockHeader = await chain.header(hash)
    headers.push(header)
    hash = header.previousHash
  }
  return headers
}

/** Follows the chain to the node's tip. Returns why nothing may be paid, or null, and which block is missing. */
export async function catchUp(
  deps: FollowerDeps,
  signal: AbortSignal,
): Promise<{ info: ChainInfo; tip: Tip; trouble: string | null; missing?: string }> {
  const { db, chain, network } = deps
  for (;;) {
    const [info, tip] = await Promise.all([chain.info(), readTip(db)])
    if (info.network !== network) {
      if (tip) return { info, tip, trouble: 'another_network' }
      throw new Error(`The node is on ${info.network}, not on ${network}`)
    }
    if (!tip) {
      await saveFirstBlocks(db, await readLastHeaders(chain, info.bestHash))
      continue
    }
    const result = await step(deps, info, tip, signal)
    if (result === 'again' && !signal.aborted) continue
    if (typeof result === 'object') return { info, tip, ...result }
    return { info, tip, trouble: info.initialDownload ? 'initial_download' : null }
  }
}
