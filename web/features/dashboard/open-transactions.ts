import type { Transaction } from '#contract/transactions.ts'
import type { TransactionState } from '#domain/transaction-state.ts'

const openStates: readonly TransactionState[] = ['pendingApproval', 'signed', 'unconfirmed']
const announcedStates: readonly TransactionState[] = ['pendingApproval', 'unconfirmed']

/** Something will still happen to it by itself. */
export const isOpen = ({ state }: Transaction) => openStates.includes(state)

/** The one that the banner speaks of: payments before deposits, the newest first. */
export function announced(
  transactions: readonly Transaction[],
  closed: ReadonlySet<string>,
): Transaction | undefined {
  const shown = transactions.filter(
    ({ state, _id }) => announcedStates.includes(state) && !closed.has(_id),
  )
  return shown.find(({ type }) => type === 'send') ?? shown[0]
}

/** The payrolls of whose UTXOs some are kept for what the node does not have yet: for pay, or all. */
export function keptUtxos(transactions: readonly Transaction[]) {
  const planned = transactions.filter(
    ({ state }) => state === 'pendingApproval' || state === 'signed',
  )
  const payrollOf = ({ payroll }: Transaction) => payroll._id
  return {
    paying: new Set(planned.filter(({ type }) => type === 'send').map(payrollOf)),
    keeping: new Set(planned.map(payrollOf)),
  }
}
