import { toReversedHex, walkTransaction } from '#domain/block.ts'
import type { PaidOutput } from '#domain/transaction-bytes.ts'
import { blockBytes } from '#server/testing/block-builder.ts'

export type FakeTransaction = {
  txid: string
  raw: Uint8Array
  /** Outpoints as `txid:vout`. */
  inputs: string[]
  outputs: readonly PaidOutput[]
  vsize: number
}
export type FakeBlock = {
  hash: string
  previous: string | null
  height: number
  at: Date
  raw: Uint8Array
  transactions: FakeTransaction[]
}

export function readFakeTransaction(raw: Uint8Array): FakeTransaction {
  const walked = walkTransaction(raw)
  return {
    txid: walked.txid(),
    raw,
    inputs: walked.inputs.map(({ previousTxid, vout }) => `${toReversedHex(previousTxid)}:${vout}`),
    outputs: walked.outputs,
    vsize: walked.vsize,
  }
}

const firstSeconds = 1_700_000_000

/** An exact chain of blocks and UTXOs. Nothing is checked but that inputs exist, once. */
export class FakeChain {
  readonly blocks = new Map<string, FakeBlock>()
  /** The best chain, by height. */
  readonly best: FakeBlock[] = []
  /** An output of nobody's has no block: anybody may bring money from outside. */
  readonly utxos = new Map<string, PaidOutput & { height: number }>()
  readonly heights = new Map<string, number>()
  readonly spenders = new Map<string, FakeTransaction>()
  #spent = new Map<string, PaidOutput & { height: number }>()

  constructor() {
    this.connect([])
  }

  get tip(): FakeBlock {
    return this.best.at(-1) as FakeBlock
  }

  get height(): number {
    return this.tip.height
  }

  /** Money from outside of the world. */
  endow(outpoint: string, output: PaidOutput): void {
    this.utxos.set(outpoint, { ...output, height: 0 })
  }

  canConfirm = ({ inputs }: FakeTransaction): boolean =>
    inputs.every((outpoint) => this.utxos.has(outpoint))

  isConfirmed = ({ txid }: Pick<FakeTransaction, 'txid'>): boolean => this.heights.has(txid)

  /** Makes a block of the candidates that can confirm, in this order. */
  connect(candidates: readonly FakeTransaction[]): FakeBlock {
    const previous = this.best.at(-1)
    const height = this.best.length
    const transactions = candidates.filter((transaction) => {
      const confirms = this.canConfirm(transaction)
      if (confirms) this.#apply(transaction, height)
      return confirms
    })
    const seconds = firstSeconds + this.blocks.size
    const raws = transactions.map(({ raw }) => raw)
    const parent = { hash: previous?.hash ?? '00'.repeat(32), height: height - 1 }
    const { hash, raw } = blockBytes(parent, seconds, [], raws)
    const at = new Date(seconds * 1000)
    const block = { hash, previous: previous?.hash ?? null, height, at, raw, transactions }
    this.blocks.set(hash, block)
    this.best.push(block)
    return block
  }

  /** Takes the highest block from the best chain. */
  disconnect(): FakeBlock {
    const block = this.best.pop()
    if (!block) throw new Error('no block is left')
    for (const transaction of block.transactions.toReversed()) {
      this.heights.delete(transaction.txid)
      for (const vout of transaction.outputs.keys()) {
        this.utxos.delete(`${transaction.txid}:${vout}`)
      }
      for (const outpoint of transaction.inputs) {
        this.spenders.delete(outpoint)
        const output = this.#spent.get(outpoint)
        if (output) this.utxos.set(outpoint, output)
      }
    }
    return block
  }

  #apply(transaction: FakeTransaction, height: number): void {
    this.heights.set(transaction.txid, height)
    for (const outpoint of transaction.inputs) {
      const output = this.utxos.get(outpoint)
      if (output) this.#spent.set(outpoint, output)
      this.utxos.delete(outpoint)
      this.spenders.set(outpoint, transaction)
    }
    transaction.outputs.forEach((output, vout) => {
      this.utxos.set(`${transaction.txid}:${vout}`, { ...output, height })
    })
  }
}
