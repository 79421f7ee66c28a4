import type { Network } from '#domain/address.ts'
import { fallbackFeeRateOf, minimumFeeRate } from '#domain/fees.ts'
import type { Db } from '#server/platform/database.ts'
import type { Chain, ChainInfo } from '#server/ports.ts'
import type { Tip } from './blocks.ts'

/** So long the node's last estimate stands in for one that it cannot make now. */
const estimateHoldsMs = 3_600_000

type Rates = { threeBlocks: bigint; nextBlock: bigint; estimatedAt: Date | null }

/** What the node estimates; else what it did within the hour, else a fixed rate. */
async function estimatedRates(db: Db, chain: Chain, network: Network, now: Date): Promise<Rates> {
  const [threeBlocks, nextBlock] = await Promise.all([
    chain.estimatedFeeRate(3),
    chain.estimatedFeeRate(1),
  ])
  if (threeBlocks !== null) {
    return { threeBlocks, nextBlock: nextBlock ?? threeBlocks, estimatedAt: now }
  }
  const last = await db
    .selectFrom('node_status')
    .select(['fee_rate_sats_per_kvb', 'fee_rate_next_block_sats_per_kvb', 'estimated_at'])
    .where('estimated_at', '>', new Date(now.getTime() - estimateHoldsMs))
    .executeTakeFirst()
  if (last) {
    return {
      threeBlocks: last.fee_rate_sats_per_kvb,
      nextBlock: last.fee_rate_next_block_sats_per_kvb,
      estimatedAt: last.estimated_at,
    }
  }
  const fixed = fallbackFeeRateOf(network)
  return { threeBlocks: fixed, nextBlock: fixed, estimatedAt: null }
}

/** A node without peers takes what it is sent, and nobody hears of it. */
const isCutOff = async (chain: Chain, network: Network): Promise<boolean> =>
  network !== 'regtest' && (await chain.peers()) === 0

export async function saveNodeStatus(
  { db, chain, network }: { db: Db; chain: Chain; network: Network },
  info: ChainInfo,
  tip: Tip,
  trouble: string | null,
): Promise<void> {
  const now = new Date()
  const [rates, floor, cutOff] = await Promise.all([
    estimatedRates(db, chain, network, now),
    chain.minimumFeeRate(),
    isCutOff(chain, network),
  ])
  /** Never below what relays. */
  const relayed = (rate: bigint) => [rate, floor, minimumFeeRate].reduce((a, b) => (a > b ? a : b))
  const status = {
    height: tip.height,
    headers: info.headers,
    fee_rate_sats_per_kvb: relayed(rates.threeBlocks),
    fee_rate_next_block_sats_per_kvb: relayed(rates.nextBlock),
    estimated_at: rates.estimatedAt,
    trouble: trouble ?? (cutOff ? 'no_peers' : null),
    at: now,
  }
  await db
    .insertInto('node_status')
    .values(status)
    .onConflict((conflict) => conflict.column('singleton').doUpdateSet(status))
    .execute()
}
