import type { RpcAddress } from '#server/embedded/bitcoind-rpc.ts'
import {
  anyonesOutput,
  foreignScript,
  makeRawTransaction,
  mineTransactions,
  type SpendableOutput,
} from './blocks.ts'

export const typicalTransactions = 3_000

/** Blocks of transactions with 2 inputs and 4 outputs, half of them to keys; mined, and not followed. */
export async function typicalBlocks(
  node: RpcAddress,
  from: SpendableOutput,
  blocks: number,
): Promise<string[]> {
  const count = typicalTransactions * 2
  const each = from.sats / BigInt(count)
  const first = makeRawTransaction(
    [from],
    Array.from({ length: count }, () => anyonesOutput(each)),
  )
  await mineTransactions(node, [first.hex])
  let utxos = Array.from({ length: count }, (_, vout) => ({ txid: first.txid, vout, sats: each }))
  const hashes: string[] = []
  for (let block = 0; block < blocks; block++) {
    const made: SpendableOutput[] = []
    const hexes: string[] = []
    for (let n = 0; n < count; n += 2) {
      const inputs = utxos.slice(n, n + 2)
      const outputs = [
        ...inputs.map(({ sats }) => anyonesOutput(sats - 2_000n)),
        ...inputs.map(() => ({ sats: 1_000n, script: foreignScript() })),
      ]
      const { hex, txid } = makeRawTransaction(inputs, outputs)
      hexes.push(hex)
      made.push(...inputs.map(({ sats }, vout) => ({ txid, vout, sats: sats - 2_000n })))
    }
    hashes.push(await mineTransactions(node, hexes))
    utxos = made
  }
  return hashes
}
