import type { BumpOffer } from '#contract/fee-bumps.ts'
import { amountAt } from '#domain/money.ts'
import { readCurrentPrice } from '#server/features/prices/index.ts'
import type { Db } from '#server/platform/db/database.ts'
import { Refusal } from '#server/platform/http/refusal.ts'
import type { Deps } from '#server/startup/deps.ts'
import { planBump } from './bump.ts'
import type { Cancellation } from './cancel.ts'
import { readFeeRates, withNode } from './fee-rates.ts'
import { askNode } from './node-view.ts'
import { packageFee, type Stuck } from './stuck.ts'
import type { Bump } from './wanted-rate.ts'

/** The exact rate in sat/vB that a person asked for: it is met or refused, never raised. */
export const toWantedRate = (feeRate: number) => ({
  feeRateSatsPerKvb: BigInt(Math.round(feeRate * 1000)),
  raise: false,
})

const priceNow = async (db: Db) => (await readCurrentPrice(db))?.usdCentsPerBtc ?? 0n

/** The cost of a cancellation: its fees, less the fees of the transactions that it replaces. */
export async function cancelCost(db: Db, { ends }: Cancellation) {
  const costSats = ends.reduce((sum, { replacements, version }) => {
    const { current, children } = replacements
    if (!version || !current) return sum
    return sum + version.feeSats - packageFee({ current, children }).feeSats
  }, 0n)
  return amountAt(costSats, await priceNow(db))
}

/**
 * Offers rates for the next block and for three blocks, those within the ceiling that bump by the
 * same method.
 */
export async function offer(
  deps: Deps,
  stuck: Stuck,
  feeRate: number | undefined,
): Promise<Omit<BumpOffer, 'needsKey'>> {
  const { fee_rate_next_block_sats_per_kvb: next, fee_rate_sats_per_kvb: three } =
    await readFeeRates(deps)
  const price = await priceNow(deps.db)
  return withNode(deps, async (chain) => {
    const view = await askNode(chain, stuck)
    const at = (rate: bigint) =>
      planBump(chain, stuck, view, { feeRateSatsPerKvb: rate, raise: true })
    const usual = await at(three)
    const quick = await at(next).catch((error: unknown) => {
      if (error instanceof Refusal) return null
      throw error
    })
    const priced = ({ costSats, feeRateSatsPerKvb, needsCode }: Bump) => ({
      feeRate: Number(feeRateSatsPerKvb) / 1000,
      cost: amountAt(costSats, price),
      needsCode,
    })
    const options = [{ blocks: 3, ...priced(usual) }]
    if (quick?.method === usual.method) options.unshift({ blocks: 1, ...priced(quick) })
    const chosen =
      feeRate === undefined
        ? null
        : priced(await planBump(chain, stuck, view, toWantedRate(feeRate)))
    const { method, evictedSpends } = usual
    return { method, evictedSpends, options, asked: chosen }
  })
}
