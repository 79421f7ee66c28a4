import { randomBytes } from 'node:crypto'
import type { TransactionState } from '#domain/transaction-state.ts'

const signed = () => ({ txid: randomBytes(32), raw: randomBytes(200) })

/** The facts from which PostgreSQL computes a state of a payment, for rows that a test writes itself. */
export function factsOf(state: TransactionState) {
  switch (state) {
    case 'pendingApproval':
      return { waiting_for: 'node' } as const
    case 'rejected':
    case 'failed':
      return { ended: state } as const
    case 'signed':
      return signed()
    case 'unconfirmed':
      return { ...signed(), in_mempool: true, sent_at: new Date() }
    case 'confirmed':
      return { ...signed(), was_mined: true, height: 7 }
    case 'removed':
      return { ...signed(), sent_at: new Date() }
  }
}
