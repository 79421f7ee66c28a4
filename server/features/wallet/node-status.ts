import type { Network } from '#domain/address.ts'
import { fallbackFeeRate, minimumFeeRate } from '#domain/fees.ts'
import type { Db } from '#server/platform/database.ts'
import type { Chain, ChainInfo } from '#server/ports.ts'
import type { Tip } from './blocks.ts'

/** The estimate for `blocks`, never below what relays. */
async function feeRate(chain: Chain, network: Network, blocks: number): Promise<bigint> {
  const fallback = network === 'regtest' ? fallbackFeeRate.regtest : fallbackFeeRate.elsewhere
  const [estimate, floor] = await Promise.all([
    chain.estimatedFeeRate(blocks),
    chain.minimumFeeRate(),
  ])
  return [estimate ?? fallback, floor, minimumFeeRate].reduce((a, b) => (a > b ? a : b))
}

export async function saveNodeStatus(
  { db, chain, network }: { db: Db; chain: Chain; network: Network },
  info: ChainInfo,
  tip: Tip,
  trouble: string | null,
): Promise<void> {
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
