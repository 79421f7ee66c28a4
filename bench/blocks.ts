import { createHash, randomBytes } from 'node:crypto'
import type { PaidOutput } from '#domain/transaction-bytes.ts'
import { callNode, type RpcAddress } from '#server/embedded/bitcoind-rpc.ts'

/** A block full of foreign payments, spent from an output that needs no signature. */

/**
 * P2WSH that anybody who shows the script can spend: it drops its push. The script is as long as a
 * key, so the spender looks like P2WPKH and has to be looked up.
 */
const dropping = Buffer.concat([Buffer.from([31]), Buffer.alloc(31, 1), Buffer.from([0x75])])
const anyone = Buffer.concat([Buffer.from([0, 32]), createHash('sha256').update(dropping).digest()])
const witness = Buffer.concat([Buffer.from([2, 1, 1, dropping.length]), dropping])

type SpendableOutput = { txid: string; vout: number }

/** The script of a P2WPKH output whose key nobody has. */
export const foreignScript = (): Buffer => Buffer.concat([Buffer.from([0, 20]), randomBytes(20)])

function compactSize(count: number): Buffer {
  if (count < 0xfd) return Buffer.from([count])
  const bytes = Buffer.alloc(3, 0xfd)
  bytes.writeUInt16LE(count, 1)
  return bytes
}

function uint(value: bigint, length: 4 | 8): Buffer {
  const bytes = Buffer.alloc(length)
  if (length === 8) bytes.writeBigUInt64LE(value)
  else bytes.writeUInt32LE(Number(value))
  return bytes
}

/** The hex of a transaction that spends an output of anyone. */
export function makeRawTransaction(
  { txid, vout }: SpendableOutput,
  outputs: readonly PaidOutput[],
): string {
  const raw = Buffer.concat([
    uint(2n, 4),
    Buffer.from([0, 1, 1]),
    Buffer.from(txid, 'hex').reverse(),
    uint(BigInt(vout), 4),
    Buffer.from([0]),
    uint(0xfffffffdn, 4),
    compactSize(outputs.length),
    ...outputs.flatMap(({ sats, script }) => [uint(sats, 8), compactSize(script.length), script]),
    witness,
    uint(0n, 4),
  ])
  return raw.toString('hex')
}

/** The descriptor with its checksum, which the node wants. */
async function anyonesDescriptor(node: RpcAddress): Promise<string> {
  const { descriptor } = await callNode<{ descriptor: string }>(node, 'getdescriptorinfo', [
    `raw(${anyone.toString('hex')})`,
  ])
  return descriptor
}

/** A mature reward that anyone may spend. */
export async function reward(node: RpcAddress): Promise<SpendableOutput> {
  const descriptor = await anyonesDescriptor(node)
  const [hash] = await callNode<string[]>(node, 'generatetodescriptor', [101, descriptor])
  const { tx } = await callNode<{ tx: string[] }>(node, 'getblock', [hash, 1])
  const [txid] = tx
  if (txid === undefined) throw new Error('a block has a reward')
  return { txid, vout: 0 }
}

/** Mines a block of exactly these transactions. */
export async function mineTransactions(
  node: RpcAddress,
  hexes: readonly string[],
): Promise<string> {
  const descriptor = await anyonesDescriptor(node)
  const { hash } = await callNode<{ hash: string }>(node, 'generateblock', [descriptor, hexes])
  return hash
}
