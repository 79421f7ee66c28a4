import { sql } from 'kysely'
import { statesBefore, type TransactionState } from '#domain/transaction-state.ts'

/** Where transactions were seen: in a block of the followed chain, or in the mempool (null). */
export type Sighting = { height: number; at: Date } | null

/** From which states a sighting moves a transaction on. The mempool never overrules a block. */
export function statesSeenFrom(seen: Sighting): TransactionState[] {
  const states = statesBefore(seen ? 'confirmed' : 'unconfirmed')
  return seen ? states : states.filter((state) => state !== 'confirmed')
}

/**
 * State and place that a sighting gives a row of `transactions`. The block's time is its miner's and
 * may be two hours off: never before we knew the transaction, never later than now.
 */
export function placed(seen: Sighting) {
  if (!seen) return { state: 'unconfirmed', height: null, confirmed_at: null } as const
  const confirmedAt = sql<Date>`greatest(least(${seen.at}::timestamptz, now()), transactions.created_at)`
  return { state: 'confirmed', height: seen.height, confirmed_at: confirmedAt } as const
}
