import { type WalkedTransaction, walkTransaction } from '#domain/block.ts'

/** The transaction of a row, where its bytes hash to the txid: the hash is believed, never the row. */
export function walkHashed(raw: Uint8Array, txid: string): WalkedTransaction | null {
  try {
    const walked = walkTransaction(raw)
    return walked.txid() === txid ? walked : null
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}
