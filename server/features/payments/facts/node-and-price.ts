import type { Network } from '#domain/address.ts'
import { feeRatesOf } from '#domain/fee-targets.ts'
import { fallbackFeeRateOf } from '#domain/fees.ts'
import { readStoredFeeRates } from '#server/features/chain/index.ts'
import { readCurrentPrice } from '#server/features/prices/index.ts'
import type { Db } from '#server/platform/db/database.ts'

/** Reads the node's state as the worker last stored it, for `isNodeUsable`. */
export async function readNode(db: Db, network: Network) {
  const found = await db
    .selectFrom('node_status')
    .selectAll()
    .select((eb) =>
      eb.selectFrom('blocks').select('at').orderBy('height', 'desc').limit(eb.lit(1)).as('tipAt'),
    )
    .executeTakeFirst()
  if (!found) return { network, node: null, tipAt: null }
  const { tipAt, ...node } = found
  return { network, node, tipAt }
}

/** Reads what `findUnusable` checks, and the fee rates to plan with. */
export async function readNodeAndPrice(db: Db, network: Network) {
  const known = await readNode(db, network)
  const feeRates = known.node
    ? readStoredFeeRates(known.node)
    : feeRatesOf(fallbackFeeRateOf(network), { 6: null, 36: null, 144: null })
  const price = await readCurrentPrice(db)
  return { ...known, price, feeRates, feeRateSatsPerKvb: feeRates[3] }
}
