import { sql } from 'kysely'
import type { WalkedTransaction } from '#domain/block.ts'
import { markSeen, type Sighting } from '#server/features/transactions/write.ts'
import { arrayText, type Db } from '#server/platform/db/database.ts'
import { giveChangeToSpender } from '../addresses/change-owner.ts'
import { saveDeposits } from './deposits.ts'
import { evictSiblings } from './evict.ts'
import { markHeads } from './mark-heads.ts'
import {
  bytes,
  findOwnedOutputs,
  findOwnedSpends,
  type OutputCandidate,
  type Overview,
  type OwnedOutput,
  type OwnedSpend,
} from './owned.ts'

/**
 * UTXOs in one statement: a block has room for 32,000 of our outputs, and a statement has 10 s even
 * on a busy machine.
 */
const utxosAtOnce = 5_000

async function saveUtxos(db: Db, outputs: OwnedOutput[], height: number | null): Promise<void> {
  for (let from = 0; from < outputs.length; from += utxosAtOnce) {
    await insertUtxos(db, outputs.slice(from, from + utxosAtOnce), height)
  }
}

async function insertUtxos(db: Db, outputs: OwnedOutput[], height: number | null): Promise<void> {
  const column = <T>(of: (output: OwnedOutput) => T) => outputs.map(of)
  await sql`
    INSERT INTO utxos
      (txid, vout, script_pubkey, sats, coinbase, payroll_id, company_id, height, change)
    SELECT o.*, ${height}::integer, false
    FROM unnest(${column(({ txid }) => txid)}::bytea[], ${column(({ vout }) => vout)}::integer[],
      ${column(({ script }) => script)}::bytea[], ${column(({ sats }) => String(sats))}::bigint[],
      ${column(({ transaction }) => transaction.coinbase)}::boolean[],
      ${column((output) => output.payroll_id)}::uuid[],
      ${column((output) => output.company_id)}::uuid[]) AS o (txid, vout)
    -- A fixed order, so that two SQL transactions never deadlock.
    ORDER BY o.txid, o.vout
    -- A UTXO keeps its block even where the mempool is read a moment later.
    ON CONFLICT (txid, vout) DO UPDATE SET height = coalesce(excluded.height, utxos.height)`.execute(
    db,
  )
}

/**
 * Locks UTXOs in a fixed order: an UPDATE takes its rows in any order, so two of them could
 * deadlock.
 */
async function lockUtxos(db: Db, utxos: readonly OwnedSpend[]): Promise<void> {
  await sql`
    SELECT FROM utxos WHERE (txid, vout) IN (
      SELECT * FROM unnest(${utxos.map(({ txid }) => txid)}::bytea[],
        ${arrayText(utxos.map(({ vout }) => vout))}::integer[]))
    ORDER BY txid, vout FOR UPDATE`.execute(db)
}

async function saveSpends(db: Db, spends: OwnedSpend[], height: number | null): Promise<void> {
  if (spends.length === 0) return
  const column = <T>(of: (spend: OwnedSpend) => T) => spends.map(of)
  if (spends.length > 1) await lockUtxos(db, spends)
  await sql`
    UPDATE utxos c SET spent_by_txid = s.spender, spent_height = ${height}::integer
    FROM unnest(${column(({ txid }) => txid)}::bytea[], ${column(({ vout }) => vout)}::integer[],
      ${column(({ spender }) => spender)}::bytea[]) AS s (txid, vout, spender)
    WHERE c.txid = s.txid AND c.vout = s.vout
      -- The mempool never overrules a block.
      AND (${height}::integer IS NOT NULL OR c.spent_height IS NULL)`.execute(db)
  // A transaction that spends a payroll's UTXOs and pays it back makes change, not a deposit.
  await sql`
    UPDATE utxos c SET change = true
    FROM unnest(${column(({ spender }) => spender)}::bytea[],
      ${column((spend) => spend.payroll_id)}::uuid[]) AS s (spender, payroll_id)
    WHERE c.txid = s.spender AND c.payroll_id = s.payroll_id AND NOT c.change`.execute(db)
}

/** Records where our own transactions among `spenders` were seen. */
async function saveSent(db: Db, spenders: Buffer[], seen: Sighting): Promise<void> {
  if (spenders.length === 0) return
  await markSeen(db, spenders, seen)
  await evictSiblings(db, spenders)
}

export type Applied = {
  /** The payrolls whose UTXOs changed. */
  payrollIds: string[]
  /** The transactions that spend our UTXOs, by txid. */
  spenders: Map<string, WalkedTransaction>
  /** Candidates that pay nobody in the tables. */
  foreign: OutputCandidate[]
}

/**
 * Applies transactions to the tables: UTXOs made and spent, deposits, and the states of our own.
 * For a block this runs inside its one SQL transaction; the same transactions may be applied any
 * number of times.
 */
export async function applyTransactions(
  db: Db,
  { transactions, candidates }: Overview,
  seen: Sighting,
): Promise<Applied> {
  const { outputs, foreign } = await findOwnedOutputs(db, candidates)
  await saveUtxos(db, outputs, seen?.height ?? null)
  let spends = await findOwnedSpends(db, transactions)
  while (await giveChangeToSpender(db, spends)) spends = await findOwnedSpends(db, transactions)
  await saveSpends(db, spends, seen?.height ?? null)
  if (spends.length > 0) await markHeads(db, spends, outputs)
  await saveDeposits(db, outputs, seen)
  const spenders = new Map(
    spends.map(({ transaction }) => [transaction.txid(), transaction] as const),
  )
  await saveSent(db, [...spenders.keys()].map(bytes), seen)
  return {
    payrollIds: [...new Set([...outputs, ...spends].map((row) => row.payroll_id))],
    spenders,
    foreign,
  }
}
