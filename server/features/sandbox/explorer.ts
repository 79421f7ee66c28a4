import type { SandboxTransaction } from '#contract/sandbox.ts'
import { addressOfScript, type Network } from '#domain/address.ts'
import { walkBlock, walkTransaction } from '#domain/block.ts'
import { btcText } from '#domain/money.ts'
import type { Db } from '#server/platform/db/database.ts'
import { type Chain, ChainError } from '#server/ports.ts'

type Found = { raw: Uint8Array; where: SandboxTransaction['where']; height: number | null }

/** Reads a mined transaction from its block, because the node has no txindex. */
async function inBlock(chain: Chain, txid: string, height: number): Promise<Uint8Array | null> {
  try {
    const block = walkBlock(await chain.rawBlock(await chain.blockHash(height)))
    return block.transactions.find((transaction) => transaction.txid() === txid)?.raw ?? null
  } catch (error) {
    // A reorganisation has just taken out the block that our table still names.
    if (error instanceof ChainError && error.kind !== 'unknown') return null
    throw error
  }
}

function storedTransactions(db: Db, txid: string) {
  return db
    .selectFrom('transactions')
    .select(['raw', 'height', 'fee_sats'])
    .where('txid', '=', Buffer.from(txid, 'hex'))
    .execute()
}
type Stored = Awaited<ReturnType<typeof storedTransactions>>

async function find(chain: Chain, txid: string, stored: Stored): Promise<Found | null> {
  const unmined = (await chain.mempoolTransactions([txid])).get(txid)
  if (unmined) return { raw: unmined, where: 'mempool', height: null }
  const height = stored.find((row) => row.height !== null)?.height ?? null
  const mined = height === null ? null : await inBlock(chain, txid, height)
  if (mined) return { raw: mined, where: 'block', height }
  const raw = stored.find((row) => row.raw)?.raw
  return raw ? { raw, where: 'neither', height: null } : null
}

/**
 * Describes a transaction of the records or of the mempool for a person; null for an unknown one.
 */
export async function exploreTransaction(
  db: Db,
  chain: Chain,
  network: Network,
  txid: string,
): Promise<SandboxTransaction | null> {
  const stored = await storedTransactions(db, txid)
  const found = await find(chain, txid, stored)
  if (!found) return null
  const { height: tipHeight } = await chain.info()
  const transaction = walkTransaction(found.raw)
  const fee = stored.find((row) => row.fee_sats !== null)?.fee_sats ?? null
  return {
    txid,
    where: found.where,
    height: found.height,
    confirmations: found.height === null ? 0 : Math.max(tipHeight - found.height + 1, 1),
    fee: fee === null ? null : btcText(fee),
    outputs: transaction.outputs.map(({ sats, script }) => ({
      address: addressOfScript(script, network),
      btc: btcText(sats),
    })),
  }
}
