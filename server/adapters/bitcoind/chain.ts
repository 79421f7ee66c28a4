import { randomInt } from 'node:crypto'
import { z } from 'zod'
import { walkTransaction } from '#domain/block.ts'
import { accountDescriptor } from '#domain/descriptor.ts'
import { minuteMs } from '#domain/durations.ts'
import { btcText } from '#domain/money.ts'
import { type Chain, ChainError } from '#server/ports.ts'
import * as answers from './answers.ts'
import { answerTooLarge } from './connection.ts'
import { Rpc, type RpcOptions } from './rpc.ts'
import { errorToken, RpcError } from './rpc-error.ts'

const batchSize = 500
/** The scan walks over all unspent outputs there are: some 200 million on main. */
const scanTimeoutMs = 30 * minuteMs

/** The answer of a trial to bytes that the node already has. */
const alreadyThere = ['txn-already-in-mempool', 'txn-already-known']
/** A trial and a send say one thing in two ways. */
const tokenOfSend: Record<string, string> = { 'missing-inputs': 'bad-txns-inputs-missingorspent' }

/** The `Chain` of server/ports.ts over a bitcoind without wallet and txindex. */
export const createChain = (options: RpcOptions): Chain => chainOver(new Rpc(options))

export function chainOver(rpc: Rpc): Chain {
  return {
    async info() {
      const info = await rpc.call('getblockchaininfo', [], answers.chainInfo)
      return {
        network: info.chain,
        height: info.blocks,
        headers: info.headers,
        bestHash: info.bestblockhash,
        chainwork: info.chainwork,
        initialDownload: info.initialblockdownload,
      }
    },
    blockHash: (height) => rpc.call('getblockhash', [height], answers.hash),
    async blockHashes(heights) {
      const calls = heights.map((height) => ({ method: 'getblockhash', params: [height] }))
      return (await rpc.batch(calls, answers.hash)).map(answerOf)
    },
    header: (hash) => rpc.call('getblockheader', [hash, true], answers.blockHeader),
    rawBlock: (hash) => rpc.bytes('getblock', [hash, 0]),
    async fetchFromPeer(hash) {
      const peers = await rpc.call('getpeerinfo', [], answers.fullPeers)
      // Nothing tells which peer has the block, so each call tries the peers in another order.
      for (const peer of shuffled(peers)) {
        try {
          await rpc.call('getblockfrompeer', [hash, peer], z.unknown())
          return true
        } catch (error) {
          // A peer that left, or is too old to be asked, is skipped: the next one may do.
          if (!(error instanceof RpcError)) throw error
        }
      }
      return false
    },
    mempoolTxids: () => rpc.call('getrawmempool', [false], z.array(answers.hash)),
    async mempoolTransactions(txids) {
      const found = new Map<string, Uint8Array>()
      for (const part of partsOf(txids)) {
        for (const [txid, raw] of await rawOfMempool(rpc, part)) found.set(txid, raw)
      }
      return found
    },
    inMempool: async (txid) => (await entryOf(rpc, txid, z.unknown())) !== null,
    mempoolEntry: (txid) => entryOf(rpc, txid, answers.mempoolEntry),
    async unspent(outpoints, counting = 'mempool') {
      const found: z.infer<typeof answers.unspentOutput>[] = []
      for (const part of partsOf(outpoints)) {
        const calls = part.map(({ txid, vout }) => ({
          method: 'gettxout',
          params: [txid, vout, counting === 'mempool'],
        }))
        found.push(...(await rpc.batch(calls, answers.unspentOutput)).map(answerOf))
      }
      return found
    },
    async unspentOf(scripts) {
      const descriptors = scripts.map((script) => `raw(${Buffer.from(script).toString('hex')})`)
      return scanOf(rpc, descriptors, answers.scan)
    },
    async unspentOfAccount(xpub, ranges) {
      const descriptors = ranges.map(({ branch, to }) => ({
        desc: accountDescriptor(xpub, branch),
        range: to,
      }))
      return scanOf(rpc, descriptors, answers.accountScan)
    },
    async estimatedFeeRate(blocks) {
      try {
        return await rpc.call('estimatesmartfee', [blocks, 'economical'], answers.feeEstimate)
      } catch (error) {
        // −32603 "Fee estimation disabled": a node with -blocksonly sees no fees.
        if (error instanceof RpcError && error.code === -32603) return null
        throw error
      }
    },
    peers: () => rpc.call('getnetworkinfo', [], answers.peers),
    minimumFeeRate: () => rpc.call('getmempoolinfo', [], answers.mempoolFeeLimits),
    incrementalFeeRate: () => rpc.call('getmempoolinfo', [], answers.incrementalFeeRate),
    async trial(raw) {
      const hex = Buffer.from(raw).toString('hex')
      // No ceiling: a small child pays for a large parent too, and what is sent has a ceiling of its own.
      const [result] = await rpc.call('testmempoolaccept', [[hex], 0], answers.trialResults)
      const reason = errorToken(result['reject-reason'] ?? 'refused without a reason')
      if (result.allowed || alreadyThere.includes(reason)) return { refusal: null }
      return { refusal: tokenOfSend[reason] ?? reason }
    },
    async send(raw, maximumFeeRateSatsPerKvb) {
      const hex = Buffer.from(raw).toString('hex')
      // The node's own ceiling of 10,000 sat/vB would let a gross mistake through.
      const ceiling = btcText(maximumFeeRateSatsPerKvb)
      try {
        return await rpc.call('sendrawtransaction', [hex, ceiling], answers.hash)
      } catch (error) {
        // −27: outputs of this very txid are in the UTXO set, so it is mined and was sent long ago.
        if (error instanceof RpcError && error.code === -27) return walkTransaction(raw).txid()
        throw error
      }
    },
    async sendPackage(raws, maximumFeeRateSatsPerKvb) {
      const hexes = raws.map((raw) => Buffer.from(raw).toString('hex'))
      const ceiling = btcText(maximumFeeRateSatsPerKvb)
      const answer = await rpc.call('submitpackage', [hexes, ceiling], answers.packageResult)
      return { refusal: answer.refusal === null ? null : errorToken(answer.refusal) }
    },
  }
}

