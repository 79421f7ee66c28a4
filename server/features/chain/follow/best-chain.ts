import type { Db } from '#server/platform/db/database.ts'
import { type BlockHeader, type Chain, ChainError } from '#server/ports.ts'
import { readTip } from './blocks.ts'

export async function findHeader(chain: Chain, hash: string): Promise<BlockHeader | null> {
  return chain.header(hash).catch((error: unknown) => {
    if (error instanceof ChainError && error.kind === 'missing') return null
    throw error
  })
}

export async function isOnBestChain(chain: Chain, hash: string): Promise<boolean> {
  const header = await findHeader(chain, hash)
  return header !== null && header.confirmations > 0
}

/**
 * Whether the node is on the chain that our tables follow, and complete: only then does its answer
 * count.
 */
export async function knowsOurChain(db: Db, chain: Chain): Promise<boolean> {
  const [info, tip] = await Promise.all([chain.info(), readTip(db)])
  return tip !== null && !info.initialDownload && (await isOnBestChain(chain, tip.hash))
}
