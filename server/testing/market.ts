import { notify } from '#server/platform/db/notify.ts'
import type { Engine } from './engine.ts'

/** From now on the node's estimate is what a test says: a regtest node has seen too little for one. */
export function marketOf({ db, chain, until }: Engine, first: bigint | null = null) {
  let market = first
  chain.estimatedFeeRate = async () => market
  /** Until the worker sees the market so; and one more look of its own. */
  return async (rate: bigint): Promise<void> => {
    market = rate
    await until('the market is seen', async () => {
      const node = await db.selectFrom('node_status').selectAll().executeTakeFirst()
      return node?.fee_rate_sats_per_kvb === rate
    })
    await notify(db, 'chain')
  }
}