function answerOf<T>(answer: T | ChainError): T {
  if (answer instanceof ChainError) throw answer
  return answer
}

const shuffled = <T>(items: readonly T[]): T[] =>
  items
    .map((item) => ({ item, at: randomInt(2 ** 32) }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item)

/** An output of nothing is money to nobody. */
async function scanOf<T extends { sats: bigint }>(
  rpc: Rpc,
  descriptors: unknown[],
  answer: z.ZodType<{ bestHash: string; outputs: T[] }>,
): Promise<{ bestHash: string; outputs: T[] }> {
  const scan = await rpc.call('scantxoutset', ['start', descriptors], answer, scanTimeoutMs)
  return { ...scan, outputs: scan.outputs.filter(({ sats }) => sats > 0n) }
}

async function entryOf<T>(rpc: Rpc, txid: string, schema: z.ZodType<T>): Promise<T | null> {
  try {
    return await rpc.call('getmempoolentry', [txid], schema)
  } catch (error) {
    if (error instanceof ChainError && error.kind === 'missing') return null
    throw error
  }
}

async function rawOfMempool(rpc: Rpc, txids: string[]): Promise<[string, Uint8Array][]> {
  const calls = txids.map((txid) => ({ method: 'getrawtransaction', params: [txid] }))
  try {
    const found = await rpc.batch(calls, answers.bytesOfHex)
    return found.flatMap((answer, i): [string, Uint8Array][] => {
      if (!(answer instanceof ChainError)) return [[txids[i] as string, answer]]
      if (answer.kind === 'missing') return []
      throw answer
    })
  } catch (error) {
    // 500 of the largest standard transactions are 400 MB of hex.
    const halve = error instanceof ChainError && error.reason === answerTooLarge
    if (!halve || txids.length === 1) throw error
    const middle = txids.length >> 1
    return [
      ...(await rawOfMempool(rpc, txids.slice(0, middle))),
      ...(await rawOfMempool(rpc, txids.slice(middle))),
    ]
  }
}

function partsOf<T>(items: readonly T[]): T[][] {
  return Array.from({ length: Math.ceil(items.length / batchSize) }, (_, i) =>
    items.slice(i * batchSize, (i + 1) * batchSize),
  )
}
