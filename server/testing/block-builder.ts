import { concatBytes, hexToBytes } from '@noble/hashes/utils.js'
import { RawTx } from '@scure/btc-signer/script.js'
import { sha256 } from '@scure/btc-signer/utils.js'
import { toReversedHex, walkTransaction } from '#domain/block.ts'
import { type PaidOutput, transactionBytes } from '#domain/transaction-bytes.ts'
import type { Outpoint } from '#server/ports.ts'
import type { TestBitcoind } from './bitcoind.ts'

/** A P2WSH of OP_TRUE: spent by who likes, so that a generated transaction needs no key. */
const trueScript = Uint8Array.of(0x51)
export const anyonesScript = Uint8Array.of(0, 32, ...sha256(trueScript))
export const anyonesWitness: readonly Uint8Array[] = [trueScript]

/** A transaction of UTXOs of `anyonesScript`. */
export const anyonesTransaction = (utxos: Outpoint[], outputs: PaidOutput[]): Uint8Array =>
  transactionBytes(
    utxos,
    outputs,
    utxos.map(() => anyonesWitness),
  )

const twice = (bytes: Uint8Array) => sha256(sha256(bytes))

function merkleRoot(hashes: Uint8Array[]): Uint8Array {
  let level = hashes
  while (level.length > 1) {
    const pairs: Uint8Array[] = []
    for (let n = 0; n < level.length; n += 2) {
      const left = level[n] as Uint8Array
      pairs.push(twice(concatBytes(left, level[n + 1] ?? left)))
    }
    level = pairs
  }
  return level[0] as Uint8Array
}

function uint32(value: number): Uint8Array {
  const bytes = new Uint8Array(4)
  new DataView(bytes.buffer).setUint32(0, value, true)
  return bytes
}

/** The height (BIP 34) is pushed as a number of 3 bytes or fewer: minimal, and positive. */
function heightPush(height: number): Uint8Array {
  const digits: number[] = []
  for (let left = height; left > 0; left >>= 8) digits.push(left & 0xff)
  if ((digits.at(-1) ?? 0) >= 0x80) digits.push(0)
  return Uint8Array.of(digits.length, ...digits)
}

/** The coinbase with the commitment to the witnesses of all others (BIP 141). */
function coinbaseOf(height: number, outputs: PaidOutput[], transactions: Uint8Array[]) {
  const reserved = new Uint8Array(32)
  const witnessRoot = merkleRoot([new Uint8Array(32), ...transactions.map(twice)])
  const commitment = concatBytes(
    Uint8Array.of(0x6a, 0x24, 0xaa, 0x21, 0xa9, 0xed),
    twice(concatBytes(witnessRoot, reserved)),
  )
  const paid = [...outputs, { script: commitment, sats: 0n }]
  return RawTx.encode({
    version: 2,
    segwitFlag: true,
    inputs: [
      {
        txid: new Uint8Array(32),
        index: 0xffffffff,
        // A script of two bytes at least, whatever the height.
        finalScriptSig: concatBytes(heightPush(height), Uint8Array.of(0x51)),
        sequence: 0xffffffff,
      },
    ],
    outputs: paid.map(({ script, sats }) => ({ amount: sats, script })),
    witnesses: [[reserved]],
    lockTime: 0,
  })
}

const countBytes = (count: number) =>
  count < 0xfd ? Uint8Array.of(count) : Uint8Array.of(0xfd, count & 0xff, count >> 8)

type Parent = { hash: string; height: number }

/** The bytes of a regtest block upon `parent`, and its hash. Every second hash is below the target. */
export function blockBytes(
  parent: Parent,
  seconds: number,
  coinbase: PaidOutput[],
  transactions: Uint8Array[] = [],
  bits = '207fffff',
): { hash: string; raw: Uint8Array } {
  const all = [coinbaseOf(parent.height + 1, coinbase, transactions), ...transactions]
  const txids = all.map((raw) => hexToBytes(walkTransaction(raw).txid()).reverse())
  const beforeNonce = concatBytes(
    uint32(0x20000000),
    hexToBytes(parent.hash).reverse(),
    merkleRoot(txids),
    uint32(seconds),
    hexToBytes(bits).reverse(),
  )
  let nonce = 0
  while ((twice(concatBytes(beforeNonce, uint32(nonce))).at(-1) ?? 0) >= 0x7f) nonce += 1
  const header = concatBytes(beforeNonce, uint32(nonce))
  const raw = concatBytes(header, countBytes(all.length), ...all)
  return { hash: toReversedHex(twice(header)), raw }
}

/**
 * Makes a regtest block of whatever a miner may put into one: its coinbase pays what it likes, and
 * policy is not asked. The node has to take it as its tip, which proves it valid. Returns the hash.
 */
export async function mineBlock(
  node: Pick<TestBitcoind, 'rpc'>,
  coinbase: PaidOutput[],
  transactions: Uint8Array[] = [],
): Promise<string> {
  const previous = await node.rpc<string>('getbestblockhash')
  const { height, mediantime, bits } = await node.rpc<{
    height: number
    mediantime: number
    bits: string
  }>('getblockheader', previous)
  const seconds = Math.max(mediantime + 1, Math.floor(Date.now() / 1000))
  const parent = { hash: previous, height }
  const { hash, raw } = blockBytes(parent, seconds, coinbase, transactions, bits)
  const refusal = await node.rpc<string | null>('submitblock', Buffer.from(raw).toString('hex'))
  if (refusal) throw new Error(`the node does not take the block: ${refusal}`)
  return hash
}
