import { sql } from 'kysely'
import { satsAt, type WalkedOutput, type WalkedTransaction } from '#domain/block.ts'
import { arrayText, type Db } from '#server/platform/db/database.ts'
import { uint32At } from './hash-filter.ts'

/** An output that may be ours. */
export type OutputCandidate = WalkedOutput & { transaction: WalkedTransaction; vout: number }

export type OwnedOutput = {
  transaction: WalkedTransaction
  txid: Buffer
  vout: number
  script: Buffer
  sats: bigint
  payroll_id: string
  company_id: string
}

export type OwnedSpend = {
  txid: Buffer
  vout: number
  payroll_id: string
  transaction: WalkedTransaction
  spender: Buffer
}

export const bytes = (hex: string) => Buffer.from(hex, 'hex')

/** Whether the script of `length` that begins at `at` may be owned. */
export type ScriptMatcher = (bytes: Uint8Array, at: number, length: number) => boolean

/** All our scripts are P2WPKH (BIP 141): 22 bytes that begin with OP_0 and a push of 20. */
export const isP2wpkhScript: ScriptMatcher = (bytes, at, length) =>
  length === 22 && bytes[at] === 0 && bytes[at + 1] === 20

/** A script as the key of a map. */
export const scriptKey = (script: Uint8Array) =>
  Buffer.from(script.buffer, script.byteOffset, script.length).toString('latin1')

/** Transactions with those of their outputs that may be ours; the database decides which are. */
export type Overview = { transactions: readonly WalkedTransaction[]; candidates: OutputCandidate[] }

export function scanTransactions(
  transactions: readonly WalkedTransaction[],
  may: ScriptMatcher = isP2wpkhScript,
): Overview {
  const candidates: OutputCandidate[] = []
  for (const transaction of transactions) {
    const { bytes } = transaction
    transaction.eachOutput((vout, at, scriptAt, length) => {
      if (!may(bytes, scriptAt, length)) return
      const sats = satsAt(bytes, at)
      // Consensus allows an output of 0 sat to any script; it brings nobody money.
      if (sats === 0n) return
      const script = bytes.subarray(scriptAt, scriptAt + length)
      candidates.push({ transaction, vout, sats, script })
    })
  }
  return { transactions, candidates }
}

/** Finds the candidates that pay one of our scripts, by one query for all. */
export async function findOwnedOutputs(
  db: Db,
  candidates: readonly OutputCandidate[],
): Promise<{ outputs: OwnedOutput[]; foreign: OutputCandidate[] }> {
  if (candidates.length === 0) return { outputs: [], foreign: [] }
  // One joined value, because an array of bytea is sent as hex text. LATERAL with LIMIT forces one
  // index look-up for each script, whatever the planner estimates.
  const scripts = Buffer.concat(candidates.map(({ script }) => script))
  const { rows } = await sql<
    Pick<OwnedOutput, 'script' | 'payroll_id' | 'company_id'> & { position: number }
  >`
    SELECT n AS position, a.script_pubkey AS script, a.payroll_id, a.company_id
    FROM generate_series(0, ${candidates.length - 1}::integer) AS n
    CROSS JOIN LATERAL (
      SELECT * FROM addresses
      WHERE script_pubkey = substr(${scripts}::bytea, 22 * n + 1, 22) LIMIT 1
    ) AS a`.execute(db)
  const outputs = rows.map(({ position, ...owner }) => {
    const candidate = candidates[position]
    if (!candidate) throw new Error('The database answered a row that was not asked for')
    const { transaction, vout, sats } = candidate
    return { ...owner, transaction, txid: bytes(transaction.txid()), vout, sats }
  })
  const known = new Set(rows.map(({ position }) => position))
  return { outputs, foreign: candidates.filter((_, position) => !known.has(position)) }
}

/**
 * Whether to look up the input whose outpoint begins at `at`; `maySpendOurs`: it could spend one of
 * our UTXOs.
 */
type IsWanted = (bytes: Uint8Array, at: number, maySpendOurs: boolean) => boolean

/**
 * The inputs of all transactions but coinbases, as a table `(txid, vout, position)`, with positions
 * from 1.
 */
export function toInputTable(transactions: readonly WalkedTransaction[], isWanted: IsWanted) {
  const spenders: WalkedTransaction[] = []
  const places: number[] = []
  for (const transaction of transactions) {
    if (transaction.coinbase) continue
    transaction.eachInput((at, maySpendOurs) => {
      if (!isWanted(transaction.bytes, at, maySpendOurs)) return
      spenders.push(transaction)
      places.push(at)
    })
  }
  const count = places.length
  const txids = Buffer.allocUnsafe(32 * count)
  const vouts: number[] = []
  for (const [n, at] of places.entries()) {
    const { bytes } = spenders[n] as WalkedTransaction
    for (let byte = 0; byte < 32; byte++) txids[32 * n + byte] = bytes[at + 31 - byte] ?? 0
    vouts.push(uint32At(bytes, at + 32))
  }
  const table = sql`(
    SELECT substr(${txids}::bytea, 32 * position::integer - 31, 32) AS txid, vout, position
    FROM unnest(${arrayText(vouts)}::integer[]) WITH ORDINALITY AS v (vout, position))`
  const at = (position: bigint) => {
    const spender = spenders[Number(position) - 1]
    if (!spender) throw new Error('The database answered a row that was not asked for')
    return spender
  }
  return { count, table, at }
}

/**
 * Finds our UTXOs that these transactions spend, by one query; also UTXOs that they make
 * themselves.
 */
export async function findOwnedSpends(
  db: Db,
  transactions: readonly WalkedTransaction[],
): Promise<OwnedSpend[]> {
  const { count, table, at } = toInputTable(
    transactions,
    (_bytes, _at, maySpendOurs) => maySpendOurs,
  )
  if (count === 0) return []
  const { rows } = await sql<{ position: bigint; txid: Buffer; vout: number; payroll_id: string }>`
    SELECT i.position, c.txid, c.vout, c.payroll_id
    FROM ${table} AS i
    CROSS JOIN LATERAL (
      SELECT * FROM utxos WHERE txid = i.txid AND vout = i.vout LIMIT 1
    ) AS c`.execute(db)
  return rows.map(({ position, ...utxo }) => {
    const transaction = at(position)
    return { ...utxo, transaction, spender: bytes(transaction.txid()) }
  })
}
