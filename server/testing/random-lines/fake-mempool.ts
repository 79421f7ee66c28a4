import type { PaidOutput } from '#domain/transaction-bytes.ts'
import type { FakeChain, FakeTransaction } from './fake-chain.ts'

export type FakeEntry = { transaction: FakeTransaction; feeSats: bigint }
type Verdict = { refusal: string | null; entry: FakeEntry | null; evicted: string[] }

export const incrementalRate = 1_000n

/** Transactions that wait for a block. One that pays more replaces those that it conflicts with. */
export class FakeMempool {
  readonly entries = new Map<string, FakeEntry>()
  readonly #spenders = new Map<string, string>()
  readonly #chain: FakeChain
  minimumRate = 1_000n

  constructor(chain: FakeChain) {
    this.#chain = chain
  }

  outputOf(outpoint: string): PaidOutput | undefined {
    const [txid = '', vout] = outpoint.split(':')
    return (
      this.#chain.utxos.get(outpoint) ?? this.entries.get(txid)?.transaction.outputs[Number(vout)]
    )
  }

  /** The mempool's own outputs and spends count. */
  unspent(outpoint: string): PaidOutput | undefined {
    return this.#spenders.has(outpoint) ? undefined : this.outputOf(outpoint)
  }

  /** Itself and all that depends on it. */
  withDescendants(txid: string): string[] {
    const found = new Set([txid])
    for (const one of found) {
      const outputs = this.entries.get(one)?.transaction.outputs ?? []
      outputs.forEach((_, vout) => {
        const spender = this.#spenders.get(`${one}:${vout}`)
        if (spender) found.add(spender)
      })
    }
    return [...found]
  }

  feesOf = (txids: readonly string[]): bigint =>
    txids.reduce((sum, txid) => sum + (this.entries.get(txid)?.feeSats ?? 0n), 0n)

  judge(transaction: FakeTransaction, paysForItself = true): Verdict {
    const no = (refusal: string | null): Verdict => ({ refusal, entry: null, evicted: [] })
    const { txid, inputs, outputs, vsize } = transaction
    if (this.entries.has(txid)) return no(null)
    const isKnown = outputs.some((_, vout) => this.#chain.utxos.has(`${txid}:${vout}`))
    if (isKnown && this.#chain.isConfirmed(transaction)) return no(null)
    let feeSats = -outputs.reduce((sum, { sats }) => sum + sats, 0n)
    for (const outpoint of inputs) {
      const output = this.outputOf(outpoint)
      if (!output) return no('bad-txns-inputs-missingorspent')
      feeSats += output.sats
    }
    if (paysForItself && feeSats * 1_000n < this.minimumRate * BigInt(vsize)) {
      return no('mempool min fee not met')
    }
    const replaced = new Set(inputs.flatMap((outpoint) => this.#spenders.get(outpoint) ?? []))
    const evicted = new Set([...replaced].flatMap((one) => this.withDescendants(one)))
    if (inputs.some((outpoint) => evicted.has(outpoint.split(':')[0] ?? ''))) {
      return no('bad-txns-spends-conflicting-tx')
    }
    for (const one of replaced) {
      const entry = this.entries.get(one)
      if (entry && feeSats * BigInt(entry.transaction.vsize) <= entry.feeSats * BigInt(vsize)) {
        return no('insufficient fee')
      }
    }
    const least = this.feesOf([...evicted]) + (incrementalRate * BigInt(vsize)) / 1_000n
    if (evicted.size > 0 && feeSats < least) return no('insufficient fee')
    return { refusal: null, entry: { transaction, feeSats }, evicted: [...evicted] }
  }

  submit(transaction: FakeTransaction, paysForItself = true): string | null {
    const { refusal, entry, evicted } = this.judge(transaction, paysForItself)
    for (const txid of evicted) this.#remove(txid)
    if (entry) this.#add(entry)
    return refusal
  }

  submitPackage(parent: FakeTransaction, child: FakeTransaction): string | null {
    const alone = this.submit(parent)
    if (alone && alone !== 'mempool min fee not met') return alone
    if (!alone) return this.submit(child)
    const first = this.judge(parent, false)
    const sats = child.outputs.reduce((sum, output) => sum + output.sats, 0n)
    const held = child.inputs.reduce((sum, outpoint) => {
      const [txid, vout] = outpoint.split(':')
      const ofParent = txid === parent.txid ? parent.outputs[Number(vout)] : undefined
      return sum + ((ofParent ?? this.outputOf(outpoint))?.sats ?? 0n)
    }, 0n)
    const feeSats = (first.entry?.feeSats ?? 0n) + held - sats
    const size = BigInt(parent.vsize + child.vsize)
    if (feeSats * 1_000n < this.minimumRate * size) return alone
    const refusal = this.submit(parent, false) ?? this.submit(child, false)
    if (refusal) this.evict(parent.txid)
    return refusal
  }

  evict(txid: string): void {
    for (const one of this.withDescendants(txid)) this.#remove(one)
  }

  /** After a block or a reorganisation: what is mined or can no longer be leaves. */
  refresh(): void {
    for (const [txid, { transaction }] of this.entries) {
      if (this.#chain.isConfirmed(transaction)) this.#remove(txid)
    }
    for (;;) {
      const dead = [...this.entries].filter(([, { transaction }]) =>
        transaction.inputs.some((outpoint) => !this.outputOf(outpoint)),
      )
      if (dead.length === 0) return
      for (const [txid] of dead) this.evict(txid)
    }
  }

  #add(entry: FakeEntry): void {
    this.entries.set(entry.transaction.txid, entry)
    for (const outpoint of entry.transaction.inputs) {
      this.#spenders.set(outpoint, entry.transaction.txid)
    }
  }

  #remove(txid: string): void {
    const inputs = this.entries.get(txid)?.transaction.inputs ?? []
    for (const outpoint of inputs) {
      if (this.#spenders.get(outpoint) === txid) this.#spenders.delete(outpoint)
    }
    this.entries.delete(txid)
  }
}
