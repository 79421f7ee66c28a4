import { sql } from 'kysely'
import { arrayText, type Trx } from '#server/platform/db/database.ts'
import { insertInputs, insertOutputs, type NewInput, type NewOutput } from './insert.ts'

/** A signed transaction that a restored database did not know, or knew as a plan or an untracked spend. */
export type SignedTransaction = {
  id: string
  company_id: string
  payroll_id: string
  type: 'send' | 'withdrawal' | 'cancel' | 'child' | 'consolidation'
  sheet_id: string | null
  withdrawal_id: string | null
  order_id: string | null
  root_id: string
  version: number
  cpfp_parent_id: string | null
  position: number
  txid: Buffer
  raw: Buffer
  sats: bigint
  usd_cents: bigint
  rate_usd_cents_per_btc: bigint
  fee_sats: bigint | null
  vsize: number | null
  fee_rate_sats_per_kvb: bigint | null
  signed_at: Date
}

/**
 * Saves a transaction of the signing record as it was signed. Where the follower has met it as an
 * untracked spend before, that row becomes it and keeps its block. Returns the id of its row.
 */
export async function saveSigned(
  trx: Trx,
  { id, ...signed }: SignedTransaction,
  inputs: readonly NewInput[],
  outputs: readonly NewOutput[],
): Promise<string> {
  const met = await trx
    .selectFrom('transactions')
    .select('id')
    .where('txid', '=', signed.txid)
    .where('payroll_id', '=', signed.payroll_id)
    .executeTakeFirst()
  const saved = met?.id ?? id
  const root_id = signed.root_id === id ? saved : signed.root_id
  const row = { ...signed, root_id, untracked: false, acknowledged_at: null, acknowledged_by: null }
  await trx.deleteFrom('transaction_inputs').where('transaction_id', '=', saved).execute()
  await trx.deleteFrom('transaction_outputs').where('transaction_id', '=', saved).execute()
  await trx
    .insertInto('transactions')
    .values({ ...row, id: saved, created_at: signed.signed_at })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ ...row, waiting_for: null }))
    .execute()
  await insertInputs(trx, saved, inputs)
  await insertOutputs(trx, saved, outputs)
  await noteSpentInputs(trx, saved)
  return saved
}

/** A block that was followed before may hold another spend of its inputs. */
async function noteSpentInputs(trx: Trx, id: string): Promise<void> {
  await sql`
    UPDATE transactions t SET conflict_height = spent.height FROM (
      SELECT min(u.spent_height) AS height FROM transaction_inputs i
      JOIN utxos u ON u.txid = i.txid AND u.vout = i.vout
      JOIN transactions own ON own.id = i.transaction_id
      WHERE i.transaction_id = ${id} AND u.spent_by_txid != own.txid) AS spent
    WHERE t.id = ${id} AND t.height IS NULL AND spent.height IS NOT NULL`.execute(trx)
}

/** Sets the batches that outputs pay for, once all batches are there. */
export async function setLanes(
  trx: Trx,
  id: string,
  lanes: readonly { vout: number; batch: string }[],
): Promise<void> {
  if (lanes.length === 0) return
  await sql`
    UPDATE transaction_outputs o SET lane_of = batch.id
    FROM unnest(${arrayText(lanes.map(({ vout }) => vout))}::integer[],
      ${arrayText(lanes.map(({ batch }) => batch))}::uuid[]) AS lane (vout, batch)
    JOIN transactions batch ON batch.id = lane.batch
    WHERE o.transaction_id = ${id} AND o.vout = lane.vout`.execute(trx)
}

/** Marks replaced versions as sent once: they count as removed, and not as signed. */
export async function markReplaced(trx: Trx, ids: readonly string[]): Promise<void> {
  await sql`
    UPDATE transactions t SET sent_at = t.signed_at
    WHERE t.id = ANY(${[...ids]}::uuid[]) AND t.sent_at IS NULL AND EXISTS (
      SELECT FROM transactions v
      WHERE v.root_id = t.root_id AND v.version > t.version AND v.txid IS NOT NULL)`.execute(trx)
}
