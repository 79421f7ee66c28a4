import { sql } from 'kysely'
import type { Network } from '#domain/address.ts'
import {
  calculateRequiredFee,
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
import { larger, satsFromCents, smaller, sumOfSats } from '#domain/money.ts'
import { isNodeQuiet } from '#domain/node-and-price.ts'
import {
  newChangeAddress,
  readStoredFeeRates,
  refreshBalances,
} from '#server/features/chain/index.ts'
import { insertOutputs, planBatch, waitForFee } from '#server/features/transactions/write.ts'
import { type Db, inTransaction, type Trx } from '#server/platform/db/database.ts'
import type { Log } from '#server/platform/observe/log.ts'
import { readUtxos } from '../facts/utxos.ts'
import { readLeftOfOrder } from '../fee-bump/fee-ceiling.ts'
import { lockPayroll } from '../find-and-lock-payroll.ts'
import { insertUtxos } from '../run/insert-inputs.ts'

export type BatchDeps = { db: Db; network: Network; feeCeilings: FeeCeilings; log: Log }

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
 * there are none, or too many, or the fee is above its ceiling.
 */
export async function buildBatch(deps: BatchDeps, id: string, now = new Date()): Promise<void> {
  const { db, log } = deps
  const waits = await inTransaction(db, async (trx) => {
    if (!(await lockWaiting(trx, id))) return false
    const plan = await planWaiting(trx, id, deps.feeCeilings, now)
    if (!plan) return false
    const { selection, obstacle, mostSats } = plan
    if (!selection || obstacle || selection.feeSats > mostSats) return waitForFee(trx, id)
    await insertBuilt(trx, plan, selection, deps.network)
    return false
  })
  if (waits) log.warn({ transaction: id }, 'its fee cannot be paid now; the transaction waits')
}

/** Locks the payroll, so that nobody else plans for it, and the batch, so that nobody ends it. */
export async function lockWaiting(trx: Trx, id: string): Promise<boolean> {
  const batch = await trx
    .selectFrom('transactions')
    .select(['company_id', 'payroll_id'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!batch) return false
  await lockPayroll(trx, batch.company_id, batch.payroll_id)
  const row = await trx
    .selectFrom('transactions')
    .select('id')
    .where('id', '=', id)
    .where('waiting_for', 'in', ['lane', 'fee'])
    .forUpdate()
    .executeTakeFirst()
  return row !== undefined
}

export type ReadyBatch = {
  id: string
  companyId: string
  payrollId: string
  orderId: string | null
  rateUsdCentsPerBtc: bigint
  feeRateSatsPerKvb: bigint
  /** null: lane and free deposits do not suffice. */
  selection: Selection | null
  missingSats: bigint
  /** No code helps against a fee rate above its ceiling, or against too much weight. */
  obstacle: 'FEE_RATE' | 'WEIGHT' | null
  /** The most that the batch pays in fees where nobody confirms more. */
  mostSats: bigint
}

/** Plans a batch with a confirmed lane; null: it has none, or nobody knows the fee of this moment. */
export async function planWaiting(
  db: Db,
  id: string,
  feeCeilings: FeeCeilings,
  now: Date,
): Promise<ReadyBatch | null> {
  const row = await db
    .selectFrom('transactions as t')
    .leftJoin('orders as o', 'o.id', 't.order_id')
    .select(['t.company_id', 't.payroll_id', 't.rate_usd_cents_per_btc as rate', 't.fee_sats'])
    // The sum of the batch's lines.
    .select('t.sats')
    .select(['o.id as order_id', 'o.target_blocks', 'o.needs_approval'])
    .where('t.id', '=', id)
    .where('t.waiting_for', 'in', ['lane', 'fee'])
    .where(hasLane)
    .executeTakeFirst()
  const node = await db.selectFrom('node_status').selectAll().executeTakeFirst()
  // An old estimate says nothing about the fee of this moment.
  if (!row || !node || isNodeQuiet(node, now)) return null
  const feeRate = readStoredFeeRates(node)[(row.target_blocks ?? 3) as TargetBlocks]
  const target = await readTarget(db, id)
  const lane = await readLane(db, id)
  const { freeDeposits } = await readUtxos(db, row.payroll_id)
  const selection = selectUtxos(lane, without(freeDeposits, lane), target, feeRate, minimumHeadSats)
  const { fee } = calculateRequiredFee(lane.length, target, true, feeRate)
  // The ceiling depends on what people get; lanes pay nobody.
  const ceiling = feeCeilingSats(feeCeilings, row.sats, (cents) => satsFromCents(cents, row.rate))
  // A fee above its share was confirmed with a code, up to the planned amount.
  const confirmed = row.needs_approval ? (row.fee_sats ?? 0n) : 0n
  const left = await readLeftOfOrder(db, { id, orderId: row.order_id })
  // Many small deposits would make the batch too heavy for any node, and a cancellation impossible.
  const isTooHeavy = selection && selection.vsize > vsizeOfWeight(maximumRelayedWeight)
  const isTooDear = feeRate > feeCeilings.feeRateSatsPerKvb
  return {
    id,
    companyId: row.company_id,
    payrollId: row.payroll_id,
    orderId: row.order_id,
    rateUsdCentsPerBtc: row.rate,
    feeRateSatsPerKvb: feeRate,
    selection,
    missingSats: target.sats + fee + minimumHeadSats - sumOfSats(lane),
    obstacle: isTooDear ? 'FEE_RATE' : isTooHeavy ? 'WEIGHT' : null,
    mostSats: smaller(left, larger(confirmed, ceiling)),
  }
}

/** Gives the batch its inputs, its head and its fee, and lets it wait for the node. */
export async function insertBuilt(
  trx: Trx,
  { id, companyId, payrollId, feeRateSatsPerKvb }: ReadyBatch,
  selection: Selection,
  network: Network,
): Promise<void> {
  await insertUtxos(trx, id, selection.utxos)
  await insertHead(trx, id, selection, async () => {
    return (await newChangeAddress(trx, { companyId, payrollId }, network)).script
  })
  await planBatch(trx, id, { ...selection, feeRateSatsPerKvb })
  await refreshBalances(trx, [payrollId])
}

/** Reads the stored outputs of a batch: its lines and lanes. */
async function readTarget(db: Db, id: string): Promise<Target> {
  const outputs = await db
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
async function readLane(db: Db, id: string): Promise<Utxo[]> {
  const { rows } = await sql<{ txid: Buffer; vout: number; sats: bigint }>`
    SELECT c.txid, c.vout, c.sats
    FROM transaction_outputs o JOIN transactions v ON v.id = o.transaction_id
    JOIN utxos c ON c.txid = v.txid AND c.vout = o.vout
      AND c.height IS NOT NULL AND c.spent_by_txid IS NULL
    WHERE o.lane_of = ${id}`.execute(db)
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
