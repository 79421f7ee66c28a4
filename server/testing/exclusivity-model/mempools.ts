import type { ModelChain } from './chain.ts'
import { byId, descends, isMined, type ModelTransaction, share, sumOf } from './transaction.ts'

export type Mempool = Set<ModelTransaction>

/** The transactions that it would replace in this mempool; undefined where an input is missing. */
function findRivals(
  chain: ModelChain,
  pool: Mempool,
  transaction: ModelTransaction,
): ModelTransaction[] | undefined {
  for (const input of transaction.inputs) {
    if (chain.isUnspent(input)) {
      if (!chain.isMature(input, chain.height + 1)) return undefined
    } else if (!input.transaction || isMined(input.transaction) || !pool.has(input.transaction)) {
      return undefined
    }
  }
  return findSpenders(pool, transaction)
}

/** The transactions of the mempool that spend an input of this one. */
export const findSpenders = (pool: Mempool, transaction: ModelTransaction): ModelTransaction[] =>
  [...pool].filter((other) => share(other.inputs, transaction.inputs))

export function withDescendants(
  pool: Mempool,
  transactions: readonly ModelTransaction[],
): ModelTransaction[] {
  const out = new Set(transactions)
  for (const other of [...pool].sort(byId)) {
    if (other.inputs.some(({ transaction }) => transaction && out.has(transaction))) out.add(other)
  }
  return [...out]
}

/** Full replace-by-fee: it must pay more than the fees of all that it evicts. */
export function submit(chain: ModelChain, pool: Mempool, transaction: ModelTransaction): void {
  if (isMined(transaction) || pool.has(transaction)) return
  const rivals = findRivals(chain, pool, transaction)
  if (!rivals) return
  if (rivals.length > 0) {
    const evicted = withDescendants(pool, rivals)
    if (evicted.some((other) => descends(transaction, other))) return
    if (transaction.fee <= feesOf(evicted)) return
    for (const other of evicted) pool.delete(other)
  }
  pool.add(transaction)
}

export const feesOf = (transactions: readonly ModelTransaction[]): number =>
  sumOf(transactions.map(({ fee }) => ({ amount: fee })))

/** After the chain changed: drops what is mined or can no longer confirm. */
export function refreshMempool(
  chain: ModelChain,
  pool: Mempool,
  returned: readonly ModelTransaction[],
): void {
  if (pool.size === 0 && returned.length === 0) return
  const candidates = [...new Set([...returned, ...pool])].sort(byId)
  pool.clear()
  for (const transaction of candidates) {
    if (isMined(transaction)) continue
    const rivals = findRivals(chain, pool, transaction)
    if (rivals?.length === 0) pool.add(transaction)
  }
}
