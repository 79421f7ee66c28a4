import { sql } from 'kysely'
import { walkTransaction } from '#domain/block.ts'
import { highestFeeCeilings } from '#domain/fee-ceilings.ts'
import { shareOf, toNeededFeeRate } from '#domain/money.ts'
import {
  applyTransactions,
  refreshBalances,
  scanTransactions,
} from '#server/features/chain/index.ts'
import { markSent } from '#server/features/transactions/write.ts'
import { type Db, inTransaction } from '#server/platform/db/database.ts'
import { notify } from '#server/platform/db/notify.ts'
import { failpoint } from '#server/platform/observe/failpoint.ts'
import type { Log } from '#server/platform/observe/log.ts'
import { type Chain, ChainError } from '#server/ports.ts'

/**
 * Refusals that pass by themselves: a block, a parent's return or a bump ends them. All others need
 * a person.
 */
const passingRefusals = new Set([
  'bad-txns-inputs-missingorspent',
  'insufficient fee',
  'mempool full',
  'mempool min fee not met',
  'min relay fee not met',
  'too-large-cluster',
  'too-long-mempool-chain',
  'txn-mempool-conflict',
])

export type Unsent = {
  id: string
  paymentId: string | null
  raw: Buffer
  ceiling: bigint
  /** The parent of a child, where it left the mempool: both can only come back together. */
  parent: { id: string; raw: Buffer } | null
}

/**
 * R7: a signed transaction of the program descends from the untracked spend `t`, and can confirm
 * only after it. Other untracked spends are not sent: their signer does that.
 */
const hasOwnDescendant = sql<boolean>`EXISTS (
  WITH RECURSIVE below AS (
    SELECT d.txid, d.untracked, d.live
    FROM transaction_inputs i JOIN transactions d ON d.id = i.transaction_id
    WHERE i.txid = t.txid AND d.txid IS NOT NULL AND d.type != 'receive'
    UNION
    SELECT d.txid, d.untracked, d.live
    FROM below b JOIN transaction_inputs i ON i.txid = b.txid
    JOIN transactions d ON d.id = i.transaction_id
    WHERE d.txid IS NOT NULL AND d.type != 'receive')
  SELECT FROM below WHERE live AND NOT untracked)`

/**
 * Sending the child `t` could only delay or evict a payment: its parent is in a block, or another
 * signed payment or withdrawal spends one of its inputs.
 */
const isNeedlessChild = sql<boolean>`(t.cpfp_parent_id IS NOT NULL AND (
  parent.height IS NOT NULL OR EXISTS (
    SELECT FROM transaction_inputs i
    JOIN transaction_inputs other ON other.txid = i.txid AND other.vout = i.vout
    JOIN transactions o ON o.id = other.transaction_id
    WHERE i.transaction_id = t.id AND o.type IN ('send', 'withdrawal') AND o.live
      AND o.raw IS NOT NULL)))`

/**
 * Live transactions that are not in the mempool, a fan-out before the batches on its lanes. Only the
 * newest of several versions is sent again. A child goes together with its parent, and only while
 * the parent needs it.
 */
export async function readUnsent(db: Db): Promise<Unsent[]> {
  const givesWay = (t: 't' | 'parent') => sql<boolean>`EXISTS (
    SELECT FROM transactions v WHERE v.root_id = ${sql.ref(`${t}.root_id`)}
      AND v.version > ${sql.ref(`${t}.version`)}
      AND v.raw IS NOT NULL AND v.live)`
  const rows = await db
    .selectFrom('transactions as t')
    .leftJoin('transactions as parent', 'parent.id', 't.cpfp_parent_id')
    .select(['t.id', 't.sheet_id', 't.type', 't.raw', 't.fee_sats', 't.vsize'])
    .select(['parent.id as parent_id', 'parent.state as parent_state', 'parent.raw as parent_raw'])
    .where('t.live', '=', true)
    .where('t.state', 'in', ['signed', 'removed'])
    .where('t.type', '!=', 'receive')
    .where(sql<boolean>`(NOT t.untracked OR ${hasOwnDescendant})`)
    .where('t.raw', 'is not', null)
    .where(sql<boolean>`NOT ${isNeedlessChild}`)
    .where(sql<boolean>`NOT ${givesWay('t')} AND (parent.id IS NULL OR NOT ${givesWay('parent')})`)
    .orderBy('t.untracked', 'desc')
    .orderBy('t.sheet_id')
    .orderBy('t.position')
    .orderBy('t.id')
    .$narrowType<{ raw: Buffer; vsize: number }>()
    .execute()
  return rows.map((row) => ({
    id: row.id,
    paymentId: row.sheet_id,
    raw: row.raw,
    ceiling: sendCeilingOf(row.fee_sats, row.vsize),
    parent:
      row.parent_id && row.parent_raw && ['signed', 'removed'].includes(row.parent_state ?? '')
        ? { id: row.parent_id, raw: row.parent_raw }
        : null,
  }))
}

/**
 * The highest fee rate that the node may accept: what the signer measured, and 5 % more, because
 * signatures may be shorter than planned. Settings that were lowered since do not count: a signed
 * payment is sent as it is.
 */
function sendCeilingOf(feeSats: bigint | null, vsize: number): bigint {
  // The fee of an untracked spend is unknown where it spends UTXOs of several payrolls.
  if (feeSats === null) return highestFeeCeilings.feeRateSatsPerKvb
  const own = toNeededFeeRate(feeSats, vsize)
  return own + shareOf(own, 500n)
}

/**
 * Sends the stored bytes, the same ones any number of times. A signed transaction stays signed or in
 * the mempool, even where the node refuses it: time-outs and refusals are logged and tried again.
 */
export async function broadcast(
  { db, chain, log }: { db: Db; chain: Chain; log: Log },
  { id, paymentId, raw, ceiling, parent }: Unsent,
): Promise<void> {
  const sent = parent ? [parent, { id, raw }] : [{ id, raw }]
  try {
    const { refusal } = parent
      ? await chain.sendPackage([parent.raw, raw], ceiling)
      : await chain.trial(raw)
    if (refusal) {
      const level = passingRefusals.has(refusal) ? 'warn' : 'error'
      log[level]({ transaction: id, refusal }, 'the node does not take signed bytes now; they stay')
      return
    }
    if (!parent) await chain.send(raw, ceiling)
    failpoint('sent-state-unwritten')
  } catch (err) {
    if (!(err instanceof ChainError)) throw err
    log.warn({ err, transaction: id }, 'not known whether the node took it; sent again later')
    return
  }
  await inTransaction(db, async (trx) => {
    await markSent(
      trx,
      sent.map((one) => one.id),
    )
    const walked = sent.map((one) => walkTransaction(one.raw))
    const { payrollIds } = await applyTransactions(trx, scanTransactions(walked), null)
    await refreshBalances(trx, payrollIds)
    await notify(trx, 'transactions', paymentId)
  })
}
