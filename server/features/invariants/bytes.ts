import { sql } from 'kysely'
import { type WalkedTransaction, walkTransaction } from '#domain/block.ts'
import {
  feeCeilingSats,
  maximumFeeRate,
  maximumFeeSats,
  withdrawalFeeCeilingSats,
} from '#domain/fees.ts'
import { satsFromCents } from '#domain/money.ts'
import type { Db } from '#server/platform/database.ts'
import type { TransactionType } from '#server/platform/database-types.ts'
import type { Breach, History } from './breach.ts'

/** A transaction this deep is looked at only where all of history is: some day and a half. */
const recentBlocks = 200

type Ours = {
  id: string
  txid: Buffer | null
  raw: Buffer | null
  sats: bigint
  rate: bigint
  fee_sats: bigint | null
  fee_rate_sats_per_kvb: bigint | null
  type: TransactionType
}

async function transactionsOf(db: Db, history: History): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM transactions t
    -- Of what was only found there is no plan that its bytes could be compared with.
    WHERE type != 'receive' AND NOT found AND state NOT IN ('failed', 'rejected')
      -- A line of what was cancelled may have been planned anew at another rate.
      AND (type = 'cancel' OR NOT is_unpaid(t))
      AND (${history === 'all'} OR height IS NULL
        OR height > (SELECT max(height) FROM blocks) - ${recentBlocks})
    ORDER BY id`.execute(db)
  return rows.map((row) => row.id)
}

/**
 * I3 and I6, of the bytes themselves: each transaction of ours spends the coins and pays the outputs
 * of its plan, each of them a line of its payment or change of its payroll, and the fee that this
 * leaves is the one that was written down and within its ceiling.
 */
export async function checkBytes(db: Db, history: History): Promise<Breach[]> {
  const breaches: Breach[] = []
  for (const id of await transactionsOf(db, history)) {
    const transaction = await db
      .selectFrom('transactions as t')
      .select(['t.id', 't.txid', 't.raw', 't.sats', 't.fee_sats', 't.fee_rate_sats_per_kvb'])
      .select(['t.rate_usd_cents_per_btc as rate', 't.type'])
      .where('t.id', '=', id)
      .executeTakeFirstOrThrow()
    const subject = `transaction ${id}`
    const walked = transaction.raw && walk(transaction.raw)
    if (transaction.raw && !walked) {
      breaches.push({ invariant: 'I3', subject, message: 'its bytes are no transaction' })
    }
    const bytes = walked ? await planFault(db, transaction, walked) : null
    if (bytes) breaches.push({ invariant: 'I3', subject, message: bytes })
    const fee =
      feeFault(transaction, await measureOf(db, id)) ??
      (walked && (await paidFeeFault(db, transaction, walked)))
    if (fee) breaches.push({ invariant: 'I6', subject, message: fee })
  }
  return breaches
}

type Measure = {
  sats: bigint
  otherFeesSats: bigint
  isForMore: boolean
  /** Of a withdrawal, whatever bumps or cancels it: what was asked for, and what it was to spend. */
  withdrawn: { requestedSats: bigint | null; spentSats: bigint } | null
  /** The fee that somebody has confirmed with a code. */
  confirmedSats: bigint | null
}

/**
 * What the fee of a transaction is measured by: what it, or what it cancels or helps, pays people or
 * gathers for others of its run. What helps pays together with what it helps.
 */
async function measureOf(db: Db, id: string): Promise<Measure> {
  const { rows } = await sql<{
    sats: bigint
    other: bigint
    type: string
    withdrawal: string | null
    requested: bigint | null
    spent: bigint
    confirmed: bigint | null
  }>`
    SELECT t.type, w.id AS withdrawal, w.requested_sats AS requested,
      (first.sats + coalesce(first.fee_sats, 0))::bigint AS spent, CASE WHEN first.sats > 0 THEN first.sats ELSE (
        SELECT coalesce(sum(o.sats), 0) FROM transaction_outputs o
        WHERE o.transaction_id = first.id AND o.feeds IS NOT NULL)::bigint END AS sats,
      greatest(o.fee_ceiling_sats, c.fee_sats) AS confirmed,
      coalesce(parent.fee_sats + (SELECT coalesce(sum(c.fee_sats), 0) FROM transactions c
        WHERE c.child_of = parent.id AND c.id != t.id
          AND c.state NOT IN ('failed', 'rejected'))::bigint, 0) AS other
    FROM transactions t
    LEFT JOIN transactions parent ON parent.id = t.child_of
    JOIN transactions first ON first.id = coalesce(parent.family, t.family)
    LEFT JOIN withdrawals w ON w.id = first.withdrawal_id
    LEFT JOIN orders o ON o.id = t.order_id AND o.approved_at IS NOT NULL
    LEFT JOIN fee_confirmations c ON c.transaction_id = t.id
    WHERE t.id = ${id}`.execute(db)
  const [row] = rows
  if (!row) throw new Error('A transaction that was listed is gone')
  const isForMore = row.type === 'child' || row.type === 'cancel'
  const withdrawn = row.withdrawal ? { requestedSats: row.requested, spentSats: row.spent } : null
  return {
    sats: row.sats,
    otherFeesSats: row.other,
    isForMore,
    withdrawn,
    confirmedSats: row.confirmed,
  }
}

function walk(raw: Buffer): WalkedTransaction | null {
  try {
    return walkTransaction(raw)
  } catch (cause) {
    if (cause instanceof RangeError) return null
    throw cause
  }
}

function feeCeiling({ rate }: Ours, { sats, withdrawn, confirmedSats }: Measure): bigint {
  const satsOf = (cents: bigint) => satsFromCents(cents, rate)
  const ceiling = withdrawn
    ? withdrawalFeeCeilingSats(withdrawn.requestedSats, withdrawn.spentSats, satsOf)
    : feeCeilingSats(sats, satsOf)
  if (confirmedSats === null || confirmedSats <= ceiling) return ceiling
  return confirmedSats < maximumFeeSats ? confirmedSats : maximumFeeSats
}

function feeFault(ours: Ours, measure: Measure): string | null {
  const { otherFeesSats, isForMore } = measure
  const { fee_sats, fee_rate_sats_per_kvb } = ours
  const ceiling = feeCeiling(ours, measure)
  if (fee_sats !== null && fee_sats + otherFeesSats > ceiling) {
    return `its fee of ${fee_sats} sat is above the ceiling of ${ceiling}`
  }
  // Small as it is, it pays for a large one too.
  if (isForMore) return null
  return fee_rate_sats_per_kvb !== null && fee_rate_sats_per_kvb > maximumFeeRate
    ? `its fee rate of ${fee_rate_sats_per_kvb} sat/kvB is above the ceiling of ${maximumFeeRate}`
    : null
}

const outpointOf = ({ previousTxid, vout }: WalkedTransaction['inputs'][number]) =>
  `${Buffer.from(previousTxid.toReversed()).toString('hex')}:${vout}`

async function inputsOf(db: Db, id: string) {
  const rows = await db
    .selectFrom('transaction_inputs as i')
    .leftJoin('coins as c', (join) =>
      join.onRef('c.txid', '=', 'i.txid').onRef('c.vout', '=', 'i.vout'),
    )
    .select(['i.txid', 'i.vout', 'c.sats'])
    .where('i.transaction_id', '=', id)
    .orderBy('i.position')
    .execute()
  return rows.map(({ txid, vout, sats }) => ({ outpoint: `${txid.toString('hex')}:${vout}`, sats }))
}

/** Inputs less outputs. Coins that are gone from our tables, as after a reorganisation, leave it open. */
async function paidFeeFault(db: Db, ours: Ours, walked: WalkedTransaction) {
  const inputs = await inputsOf(db, ours.id)
  if (inputs.some(({ sats }) => sats === null)) return null
  const spent = inputs.reduce((sum, { sats }) => sum + (sats ?? 0n), 0n)
  const paid = walked.outputs.reduce((sum, { sats }) => sum + sats, 0n)
  return spent - paid === ours.fee_sats
    ? null
    : `it pays a fee of ${spent - paid} sat, and ${ours.fee_sats} is written down`
}

async function planFault(db: Db, ours: Ours, walked: WalkedTransaction): Promise<string | null> {
  if (walked.txid() !== ours.txid?.toString('hex')) return 'its bytes have another txid'
  const inputs = (await inputsOf(db, ours.id)).map(({ outpoint }) => outpoint).sort()
  if (inputs.join() !== walked.inputs.map(outpointOf).sort().join()) {
    return 'its bytes spend other coins than it reserved'
  }
  const { rows } = await sql<Output>`
    SELECT o.vout, o.script_pubkey AS script, o.sats, o.payment_line_id AS line,
      l.id IS NOT NULL AND l.payment_id = t.payment_id AND l.script_pubkey = o.script_pubkey
        -- One that was cancelled, and is mined after all, pays what its line was before its rest.
        AND (l.sats = o.sats OR EXISTS (
          SELECT FROM transaction_outputs anew JOIN transactions n ON n.id = anew.transaction_id
          WHERE anew.payment_line_id = l.id AND n.family != t.family AND n.id > t.id))
        AS "paysItsLine",
      a.script_pubkey IS NOT NULL AND a.payroll_id = t.payroll_id AND a.branch = 1 AS "isChange",
      o.withdrawal_id AS withdrawal, w.id IS NOT NULL AS "paysItsWithdrawal"
    FROM transaction_outputs o
    JOIN transactions t ON t.id = o.transaction_id
    LEFT JOIN withdrawals w ON w.id = o.withdrawal_id AND w.id = t.withdrawal_id
      AND w.script_pubkey = o.script_pubkey AND t.sats = o.sats
    LEFT JOIN payment_lines l ON l.id = o.payment_line_id
    LEFT JOIN addresses a ON a.script_pubkey = o.script_pubkey
    WHERE o.transaction_id = ${ours.id}
    ORDER BY o.vout`.execute(db)
  return outputsFault(rows, walked)
}

type Output = {
  vout: number
  script: Buffer
  sats: bigint
  line: string | null
  paysItsLine: boolean
  isChange: boolean
  withdrawal: string | null
  paysItsWithdrawal: boolean
}

function isForeseen({ line, withdrawal, ...output }: Output): boolean {
  if (withdrawal !== null) return output.paysItsWithdrawal
  return line === null ? output.isChange : output.paysItsLine
}

function outputsFault(planned: Output[], walked: WalkedTransaction): string | null {
  if (planned.length !== walked.outputs.length) {
    return `its bytes have ${walked.outputs.length} outputs, its plan has ${planned.length}`
  }
  const lines = new Set<string>()
  for (const [index, { script, sats }] of walked.outputs.entries()) {
    const output = planned[index]
    if (output?.vout !== index || output.sats !== sats || !output.script.equals(script)) {
      return `output ${index} pays something else than its plan`
    }
    if (!isForeseen(output)) return `output ${index} is neither our change nor what its line says`
    if (output.line !== null && lines.has(output.line)) return `output ${index} pays a line again`
    if (output.line !== null) lines.add(output.line)
  }
  return null
}
