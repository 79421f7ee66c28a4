import { sql } from 'kysely'

/** Where transactions were seen: in a block of the followed chain, or in the mempool (null). */
export type Sighting = { height: number; at: Date } | null

/** Whether a sighting is new to a row of `transactions`. The mempool never overrules a block. */
export const isNewTo = (seen: Sighting) =>
  sql<boolean>`transactions.height IS NULL AND (${seen !== null}::boolean OR NOT transactions.in_mempool)`

/**
 * The facts that a sighting gives a row of `transactions`. The block's time is its miner's and may be
 * two hours off: never before we knew the transaction, never later than now.
 */
export function sightingColumns(seen: Sighting) {
  if (!seen) return { in_mempool: true } as const
  return {
    in_mempool: false,
    was_mined: true,
    height: seen.height,
    confirmed_at: sql<Date>`greatest(least(${seen.at}::timestamptz, now()), transactions.created_at)`,
    // The block that held its rival is not in the chain any more.
    conflict_height: null,
    superseded_height: null,
    is_lost: false,
    failure: null,
  } as const
}
