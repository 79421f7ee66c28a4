import type { Transaction } from '#contract/transactions.ts'

/** The key of what a transaction is called: a sweep is a withdrawal with a name of its own. */
export const typeName = ({ type, sweep }: Pick<Transaction, 'type' | 'sweep'>) =>
  sweep ? 'sweep' : type
