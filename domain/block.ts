import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'

/**
 * A parser of the bytes of blocks and transactions (BIP 144). It checks all bytes and makes no
 * objects: inputs, outputs and txid are made when they are first asked for.
 */

export type Sha256 = (bytes: Uint8Array) => Uint8Array

export type WalkedInput = { previousTxid: Uint8Array; vout: number }
export type WalkedOutput = { sats: bigint; script: Uint8Array }
export type WalkedBlock = {
  hash: string
  previousHash: string
  at: Date
  transactions: WalkedTransaction[]
}

class Reader {
  readonly bytes: Uint8Array
  at: number

  constructor(bytes: Uint8Array, at = 0) {
    this.bytes = bytes
    this.at = at
  }

  skip(length: number): void {
    this.at += length
    if (this.at > this.bytes.length) throw new RangeError('bytes: a transaction ends too early')
  }

  take(length: number): Uint8Array {
    this.skip(length)
    return this.bytes.subarray(this.at - length, this.at)
  }

  uint8(): number {
    const byte = this.bytes[this.at]
    if (byte === undefined) throw new RangeError('bytes: a transaction ends too early')
    this.at += 1
    return byte
  }

  uint16(): number {
    return this.uint8() | (this.uint8() << 8)
  }

  uint32(): number {
    return (this.uint16() | (this.uint16() << 16)) >>> 0
  }

  uint64(): bigint {
    return BigInt(this.uint32()) | (BigInt(this.uint32()) << 32n)
  }

  compactSize(): number {
    const first = this.uint8()
    if (first < 0xfd) return first
    if (first === 0xfd) return this.uint16()
    if (first === 0xfe) return this.uint32()
    throw new RangeError('bytes: no count in a block is above 32 bits')
  }

  many<T>(read: () => T): T[] {
    const items: T[] = []
    for (let left = this.compactSize(); left > 0; left--) items.push(read())
    return items
  }
}

/** Bytes to the reversed hex in which hashes are written. */
export function toReversedHex(bytes: Uint8Array): string {
  return bytesToHex(bytes.toReversed())
}

/** Length of the txid and output number in an input. */
const outpointLength = 36
const compressedKeyLength = 33

export class WalkedTransaction {
  readonly coinbase: boolean
  /** The bytes in which the transaction lies: every position that it gives is one in here. */
  readonly bytes: Uint8Array
  readonly #start: number
  readonly #inputsAt: number
  readonly #outputsAt: number
  readonly #outputsEnd: number
  readonly #segwit: boolean
  readonly #end: number
  readonly #hash: Sha256
  #inputs: WalkedInput[] | null = null
  #outputs: WalkedOutput[] | null = null
  #txid: string | null = null

