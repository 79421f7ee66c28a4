import { notify } from '#server/platform/db/notify.ts'
import type { Engine } from './engine.ts'

/** Sets the node's estimate for a test: a regtest node has seen too little for one. */
export function feeRateOf({ db, chain, until }: Engine, first: bigint | null = null) {
  let fees = first
  chain.estimatedFeeRate = async () => fees
  /** Waits until the worker has read the fee rate, and for one more look. */
  return async (rate: bigint): Promise<void> => {
    fees = rate
    await until('the fee rate is read', async () => {
      const node = await db.selectFrom('node_status').selectAll().executeTakeFirst()
      return node?.fee_rate_sats_per_kvb === rate
    })
    await notify(db, 'chain')
  }
}
