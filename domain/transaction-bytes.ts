import { sha256 } from '@noble/hashes/sha2.js'
import { concatBytes, hexToBytes } from '@noble/hashes/utils.js'
import { compactSizeBytes, outputBytes } from './fees.ts'

/**
 * A UTXO that a transaction spends: its outpoint, and its amount and script for signing. `script`
 * is P2WPKH.
 */
export type SpentUtxo = { txid: string; vout: number; sats: bigint; script: Uint8Array }
export type PaidOutput = { script: Uint8Array; sats: bigint }

/** BIP 125: replaceable, so that a slow payment can be bumped. */
const replaceable = 0xfffffffd
const version = 2
const lockTime = 0
export const sighashAll = 1

/** Writes into bytes of a length known beforehand; the opposite of the reader in `block.ts`. */
class Writer {
  readonly bytes: Uint8Array
  readonly #view: DataView
  #at = 0

  constructor(length: number) {
    this.bytes = new Uint8Array(length)
    this.#view = new DataView(this.bytes.buffer)
  }

  put(bytes: Uint8Array): this {
    this.bytes.set(bytes, this.#at)
    this.#at += bytes.length
    return this
  }

  uint8(value: number): this {
    this.bytes[this.#at++] = value
    return this
  }

  uint16(value: number): this {
    this.#view.setUint16(this.#at, value, true)
    this.#at += 2
    return this
  }

  uint32(value: number): this {
    this.#view.setUint32(this.#at, value, true)
    this.#at += 4
    return this
  }

  uint64(value: bigint): this {
    this.#view.setBigUint64(this.#at, value, true)
    this.#at += 8
    return this
  }

  compactSize(value: number): this {
    if (value < 0xfd) return this.uint8(value)
    if (value <= 0xffff) return this.uint8(0xfd).uint16(value)
    return this.uint8(0xfe).uint32(value)
  }
}

const doubleSha256 = (bytes: Uint8Array) => sha256(sha256(bytes))

function writtenOutpoints(utxos: readonly Pick<SpentUtxo, 'txid' | 'vout'>[]): Uint8Array[] {
  return utxos.map(
    ({ txid, vout }) => new Writer(36).put(hexToBytes(txid).reverse()).uint32(vout).bytes,
  )
}

function writtenOutputs(outputs: readonly PaidOutput[]): Uint8Array {
  const length = outputs.reduce((sum, { script }) => sum + outputBytes(script.length), 0)
  const writer = new Writer(length)
  for (const { script, sats } of outputs) {
    writer.uint64(sats).compactSize(script.length).put(script)
  }
  return writer.bytes
}

const writtenCount = (count: number): Uint8Array =>
  new Writer(compactSizeBytes(count)).compactSize(count).bytes

/**
 * The digest to sign for each of `utxos` (SIGHASH_ALL), in their order: BIP 143's digest of a
 * version 2 transaction without a lock time that spends them, replaceable, and makes `outputs`.
 * Throws a RangeError for a script that is not P2WPKH.
 */
export function sighashes(
  utxos: readonly SpentUtxo[],
  outputs: readonly PaidOutput[],
): Uint8Array[] {
  const outpoints = writtenOutpoints(utxos)
  const sequences = new Writer(utxos.length * 4)
  for (const _ of utxos) sequences.uint32(replaceable)
  const hashOutpoints = doubleSha256(concatBytes(...outpoints))
  const hashSequences = doubleSha256(sequences.bytes)
  const hashOutputs = doubleSha256(writtenOutputs(outputs))
  return utxos.map(({ script, sats }, position) => {
    if (script.length !== 22 || script[0] !== 0 || script[1] !== 20) {
      throw new RangeError('script: a UTXO of ours is P2WPKH')
    }
    const preimage = new Writer(182)
      .uint32(version)
      .put(hashOutpoints)
      .put(hashSequences)
      .put(outpoints[position] ?? new Uint8Array())
      // OP_DUP OP_HASH160 <20 bytes> OP_EQUALVERIFY OP_CHECKSIG: what a P2WPKH program stands for.
      .put(Uint8Array.of(0x19, 0x76, 0xa9, 0x14))
      .put(script.subarray(2))
      .put(Uint8Array.of(0x88, 0xac))
      .uint64(sats)
      .uint32(replaceable)
      .put(hashOutputs)
      .uint32(lockTime)
      .uint32(sighashAll)
    return doubleSha256(preimage.bytes)
  })
}

/** A transaction serialised (BIP 144), with the witness of each of `utxos` in their order. */
export function transactionBytes(
  utxos: readonly Pick<SpentUtxo, 'txid' | 'vout'>[],
  outputs: readonly PaidOutput[],
  witnesses: readonly (readonly Uint8Array[])[],
): Uint8Array {
  const written = writtenOutputs(outputs)
  const spends = writtenOutpoints(utxos).map(
    (outpoint) => new Writer(41).put(outpoint).compactSize(0).uint32(replaceable).bytes,
  )
  const stacks = witnesses.flatMap((stack) => [
    writtenCount(stack.length),
    ...stack.flatMap((item) => [writtenCount(item.length), item]),
  ])
  return concatBytes(
    // The marker and flag of a transaction that has witnesses.
    new Writer(6).uint32(version).uint8(0).uint8(1).bytes,
    writtenCount(utxos.length),
    ...spends,
    writtenCount(outputs.length),
    written,
    ...stacks,
    new Writer(4).uint32(lockTime).bytes,
  )
}
