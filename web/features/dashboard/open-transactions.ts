import type { Transaction } from '#contract/transactions.ts'
import type { TransactionState } from '#domain/transaction-state.ts'

const openStates: readonly TransactionState[] = ['pendingApproval', 'signed', 'unconfirmed']

/** Something will still happen to it by itself. */
export const isTransactionOpen = ({ state }: Transaction) => openStates.includes(state)
