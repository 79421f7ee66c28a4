import { createHash } from 'node:crypto'
import { p2wpkh } from '@scure/btc-signer'
import { pubECDSA } from '@scure/btc-signer/utils.js'
import { z } from 'zod'
import { networkPrefixes } from '#domain/address.ts'
import { walkTransaction } from '#domain/block.ts'
import { coinbaseMaturity } from '#domain/block-depths.ts'
import { type Chain, ChainError } from '#server/ports.ts'
import { hash, satsOfBtc } from './answers.ts'
import type { Rpc } from './rpc.ts'
import { RpcError } from './rpc-error.ts'

/**
 * Known to all on purpose: these UTXOs are worth nothing, and any process that meets a chain made
 * with this key can go on with it.
 */
export const faucetKey = createHash('sha256').update('Quincena play money').digest()

const payment = p2wpkh(pubECDSA(faucetKey, true), networkPrefixes('regtest'))
export const faucetScript = payment.script
export const faucetAddress = payment.address as string

export type FaucetUtxo = { txid: string; vout: number; sats: bigint; coinbase: boolean }
export type FaucetUtxos = {
  free: FaucetUtxo[]
  /** Rewards younger than 100 blocks. */
  immatureSats: bigint
  /** Transactions in the mempool that spend from the faucet. */
  spenders: string[]
}

const scanResult = z.object({
  success: z.literal(true),
  height: z.int(),
  unspents: z.array(
    z.object({
      txid: hash,
      vout: z.int(),
      amount: satsOfBtc,
      height: z.int(),
      coinbase: z.boolean(),
    }),
  ),
})
const spendings = z.array(z.object({ spendingtxid: hash.optional() }))

/** Walking the whole UTXO set takes seconds where somebody has filled it. */
const scanTimeoutMs = 60_000
const scanTries = 100

async function scan(rpc: Rpc): Promise<z.infer<typeof scanResult>> {
  const script = Buffer.from(faucetScript).toString('hex')
  for (let tries = 1; ; tries++) {
    try {
      return await rpc.call(
        'scantxoutset',
        ['start', [`raw(${script})`]],
        scanResult,
        scanTimeoutMs,
      )
    } catch (error) {
      // The node walks for one caller at a time; a walk here takes milliseconds.
      const busy = error instanceof RpcError && error.code === -8 && tries < scanTries
      if (!busy) throw error
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
}

/** The faucet's UTXOs in blocks, read without a wallet: the UTXO set less the mempool's spends. */
export async function faucetUtxos(rpc: Rpc): Promise<FaucetUtxos> {
  const { height, unspents } = await scan(rpc)
  const newestMature = height - coinbaseMaturity + 1
  const mature = unspents.filter((utxo) => !utxo.coinbase || utxo.height <= newestMature)
  const immature = unspents.filter((utxo) => !mature.includes(utxo))
  const outpoints = mature.map(({ txid, vout }) => ({ txid, vout }))
  const spent =
    outpoints.length > 0 ? await rpc.call('gettxspendingprevout', [outpoints], spendings) : []
  if (spent.length !== outpoints.length) {
    throw new ChainError('unknown', 'gettxspendingprevout left some outputs out')
  }
  return {
    free: mature
      .filter((_, i) => spent[i]?.spendingtxid === undefined)
      .map(({ txid, vout, amount, coinbase }) => ({ txid, vout, sats: amount, coinbase })),
    immatureSats: immature.reduce((sum, utxo) => sum + utxo.amount, 0n),
    spenders: [...new Set(spent.flatMap(({ spendingtxid }) => spendingtxid ?? []))],
  }
}

/** The change that returns to the faucet from the mempool with the next block. */
export async function readReturningSats(chain: Chain, spenders: string[]): Promise<bigint> {
  const raws = await chain.mempoolTransactions(spenders)
  return [...raws.values()]
    .flatMap((raw) => walkTransaction(raw).outputs)
    .filter(({ script }) => Buffer.compare(script, faucetScript) === 0)
    .reduce((sum, output) => sum + output.sats, 0n)
}
