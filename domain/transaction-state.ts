/**
 * The seven states of a transaction and the one table of allowed moves.
 *
 * - `pendingApproval`: planned, coins reserved, nothing signed: waits for approval, a feeder, the
 *   node or the signer.
 * - `rejected`: refused before signing; coins released; final.
 * - `signed`: bytes and txid stored, not known to be in a mempool.
 * - `unconfirmed`: in our node's mempool.
 * - `confirmed`: in a block of the chain we follow (final at 6 confirmations).
 * - `removed`: was signed, now in neither mempool nor chain although sent again, or replaced.
 * - `failed`: can never confirm; final. Reached only where no signed bytes exist or a conflict is
 *   buried 6 deep.
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

const moves: Record<TransactionState, readonly TransactionState[]> = {
  pendingApproval: ['signed', 'rejected', 'failed'],
  rejected: [],
  signed: ['unconfirmed', 'confirmed', 'removed', 'failed'],
  unconfirmed: ['confirmed', 'removed', 'failed'],
  confirmed: ['unconfirmed', 'removed'],
  removed: ['unconfirmed', 'confirmed', 'failed'],
  failed: [],
}

/** Whether a transaction may go from one state to another. */
export function canMove(from: TransactionState, to: TransactionState): boolean {
  return moves[from].includes(to)
}

/** The states from which a transaction may come to `to`: the guard of an UPDATE. */
export function statesBefore(to: TransactionState): TransactionState[] {
  return transactionStates.filter((from) => canMove(from, to))
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
