/**
 * The seven states of a transaction. PostgreSQL computes each from facts of its row, the first that
 * holds; `server/migrations/0001_schema.sql` has the facts and the function.
 *
 * - `rejected`, `failed` without bytes: how a plan ended of which nothing was signed; final.
 * - `pendingApproval`: planned, nothing signed; waits for approval, its lane, the node or the signer.
 * - `confirmed`: in a block of the chain we follow (final at 6 confirmations).
 * - `unconfirmed`: in our node's mempool.
 * - `failed` with bytes: a conflict, its own or of an unconfirmed ancestor, is 6 blocks deep. It ends
 *   when a reorganisation takes the conflict back.
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
 * The moves of a state that facts can cause; a trigger refuses every other. From `failed` only a signed
 * transaction comes back: how a plan ended is final.
 */
export const allowedMoves: Record<TransactionState, readonly TransactionState[]> = {
  pendingApproval: ['rejected', 'signed', 'failed'],
  rejected: [],
  signed: ['unconfirmed', 'confirmed', 'removed', 'failed'],
  // The mempool may show and drop a transaction whose sending was never recorded.
  unconfirmed: ['signed', 'confirmed', 'removed', 'failed'],
  confirmed: ['unconfirmed', 'removed'],
  removed: ['signed', 'unconfirmed', 'confirmed', 'failed'],
  failed: ['unconfirmed', 'confirmed', 'removed'],
}

/** The version that people see, for each transaction of a run. */
type InRun = { state: TransactionState; type: string; live: boolean }

/**
 * The state of a run. A transaction that can no longer confirm has ended, as `rejected` where the run
 * was cancelled; its own state is `removed` until its conflict is 6 blocks deep.
 */
export function runState(transactions: readonly InRun[]): TransactionState {
  const isCancellation = ({ state, type }: InRun) => type === 'cancel' && state === 'confirmed'
  const isCancelled = transactions.some(isCancellation)
  return paymentState(
    transactions.map((transaction) => {
      const { state, live } = transaction
      if (live || (state === 'confirmed' && !isCancellation(transaction))) return state
      return isCancelled || state === 'rejected' ? 'rejected' : 'failed'
    }),
  )
}

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
