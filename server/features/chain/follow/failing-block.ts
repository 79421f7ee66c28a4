import type { Network } from '#domain/address.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { Log } from '#server/platform/observe/log.ts'
import { type Chain, ChainError } from '#server/ports.ts'
import { readTip } from './blocks.ts'
import { saveNodeStatus } from './save-node-status.ts'

/**
 * A block that could not be connected although the node returned it, so the node is not the reason.
 */
export class BlockFault extends Error {
  readonly hash: string

  constructor(hash: string, cause: unknown) {
    super(`block ${hash} cannot be taken in`, { cause })
    this.name = 'BlockFault'
    this.hash = hash
  }
}

/** Adds the block's hash to an error of `work`. */
export async function nameBlockInError<T>(hash: string, work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (cause) {
    throw cause instanceof ChainError ? cause : new BlockFault(hash, cause)
  }
}

/**
 * Tells a block that always fails from a node or database that is briefly away: the same block
 * fails twice in a row, and node and database answer in between.
 */
export class FailingBlock {
  #hash = ''
  #times = 0

  /** Notes one failure. From the second on, returns it as the node's trouble. */
  async note(
    parts: { db: Db; chain: Chain; network: Network; log: Log },
    { hash, cause }: BlockFault,
  ): Promise<'block_fails' | null> {
    const [info, tip] = await Promise.all([parts.chain.info(), readTip(parts.db)])
    this.#times = hash === this.#hash ? this.#times + 1 : 1
    this.#hash = hash
    if (!tip || this.#times < 2) return null
    await saveNodeStatus(parts, info, tip, 'block_fails')
    // The block is tried again each second: only the 2nd, 4th, 8th failure and so on is logged.
    if (Number.isInteger(Math.log2(this.#times))) {
      const what = { err: cause, block: hash, times: this.#times }
      parts.log.error(what, 'a block cannot be taken in: nothing is paid until it can')
    }
    return 'block_fails'
  }
}
