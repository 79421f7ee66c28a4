import { hash as sha256 } from 'node:crypto'
import type { Network } from '#domain/address.ts'
import { type WalkedBlock, walkBlock } from '#domain/block.ts'
import type { Db } from '#server/platform/db/database.ts'
import { type BlockHeader, type Chain, ChainError } from '#server/ports.ts'
import { findWatchedScripts } from '../addresses/watched-scripts.ts'
import { type Overview, type ScriptMatcher, scanTransactions } from '../apply/owned.ts'
import { BlockFault } from './failing-block.ts'

const nativeSha256 = (bytes: Uint8Array) => sha256('sha256', bytes, 'buffer')

export type Fetched = { header: BlockHeader; block: WalkedBlock; overview: Overview }

/** Fetches a block; null where the node no longer has it. */
export async function fetchBlock(
  { db, chain, network }: { db: Db; chain: Chain; network: Network },
  hash: string,
): Promise<Fetched | null> {
  try {
    const [header, raw, mayBeWatched] = await Promise.all([
      chain.header(hash),
      chain.rawBlock(hash),
      // Called only now: the block's hash is known, so every address that the block pays exists.
      findWatchedScripts(db, network).current(db),
    ])
    return { header, ...walked(hash, raw, mayBeWatched) }
  } catch (error) {
    if (error instanceof ChainError && error.kind === 'pruned') return null
    throw error
  }
}

function walked(
  hash: string,
  raw: Uint8Array,
  mayBeWatched: ScriptMatcher,
): Omit<Fetched, 'header'> {
  try {
    const block = walkBlock(raw, nativeSha256)
    return { block, overview: scanTransactions(block.transactions, mayBeWatched) }
  } catch (cause) {
    throw new BlockFault(hash, cause)
  }
}
