/**
 * The seven states of a transaction. PostgreSQL computes each from facts of its row, the first that
 * holds; `server/migrations/0050_states_from_facts.sql` has the facts and the function.
 *
 * - `rejected`, `failed` without bytes: how a plan ended of which nothing was signed; final.
 * - `pendingApproval`: planned, nothing signed; waits for approval, a feeder, the node or the signer.
 * - `confirmed`: in a block of the chain we follow (final at 6 confirmations).
 * - `unconfirmed`: in our node's mempool.
 * - `failed` with bytes: a conflict, its own or of an unconfirmed ancestor, is 6 blocks deep. A
 *   reorganisation can still confirm it.
 * - `removed`: was sent or has a conflict, and is in neither mempool nor chain.
 * - `signed`: bytes and txid stored, not sent yet.
 */
export const transactionStates = [
  'pendingApproval',
  'rejected',
  'signed',
  'unconfirmed',
  'confirmed',
  'removed',
  'failed',
] as const
export type TransactionState = (typeof transactionStates)[number]

/**
 * The state of a run from those of its transactions: what still waits shows first, then what is
 * under way; `confirmed` and `rejected` only when all are.
 */
export function paymentState(states: readonly TransactionState[]): TransactionState {
  for (const waiting of ['pendingApproval', 'signed', 'removed', 'unconfirmed'] as const) {
    if (states.includes(waiting)) return waiting
  }
  if (states.length > 0 && states.every((state) => state === 'confirmed')) return 'confirmed'
  if (states.length > 0 && states.every((state) => state === 'rejected')) return 'rejected'
  return 'failed'
}
