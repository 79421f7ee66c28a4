import { sql } from 'kysely'
import type { Network } from '#domain/address.ts'
import {
  outpointText,
  type Selection,
  selectUtxos,
  type Target,
  type Utxo,
  without,
} from '#domain/coin-selection.ts'
import { type FeeCeilings, feeCeilingSats } from '#domain/fee-ceilings.ts'
import type { TargetBlocks } from '#domain/fee-targets.ts'
import { maximumRelayedWeight, minimumHeadSats, outputBytes, vsizeOfWeight } from '#domain/fees.ts'
import { larger, satsFromCents } from '#domain/money.ts'
import { isNodeQuiet } from '#domain/node-and-price.ts'
import {
  newChangeAddress,
  readStoredFeeRates,
  refreshBalances,
} from '#server/features/chain/index.ts'
import { insertOutputs, planBatch, waitForFee } from '#server/features/transactions/write.ts'
import { type Db, inTransaction, type Trx } from '#server/platform/db/database.ts'
import type { Log } from '#server/platform/observe/log.ts'
import { lockPayroll } from '../find-and-lock-payroll.ts'
import { insertUtxos } from '../run/insert-inputs.ts'
import { readUtxos } from '../run/utxos.ts'

type BatchDeps = { db: Db; network: Network; feeCeilings: FeeCeilings; log: Log }

/**
 * The lane of the batch `t` is confirmed and unspent. The mined transaction may be any version of the
 * one that makes the lane.
 */
const hasLane = sql<boolean>`EXISTS (
  SELECT FROM transaction_outputs o JOIN transactions v ON v.id = o.transaction_id
  JOIN utxos c ON c.txid = v.txid AND c.vout = o.vout
    AND c.height IS NOT NULL AND c.spent_by_txid IS NULL
  WHERE o.lane_of = t.id)`

/** Finds the batches whose lane is in a block, the oldest first. */
export const readyBatches = (db: Db): Promise<{ id: string }[]> =>
  db
    .selectFrom('transactions as t')
    .select('t.id')
    .where('t.state', '=', 'pendingApproval')
    .where('t.waiting_for', 'in', ['lane', 'fee'])
    .where(hasLane)
    .orderBy('t.id')
    .execute()

/**
 * Builds a batch that waited for its lane: its txid is final now, and the fee is today's. Where the
 * fee rose beyond the lane's amount, free deposits are added. The batch waits on where
 * there are none, or too many, or the fee rate is above its ceiling.
 */
export async function buildBatch(deps: BatchDeps, id: string): Promise<void> {
  const { db, log } = deps
  const outcome = await inTransaction(db, async (trx) => {
    const built = await build(trx, id, deps)
    return built === 'tooDear' && (await waitForFee(trx, id)) ? 'waitsForFee' : built
  })
  if (outcome === 'waitsForFee') {
    log.warn({ transaction: id }, 'its fee cannot be paid now; the transaction waits')
  }
}

type Outcome = 'built' | 'tooDear' | 'notReady'

/** Locks the payroll and reads the waiting batch. */
async function lockWaiting(trx: Trx, id: string) {
  const batch = await trx
    .selectFrom('transactions')
    .select(['company_id', 'payroll_id'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!batch) return undefined
  await lockPayroll(trx, batch.company_id, batch.payroll_id)
  return (
    trx
      .selectFrom('transactions as t')
      .leftJoin('orders as o', 'o.id', 't.order_id')
      .select(['t.company_id', 't.payroll_id', 't.rate_usd_cents_per_btc as rate', 't.fee_sats'])
      // The sum of the batch's lines.
      .select('t.sats')
      .select(['o.target_blocks', 'o.needs_approval'])
      .where('t.id', '=', id)
      .where('t.waiting_for', 'in', ['lane', 'fee'])
      .where(hasLane)
      .forUpdate('t')
      .executeTakeFirst()
  )
}

async function build(trx: Trx, id: string, { network, feeCeilings }: BatchDeps): Promise<Outcome> {
  const row = await lockWaiting(trx, id)
  const node = await trx.selectFrom('node_status').selectAll().executeTakeFirst()
  // An old estimate says nothing about the fee of this moment.
  if (!row || !node || isNodeQuiet(node, new Date())) return 'notReady'
  const feeRate = readStoredFeeRates(node)[(row.target_blocks ?? 3) as TargetBlocks]
  const target = await readTarget(trx, id)
  const lane = await readLane(trx, id)
  const { freeDeposits } = await readUtxos(trx, row.payroll_id)
  const deposits = without(freeDeposits, lane)
  const selection = selectUtxos(lane, deposits, target, feeRate, minimumHeadSats)
  // The ceiling depends on what people get; lanes pay nobody.
  const ceiling = feeCeilingSats(feeCeilings, row.sats, (cents) => satsFromCents(cents, row.rate))
  // A fee above its share was confirmed with a code, up to the planned amount.
  const confirmed = row.needs_approval ? (row.fee_sats ?? 0n) : 0n
  const most = larger(confirmed, ceiling)
  if (!selection || feeRate > feeCeilings.feeRateSatsPerKvb || selection.feeSats > most)
    return 'tooDear'
  // Many small deposits would make the batch too heavy for any node, and a cancellation impossible.
  if (selection.vsize > vsizeOfWeight(maximumRelayedWeight)) return 'tooDear'
  await insertUtxos(trx, id, selection.utxos)
  await insertHead(trx, id, selection, async () => {
    const owner = { companyId: row.company_id, payrollId: row.payroll_id }
    return (await newChangeAddress(trx, owner, network)).script
  })
  await planBatch(trx, id, { ...selection, feeRateSatsPerKvb: feeRate })
  await refreshBalances(trx, [row.payroll_id])
  return 'built'
}

/** Reads the stored outputs of a batch: its lines and lanes. */
async function readTarget(trx: Trx, id: string): Promise<Target> {
  const outputs = await trx
    .selectFrom('transaction_outputs')
    .select(['script_pubkey', 'sats'])
    .where('transaction_id', '=', id)
    .execute()
  return {
    outputs: outputs.length,
    outputBytes: outputs.reduce((sum, output) => sum + outputBytes(output.script_pubkey.length), 0),
    sats: outputs.reduce((sum, output) => sum + output.sats, 0n),
  }
}

/** A later batch spends its own lane. */
async function readLane(trx: Trx, id: string): Promise<Utxo[]> {
  const { rows } = await sql<{ txid: Buffer; vout: number; sats: bigint }>`
    SELECT c.txid, c.vout, c.sats
    FROM transaction_outputs o JOIN transactions v ON v.id = o.transaction_id
    JOIN utxos c ON c.txid = v.txid AND c.vout = o.vout
      AND c.height IS NOT NULL AND c.spent_by_txid IS NULL
    WHERE o.lane_of = ${id}`.execute(trx)
  return rows.map(({ txid, vout, sats }) => ({
    id: outpointText(txid.toString('hex'), vout),
    sats,
  }))
}

/** Inserts the head at the place among the outputs that the plan kept free. */
async function insertHead(
  trx: Trx,
  id: string,
  { headSats }: Selection,
  newScript: () => Promise<Buffer>,
): Promise<void> {
  const vouts = await trx
    .selectFrom('transaction_outputs')
    .select('vout')
    .where('transaction_id', '=', id)
    .orderBy('vout')
    .execute()
  const free = vouts.findIndex(({ vout }, place) => vout !== place)
  const vout = free === -1 ? vouts.length : free
  await insertOutputs(trx, id, [{ vout, script: await newScript(), sats: headSats }])
}
