import type { PayingCompany } from './paying-company.ts'

/** A node whose estimates are what a test says, for payrolls that ask for no code on other accounts. */
export function feeEstimates(s: PayingCompany) {
  const { db, chain, until } = s.engine
  /** sat/kvB by target. */
  let fees: Record<number, bigint> = {}
  chain.estimatedFeeRate = async (blocks) => fees[blocks] ?? 2_000n
  return {
    /** Until the worker has stored these estimates for 3 and for 144 blocks. */
    async estimates(three: bigint, day: bigint = three) {
      fees = { 1: three, 3: three, 6: three, 36: day, 144: day }
      await until('the fee rate is read', async () => {
        const node = await db.selectFrom('node_status').selectAll().executeTakeFirst()
        const { fee_rate_sats_per_kvb: now, fee_rate_144_blocks_sats_per_kvb: slow } = node ?? {}
        return now === three && slow === day && node
      })
    },
    async aPayroll(usdCents: bigint) {
      const ours = await s.company({ overUsd: null, changedAddresses: false })
      return { ours, ...(await s.funded(ours, [usdCents], 20_000_000n)) }
    },
  }
}
