import { type Chain, ChainError, type Outpoint } from '#server/ports.ts'
import { FakeChain, type FakeTransaction, readFakeTransaction } from './fake-chain.ts'
import { FakeMempool, incrementalRate } from './fake-mempool.ts'

const text = ({ txid, vout }: Outpoint) => `${txid}:${vout}`

/** A node in memory: the `Chain` port over one chain and one mempool. */
export class FakeNode {
  readonly chain = new FakeChain()
  readonly mempool = new FakeMempool(this.chain)
  /** Every transaction that anybody ever sent: a miner may have any of them. */
  readonly sent = new Map<string, FakeTransaction>()
  /** Whether the next broadcast gets lost on its way, or its answer. */
  loses: () => 'nothing' | 'bytes' | 'answer' = () => 'nothing'
  feeRate = 2_000n

  submit(raw: Uint8Array): string | null {
    const transaction = readFakeTransaction(raw)
    this.sent.set(transaction.txid, transaction)
    return this.mempool.submit(transaction)
  }

  mine(candidates: readonly FakeTransaction[]): void {
    this.chain.connect(candidates)
    this.mempool.refresh()
  }

  /** The unmined transactions, parents first. */
  waiting = (): FakeTransaction[] =>
    [...this.mempool.entries.values()].map(({ transaction }) => transaction)

  /** `depth` blocks give way to one more; `blocks` says what is in each. */
  reorganise(depth: number, blocks: () => readonly FakeTransaction[], returns: () => boolean) {
    const undone = Array.from({ length: depth }, () => this.chain.disconnect())
    for (let block = 0; block <= depth; block++) this.chain.connect(blocks())
    const returned = undone.toReversed().flatMap(({ transactions }) => transactions)
    this.mempool.refresh()
    for (const transaction of returned) if (returns()) this.mempool.submit(transaction)
  }

  readonly port: Chain = {
    info: async () => {
      const { height, hash } = this.chain.tip
      const chainwork = workAt(height)
      const at = { network: 'regtest', height, headers: height, bestHash: hash }
      return { ...at, chainwork, initialDownload: false }
    },
    blockHash: async (height) => this.#blockAt(height).hash,
    blockHashes: async (heights) => heights.map((height) => this.#blockAt(height).hash),
    header: async (hash) => {
      const block = this.chain.blocks.get(hash)
      if (!block) throw new ChainError('missing', 'no such block')
      const { height, at, previous: previousHash } = block
      const isBest = this.chain.best[height] === block
      const confirmations = isBest ? this.chain.height - height + 1 : -1
      const nextHash = isBest ? (this.chain.best[height + 1]?.hash ?? null) : null
      return { hash, height, at, previousHash, nextHash, confirmations, chainwork: workAt(height) }
    },
    rawBlock: async (hash) => {
      const block = this.chain.blocks.get(hash)
      if (!block) throw new ChainError('missing', 'no such block')
      return block.raw
    },
    fetchFromPeer: async () => false,
    mempoolTxids: async () => [...this.mempool.entries.keys()],
    mempoolTransactions: async (txids) =>
      new Map(
        txids.flatMap((txid): [string, Uint8Array][] => {
          const entry = this.mempool.entries.get(txid)
          return entry ? [[txid, entry.transaction.raw]] : []
        }),
      ),
    inMempool: async (txid) => this.mempool.entries.has(txid),
    mempoolEntry: async (txid) => {
      const entry = this.mempool.entries.get(txid)
      if (!entry) return null
      const { feeSats, transaction } = entry
      const own = this.mempool.withDescendants(txid)
      const withDescendantsFeeSats = this.mempool.feesOf(own)
      const descendants = own.length - 1
      return { feeSats, vsize: transaction.vsize, withDescendantsFeeSats, descendants }
    },
    unspent: async (outpoints, counting = 'mempool') =>
      outpoints.map((outpoint) => {
        const name = text(outpoint)
        const mined = this.chain.utxos.get(name)
        const found = counting === 'mempool' ? this.mempool.unspent(name) : mined
        const confirmations = mined ? this.chain.height - mined.height + 1 : 0
        return found ? { ...found, confirmations } : null
      }),
    unspentOf: async (scripts) => {
      const wanted = new Set(scripts.map((script) => Buffer.from(script).toString('hex')))
      const outputs = [...this.chain.utxos].flatMap(([outpoint, output]) => {
        if (!wanted.has(Buffer.from(output.script).toString('hex'))) return []
        const [txid = '', vout] = outpoint.split(':')
        return [{ ...output, txid, vout: Number(vout), coinbase: false }]
      })
      return { bestHash: this.chain.tip.hash, outputs }
    },
    unspentOfAccount: async () => ({ bestHash: this.chain.tip.hash, outputs: [] }),
    estimatedFeeRate: async () => this.feeRate,
    peers: async () => 8,
    minimumFeeRate: async () => this.mempool.minimumRate,
    incrementalFeeRate: async () => incrementalRate,
    trial: async (raw) => ({ refusal: this.mempool.judge(readFakeTransaction(raw)).refusal }),
    send: async (raw) => {
      const { txid } = readFakeTransaction(raw)
      const refusal = this.#deliver(() => this.submit(raw))
      if (refusal) throw new ChainError('refused', refusal)
      return txid
    },
    sendPackage: async ([parent, child]) => {
      const raws = [readFakeTransaction(parent), readFakeTransaction(child)] as const
      for (const one of raws) this.sent.set(one.txid, one)
      return { refusal: this.#deliver(() => this.mempool.submitPackage(...raws)) }
    },
  }

  #deliver<T>(work: () => T): T {
    const lost = this.loses()
    if (lost === 'bytes') throw new ChainError('unknown', 'the bytes were lost')
    const answer = work()
    if (lost === 'answer') throw new ChainError('unknown', 'the answer was lost')
    return answer
  }

  #blockAt(height: number) {
    const block = this.chain.best[height]
    if (!block) throw new ChainError('missing', 'no such height')
    return block
  }
}

const workAt = (height: number) => BigInt(height + 1) * 2n
