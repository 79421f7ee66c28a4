import { sql } from 'kysely'

/** Where transactions were seen: in a block of the followed chain, or in the mempool (null). */
export type Sighting = { height: number; at: Date } | null

/** Whether a sighting is new to a row of `transactions`. The mempool never overrules a block. */
export const isNewTo = (seen: Sighting) =>
  sql<boolean>`transactions.height IS NULL AND (${seen !== null}::boolean OR NOT transactions.in_mempool)`

/**
 * The columns that a sighting sets in a row of `transactions`. A block's time comes from its miner
 * and may be two hours off, so it is limited to between the time at which we knew the transaction
 * and now.
 */
export function sightingColumns(seen: Sighting) {
  if (!seen) return { in_mempool: true } as const
  return {
    in_mempool: false,
    was_mined: true,
    height: seen.height,
    confirmed_at: sql<Date>`greatest(least(${seen.at}::timestamptz, now()), transactions.created_at)`,
    // The block that held the rival is not in the chain any more.
    conflict_height: null,
    superseded_height: null,
    is_lost: false,
    failure: null,
  } as const
}
