import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'

/**
 * A walker over the bytes of blocks and transactions (BIP 144): inputs and outputs as views into the
 * bytes, nothing copied. A txid, a hash over the whole transaction, is computed when first asked for.
 */

export type WalkedInput = { previousTxid: Uint8Array; vout: number }
export type WalkedOutput = { sats: bigint; script: Uint8Array }
export type WalkedTransaction = {
  inputs: WalkedInput[]
  outputs: WalkedOutput[]
  coinbase: boolean
  /** Bytes with witnesses. */
  raw: Uint8Array
  /** In the order that people and RPC write (reversed). */
  txid: () => string
}
export type WalkedBlock = {
  hash: string
  previousHash: string
  at: Date
  transactions: WalkedTransaction[]
}

class Reader {
  readonly bytes: Uint8Array
  readonly #view: DataView
  at: number

  constructor(bytes: Uint8Array, at = 0) {
    this.bytes = bytes
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    this.at = at
  }

  take(length: number): Uint8Array {
    const end = this.at + length
    if (end > this.bytes.length) throw new RangeError('bytes: a transaction ends too early')
    const taken = this.bytes.subarray(this.at, end)
    this.at = end
    return taken
  }

  uint8(): number {
    return this.#view.getUint8(this.at++)
  }

  uint32(): number {
    this.at += 4
    return this.#view.getUint32(this.at - 4, true)
  }

  uint64(): bigint {
    this.at += 8
    return this.#view.getBigUint64(this.at - 8, true)
  }

  compactSize(): number {
    const first = this.uint8()
    if (first < 0xfd) return first
    this.at += first === 0xfd ? 2 : 4
    if (first === 0xfd) return this.#view.getUint16(this.at - 2, true)
    if (first === 0xfe) return this.#view.getUint32(this.at - 4, true)
    throw new RangeError('bytes: no count in a block is above 32 bits')
  }

  many<T>(read: () => T): T[] {
    const items: T[] = new Array(this.compactSize())
    for (let index = 0; index < items.length; index++) items[index] = read()
    return items
  }
}

/** Bytes to the reversed hex in which hashes are written. */
export function reversedHex(bytes: Uint8Array): string {
  return bytesToHex(bytes.toReversed())
}

const doubleSha256 = (bytes: Uint8Array) => sha256(sha256(bytes))

const isNull = (txid: Uint8Array) => txid.every((byte) => byte === 0)

function readTransaction(reader: Reader): WalkedTransaction {
  const start = reader.at
  reader.take(4)
  const segwit = reader.bytes[reader.at] === 0
  if (segwit) reader.take(2)
  const bodyStart = reader.at
  const inputs = reader.many(() => {
    const input = { previousTxid: reader.take(32), vout: reader.uint32() }
    reader.take(reader.compactSize())
    reader.take(4)
    return input
  })
  const outputs = reader.many(() => ({
    sats: reader.uint64(),
    script: reader.take(reader.compactSize()),
  }))
  const bodyEnd = reader.at
  if (segwit) {
    for (const _ of inputs) {
      for (let items = reader.compactSize(); items > 0; items--) reader.take(reader.compactSize())
    }
  }
  reader.take(4)
  const raw = reader.bytes.subarray(start, reader.at)
  const body = reader.bytes.subarray(bodyStart, bodyEnd)
  const first = inputs[0]
  return {
    inputs,
    outputs,
    coinbase: inputs.length === 1 && first !== undefined && isNull(first.previousTxid),
    raw,
    txid: once(() => {
      const stripped = new Uint8Array(body.length + 8)
      stripped.set(raw.subarray(0, 4))
      stripped.set(body, 4)
      stripped.set(raw.subarray(raw.length - 4), body.length + 4)
      return reversedHex(doubleSha256(stripped))
    }),
  }
}

function once(work: () => string): () => string {
  let result: string | null = null
  return () => {
    result ??= work()
    return result
  }
}

/** One transaction; a RangeError where the bytes are not exactly one. */
export function walkTransaction(raw: Uint8Array): WalkedTransaction {
  const reader = new Reader(raw)
  const transaction = readTransaction(reader)
  if (reader.at !== raw.length) throw new RangeError('raw: bytes after the transaction')
  return transaction
}

/** A whole block as `getblock` with verbosity 0 gives it. */
export function walkBlock(raw: Uint8Array): WalkedBlock {
  const reader = new Reader(raw)
  const header = reader.take(80)
  const view = new DataView(header.buffer, header.byteOffset, 80)
  const transactions = reader.many(() => readTransaction(reader))
  if (reader.at !== raw.length) throw new RangeError('raw: bytes after the block')
  return {
    hash: reversedHex(doubleSha256(header)),
    previousHash: reversedHex(header.subarray(4, 36)),
    at: new Date(view.getUint32(68, true) * 1000),
    transactions,
  }
}
