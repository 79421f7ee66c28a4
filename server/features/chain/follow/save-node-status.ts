import type { Selectable } from 'kysely'
import type { Network } from '#domain/address.ts'
import { hourMs } from '#domain/durations.ts'
import { type FeeRates, feeRatesOf, targetBlocks } from '#domain/fee-targets.ts'
import { fallbackFeeRateOf, minimumFeeRate } from '#domain/fees.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { NodeStatus } from '#server/platform/db/database-types.ts'
import type { Chain, ChainInfo } from '#server/ports.ts'
import type { Tip } from './blocks.ts'

/** How long the node's last estimate is used while the node cannot make one. */
const estimateHoldsMs = hourMs

type Rates = { nextBlock: bigint; targets: FeeRates; estimatedAt: Date | null }

/** The estimates that the worker has stored. */
export const readStoredFeeRates = (
  status: Pick<
    Selectable<NodeStatus>,
    | 'fee_rate_sats_per_kvb'
    | 'fee_rate_6_blocks_sats_per_kvb'
    | 'fee_rate_36_blocks_sats_per_kvb'
    | 'fee_rate_144_blocks_sats_per_kvb'
  >,
): FeeRates =>
  feeRatesOf(status.fee_rate_sats_per_kvb, {
    6: status.fee_rate_6_blocks_sats_per_kvb,
    36: status.fee_rate_36_blocks_sats_per_kvb,
    144: status.fee_rate_144_blocks_sats_per_kvb,
  })

/** The node's estimates; without any, those of the last hour, and then a fixed rate. */
async function estimateRates(db: Db, chain: Chain, network: Network, now: Date): Promise<Rates> {
  const [nextBlock, threeBlocks, six = null, thirtySix = null, day = null] = await Promise.all(
    [1, ...targetBlocks].map((blocks) => chain.estimatedFeeRate(blocks)),
  )
  if (threeBlocks != null) {
    const targets = feeRatesOf(threeBlocks, { 6: six, 36: thirtySix, 144: day })
    return { nextBlock: nextBlock ?? threeBlocks, targets, estimatedAt: now }
  }
  const last = await db
    .selectFrom('node_status')
    .selectAll()
    .where('estimated_at', '>', new Date(now.getTime() - estimateHoldsMs))
    .executeTakeFirst()
  if (last) {
    return {
      targets: readStoredFeeRates(last),
      nextBlock: last.fee_rate_next_block_sats_per_kvb,
      estimatedAt: last.estimated_at,
    }
  }
  const fixed = fallbackFeeRateOf(network)
  return {
    targets: feeRatesOf(fixed, { 6: null, 36: null, 144: null }),
    nextBlock: fixed,
    estimatedAt: null,
  }
}

/** A node without peers accepts transactions that reach nobody. */
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
    estimateRates(db, chain, network, now),
    chain.minimumFeeRate(),
    isCutOff(chain, network),
  ])
  /** Raises a rate to what the node relays. */
  const relayed = (rate: bigint) => [rate, floor, minimumFeeRate].reduce((a, b) => (a > b ? a : b))
  const status = {
    height: tip.height,
    headers: info.headers,
    fee_rate_sats_per_kvb: relayed(rates.targets[3]),
    fee_rate_next_block_sats_per_kvb: relayed(rates.nextBlock),
    fee_rate_6_blocks_sats_per_kvb: relayed(rates.targets[6]),
    fee_rate_36_blocks_sats_per_kvb: relayed(rates.targets[36]),
    fee_rate_144_blocks_sats_per_kvb: relayed(rates.targets[144]),
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
