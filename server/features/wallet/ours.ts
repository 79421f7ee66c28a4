import { sql } from 'kysely'
import type { WalkedTransaction } from '#domain/block.ts'
import type { Db } from '#server/platform/database.ts'

export type OurOutput = {
  txid: Buffer
  vout: number
  script: Buffer
  sats: bigint
  coinbase: boolean
  payroll_id: string
  company_id: string
}

export type OurSpend = { txid: Buffer; vout: number; payroll_id: string; spender: Buffer }

const bytes = (hex: string) => Buffer.from(hex, 'hex')

/** All our scripts are P2WPKH (BIP 141): 22 bytes that begin with OP_0 and a push of 20. */
export const mayBeOurs = (script: Uint8Array) =>
  script.length === 22 && script[0] === 0 && script[1] === 20

/** A script as the key of a map. */
export const scriptKey = (script: Uint8Array) =>
  Buffer.from(script.buffer, script.byteOffset, script.length).toString('latin1')

/** Outputs that pay one of our scripts, by one query for all of them. */
export async function ourOutputs(db: Db, transactions: WalkedTransaction[]): Promise<OurOutput[]> {
  const candidates: { transaction: WalkedTransaction; vout: number; sats: bigint }[] = []
  const scripts: Uint8Array[] = []
  for (const transaction of transactions) {
    for (const [vout, { script, sats }] of transaction.outputs.entries()) {
      if (!mayBeOurs(script)) continue
      candidates.push({ transaction, vout, sats })
      scripts.push(script)
    }
  }
  if (scripts.length === 0) return []
  // One value, for an array of bytea goes as hex text; a look-up for each, whatever the planner guesses.
  const { rows } = await sql<
    Pick<OurOutput, 'script' | 'payroll_id' | 'company_id'> & { position: number }
  >`
    SELECT n AS position, a.script_pubkey AS script, a.payroll_id, a.company_id
    FROM generate_series(0, ${scripts.length - 1}::integer) AS n
    CROSS JOIN LATERAL (
      SELECT * FROM addresses
      WHERE script_pubkey = substr(${Buffer.concat(scripts)}::bytea, 22 * n + 1, 22) LIMIT 1
    ) AS a`.execute(db)
  return rows.map(({ position, ...owner }) => {
    const candidate = candidates[position]
    if (!candidate) throw new Error('The database answered a row that was not asked for')
    const { transaction, vout, sats } = candidate
    return { ...owner, txid: bytes(transaction.txid()), vout, sats, coinbase: transaction.coinbase }
  })
}

type Spending = { transaction: WalkedTransaction; previousTxid: Uint8Array; vout: number }

/** The inputs of all but coinbases, and as a table `(txid, vout, position)`, the position from 1. */
export function spending(transactions: readonly WalkedTransaction[]) {
  const inputs = transactions
    .filter((transaction) => !transaction.coinbase)
    .flatMap((transaction): Spending[] =>
      transaction.inputs.map((input) => ({ ...input, transaction })),
    )
  const txids = Buffer.concat(inputs.map((input) => input.previousTxid.toReversed()))
  const vouts = inputs.map((input) => input.vout)
  const table = sql`(
    SELECT substr(${txids}::bytea, 32 * position::integer - 31, 32) AS txid, vout, position
    FROM unnest(${vouts}::integer[]) WITH ORDINALITY AS v (vout, position))`
  const at = (position: bigint) => {
    const input = inputs[Number(position) - 1]
    if (!input) throw new Error('The database answered a row that was not asked for')
    return input.transaction
  }
  return { count: inputs.length, table, at }
}

/** Coins of ours that `transactions` spend, by one query; also those that they themselves made. */
export async function ourSpends(db: Db, transactions: WalkedTransaction[]): Promise<OurSpend[]> {
  const { count, table, at } = spending(transactions)
  if (count === 0) return []
  const { rows } = await sql<{ position: bigint; txid: Buffer; vout: number; payroll_id: string }>`
    SELECT i.position, c.txid, c.vout, c.payroll_id
    FROM ${table} AS i
    CROSS JOIN LATERAL (
      SELECT * FROM coins WHERE txid = i.txid AND vout = i.vout LIMIT 1
    ) AS c`.execute(db)
  return rows.map(({ position, ...coin }) => ({ ...coin, spender: bytes(at(position).txid()) }))
}