  constructor(reader: Reader, hash: Sha256) {
    this.bytes = reader.bytes
    this.#hash = hash
    this.#start = reader.at
    reader.skip(4)
    this.#segwit = reader.bytes[reader.at] === 0
    if (this.#segwit) reader.skip(2)
    this.#inputsAt = reader.at
    const inputs = reader.compactSize()
    this.coinbase = inputs === 1 && isNull(reader.bytes, reader.at)
    for (let left = inputs; left > 0; left--) skipInput(reader)
    this.#outputsAt = reader.at
    for (let left = reader.compactSize(); left > 0; left--) {
      reader.skip(8)
      reader.skip(reader.compactSize())
    }
    this.#outputsEnd = reader.at
    if (this.#segwit) for (let left = inputs; left > 0; left--) skipWitness(reader)
    reader.skip(4)
    this.#end = reader.at
  }

  get inputs(): readonly WalkedInput[] {
    const reader = new Reader(this.bytes, this.#inputsAt)
    this.#inputs ??= reader.many(() => {
      const input = { previousTxid: reader.take(32), vout: reader.uint32() }
      reader.skip(reader.compactSize())
      reader.skip(4)
      return input
    })
    return this.#inputs
  }

  get outputs(): readonly WalkedOutput[] {
    const reader = new Reader(this.bytes, this.#outputsAt)
    this.#outputs ??= reader.many(() => ({
      sats: reader.uint64(),
      script: reader.take(reader.compactSize()),
    }))
    return this.#outputs
  }

  /** The items of each input's witness. */
  get witnesses(): Uint8Array[][] {
    const reader = new Reader(this.bytes, this.#outputsEnd)
    const read = () => (this.#segwit ? reader.many(() => reader.take(reader.compactSize())) : [])
    return this.inputs.map(read)
  }

  /** Bytes with witnesses. */
  get raw(): Uint8Array {
    return this.bytes.subarray(this.#start, this.#end)
  }

  /** BIP 141: a quarter of the weight, in which all but the witnesses counts four times. */
  get vsize(): number {
    const stripped = 8 + this.#outputsEnd - this.#inputsAt
    return Math.ceil((3 * stripped + this.#end - this.#start) / 4)
  }

  /** The txid in the order that people and RPC write (reversed). */
  txid(): string {
    this.#txid ??= this.#computedTxid()
    return this.#txid
  }

  #computedTxid(): string {
    const body = this.bytes.subarray(this.#inputsAt, this.#outputsEnd)
    const stripped = new Uint8Array(body.length + 8)
    stripped.set(this.bytes.subarray(this.#start, this.#start + 4))
    stripped.set(body, 4)
    stripped.set(this.bytes.subarray(this.#end - 4, this.#end), body.length + 4)
    return toReversedHex(this.#hash(this.#hash(stripped)))
  }

  /**
   * Visits each output: its number, where its amount and its script begin, and the script's length.
   */
  eachOutput(
    visit: (vout: number, satsAt: number, scriptAt: number, length: number) => void,
  ): void {
    const reader = new Reader(this.bytes, this.#outputsAt)
    const count = reader.compactSize()
    for (let vout = 0; vout < count; vout++) {
      const satsAt = reader.at
      reader.skip(8)
      const length = reader.compactSize()
      visit(vout, satsAt, reader.at, length)
      reader.skip(length)
    }
  }

  /**
   * Visits each input: where its outpoint begins, and whether it can spend a P2WPKH output. That
   * takes an empty script and a witness of a signature and the compressed key (BIP 141).
   */
  eachInput(visit: (outpointAt: number, maySpendP2wpkh: boolean) => void): void {
    const reader = new Reader(this.bytes, this.#inputsAt)
    const witnesses = new Reader(this.bytes, this.#outputsEnd)
    for (let left = reader.compactSize(); left > 0; left--) {
      const at = reader.at
      const scriptLength = skipInput(reader)
      const hasKey = this.#segwit && skipWitness(witnesses) === compressedKeyLength
      visit(at, scriptLength === 0 && hasKey)
    }
  }
}

/** The amount of an output that begins at `at`. */
export const satsAt = (bytes: Uint8Array, at: number): bigint => new Reader(bytes, at).uint64()

function isNull(bytes: Uint8Array, at: number): boolean {
  for (let n = at; n < at + 32; n++) if (bytes[n] !== 0) return false
  return true
}

/** Skips an input and returns the length of its script. */
function skipInput(reader: Reader): number {
  reader.skip(outpointLength)
  const length = reader.compactSize()
  reader.skip(length + 4)
  return length
}

/** Skips a witness and returns the length of the second of exactly two items, else -1. */
function skipWitness(reader: Reader): number {
  const items = reader.compactSize()
  let length = -1
  for (let left = items; left > 0; left--) {
    length = reader.compactSize()
    reader.skip(length)
  }
  return items === 2 ? length : -1
}

/** Reads one transaction; a RangeError where the bytes are not exactly one. */
export function walkTransaction(raw: Uint8Array): WalkedTransaction {
  const reader = new Reader(raw)
  const transaction = new WalkedTransaction(reader, sha256)
  if (reader.at !== raw.length) throw new RangeError('raw: bytes after the transaction')
  return transaction
}

/**
 * Reads a whole block as `getblock` with verbosity 0 gives it. `hash` may be faster than the one in
 * JavaScript, which takes 20 ms for a transaction of a megabyte.
 */
export function walkBlock(raw: Uint8Array, hash: Sha256 = sha256): WalkedBlock {
  const reader = new Reader(raw)
  const header = reader.take(80)
  const view = new DataView(header.buffer, header.byteOffset, 80)
  const transactions = reader.many(() => new WalkedTransaction(reader, hash))
  if (reader.at !== raw.length) throw new RangeError('raw: bytes after the block')
  return {
    hash: toReversedHex(hash(hash(header))),
    previousHash: toReversedHex(header.subarray(4, 36)),
    at: new Date(view.getUint32(68, true) * 1000),
    transactions,
  }
}
