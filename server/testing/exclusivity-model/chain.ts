import { coinbaseMaturity } from '#domain/block-depths.ts'
import {
  inheritHistory,
  isMined,
  type ModelOutput,
  type ModelTransaction,
  type NewModelOutput,
  type NewModelTransaction,
} from './transaction.ts'

/** All outputs and transactions that there ever were, and the chain as it is now. */
export class ModelChain {
  readonly outputs: ModelOutput[] = []
  readonly transactions: ModelTransaction[] = []
  /** Every transaction in the order in which blocks brought it; followers read this. */
  readonly log: ModelTransaction[] = []
  height = 200
  readonly #blocks = new Map<number, ModelTransaction[]>()
  readonly #byTxid = new Map<string, ModelTransaction>()

  /** An output that was there before the history began. */
  addSource(amount: number): ModelOutput {
    return this.#addOutput({ amount }, undefined, `source${this.outputs.length}:0`)
  }

  addTransaction(
    fields: NewModelTransaction,
    outputs: readonly NewModelOutput[],
  ): ModelTransaction {
    const id = this.transactions.length
    const transaction: ModelTransaction = {
      id,
      txid: `t${id}`,
      kind: fields.kind,
      payroll: fields.payroll,
      inputs: fields.inputs,
      outpoints: fields.inputs.map(({ outpoint }) => outpoint),
      outputs: [],
      fee: fields.fee ?? 0,
      lines: fields.lines ?? [],
      price: fields.price ?? 0,
      scripts: fields.scripts ?? new Map(),
      history: inheritHistory(fields.inputs),
      minedAt: undefined,
    }
    for (const input of fields.inputs) transaction.history.set(input, transaction)
    transaction.outputs = outputs.map((output, vout) =>
      this.#addOutput(output, transaction, `t${id}:${vout}`),
    )
    this.transactions.push(transaction)
    this.#byTxid.set(transaction.txid, transaction)
    return transaction
  }

  #addOutput(
    fields: NewModelOutput,
    transaction: ModelTransaction | undefined,
    outpoint: string,
  ): ModelOutput {
    const { amount, payroll, branch, index, laneOf } = fields
    const id = this.outputs.length
    const spentBy = undefined
    const output = { id, outpoint, transaction, amount, payroll, branch, index, laneOf, spentBy }
    this.outputs.push(output)
    return output
  }

  readonly inputsOf = (txid: string): readonly string[] | undefined =>
    this.#byTxid.get(txid)?.outpoints

  /** 1 at the tip, 0 in no block. */
  depth({ minedAt }: ModelTransaction): number {
    return minedAt === undefined ? 0 : this.height - minedAt + 1
  }

  isUnspent({ transaction, spentBy }: ModelOutput): boolean {
    return spentBy === undefined && (transaction === undefined || isMined(transaction))
  }

  /** Whether a block of this height, or a mempool below it, may spend it. */
  isMature({ transaction }: ModelOutput, height = this.height): boolean {
    if (transaction?.kind !== 'coinbase') return true
    return height - (transaction.minedAt ?? height) >= coinbaseMaturity
  }

  canConfirm(transaction: ModelTransaction): boolean {
    if (isMined(transaction)) return false
    return transaction.inputs.every((input) => this.isUnspent(input) && this.isMature(input))
  }

  /** Puts it into the block at the tip. */
  confirm(transaction: ModelTransaction): void {
    transaction.minedAt = this.height
    for (const input of transaction.inputs) input.spentBy = transaction
    const block = this.#blocks.get(this.height)
    if (block) block.push(transaction)
    else this.#blocks.set(this.height, [transaction])
    this.log.push(transaction)
  }

  /** Takes blocks off the tip; returns their transactions, oldest first. */
  disconnect(depth: number): ModelTransaction[] {
    const out: ModelTransaction[] = []
    for (let i = 0; i < depth; i++, this.height--) {
      const block = this.#blocks.get(this.height) ?? []
      this.#blocks.delete(this.height)
      for (const transaction of block.reverse()) {
        transaction.minedAt = undefined
        for (const input of transaction.inputs) input.spentBy = undefined
        out.push(transaction)
      }
    }
    return out.reverse()
  }

  /** Depth of the deepest block that spends otherwise what it, or an ancestor, needs. */
  conflictDepth(transaction: ModelTransaction): number {
    let deepest = 0
    for (const [{ spentBy }, spender] of transaction.history) {
      if (spentBy && spentBy !== spender) deepest = Math.max(deepest, this.depth(spentBy))
    }
    return deepest
  }
}
