import type { KeyObject } from 'node:crypto'
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
  macKey: KeyObject
  log: Log
}

/** `missing` is a block that the node has pruned. */
type Step = 'again' | 'idle' | { trouble: string; missing?: string }

/**
 * Takes one step towards the node's tip: connects the blocks above ours, or disconnects one. A node
 * with less work than our checkpoint lost blocks or is another one, so it proves nothing.
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
  // The best block is mostly the one above ours, so it is fetched while the node is asked for the
  // header.
  const best = info.height === tip.height + 1 ? fetchBlock(deps, info.bestHash) : null
  // A failed fetch is reported where the block is used; without this it would end the process.
  best?.catch(() => undefined)
  const header = await findHeader(chain, tip.hash)
  if (!header || header.confirmations < 0) {
    // None of the blocks that we know is in this chain: it is another chain and no reorganisation.
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

/** Connects the block `next` and those above it; fetches each while the one before is saved. */
async function connectFrom(
  deps: FollowerDeps,
  tip: Tip,
  next: { hash: string; coming: Promise<Fetched | null> },
  signal: AbortSignal,
): Promise<Step> {
  const { db, log } = deps
  let below = tip.hash
  let { hash, coming } = next
  for (;;) {
    const fetched = await coming
    // A missing block is never skipped: getblockfrompeer brings it back, or another node has it.
    if (!fetched) return { trouble: 'pruned', missing: hash }
    const { header, block } = fetched
    // The node may have switched to another branch between two questions.
    if (header.confirmations < 0 || block.previousHash !== below || block.hash !== header.hash) {
      return 'again'
    }
    const { nextHash: above } = header
    if (above) {
      hash = above
      coming = fetchBlock(deps, above)
      // A failed fetch is reported in the next round, if there is one.
      coming.catch(() => undefined)
    }
    const unforeseen = await nameBlockInError(block.hash, connectBlock(db, fetched, header, deps))
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

/**
 * Blocks recorded before the first one followed, so that a reorganisation soon after has a known
 * fork.
 */
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

/**
 * Follows the chain to the node's tip. Returns why nothing may be paid, or null, and the missing
 * block.
 */
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
