import { sql } from 'kysely'
import { type WalkedTransaction, walkTransaction } from '#domain/block.ts'
import { buriedDepth } from '#domain/exclusivity.ts'
import { highestFeeCeilings } from '#domain/fee-ceilings.ts'
import type { SpentUtxo } from '#domain/transaction-bytes.ts'
import { isSigned } from '#domain/witnesses.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { TransactionType } from '#server/platform/db/database-types.ts'
import { type Breach, type HistoryScope, isRecent } from './invariant-definitions.ts'

type Ours = {
  id: string
  txid: Buffer | null
  raw: Buffer | null
  sats: bigint
  fee_sats: bigint | null
  fee_rate_sats_per_kvb: bigint | null
  type: TransactionType
}

async function transactionsOf(db: Db, history: HistoryScope): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM transactions t
    -- An untracked spend has no plan to compare its bytes with.
    WHERE type != 'receive' AND NOT untracked AND state NOT IN ('failed', 'rejected')
      -- A line of a cancelled transaction may have been planned again at another rate.
      AND (type = 'cancel' OR live OR state = 'confirmed')
      AND ${isRecent(history, 'height')}
    ORDER BY id`.execute(db)
  return rows.map((row) => row.id)
}

/**
 * I3 and I6 on the bytes themselves. Each transaction of the program spends the inputs and pays the
 * outputs of its plan, and every output is a line of its payment or change of its payroll. The
 * remaining fee is the recorded one, within the order's ceiling or the confirmed fee.
 */
export async function checkBytes(db: Db, history: HistoryScope): Promise<Breach[]> {
  const breaches: Breach[] = []
  for (const id of await transactionsOf(db, history)) {
    const transaction = await db
      .selectFrom('transactions as t')
      .select(['t.id', 't.txid', 't.raw', 't.sats', 't.fee_sats', 't.fee_rate_sats_per_kvb'])
      .select(['t.type', 't.signed_at'])
      .select(
        sql<boolean>`t.height IS NULL
          OR t.height > (SELECT max(height) FROM blocks) - ${buriedDepth}`.as('maySendAgain'),
      )
      .where('t.id', '=', id)
      .executeTakeFirstOrThrow()
    const walked = transaction.raw && walk(transaction.raw)
    if (transaction.raw && !walked) {
      breaches.push({ invariant: 'I3', id, kind: 'BYTES_UNREADABLE', fields: {} })
    }
    const inputs = walked ? await inputsOf(db, id) : []
    const bytes =
      walked &&
      ((await planFault(db, transaction, walked, inputs)) ??
        witnessFault(transaction, walked, inputs))
    if (bytes) breaches.push({ invariant: 'I3', id, ...bytes })
    const fee =
      // Another database ordered the fee of a transaction that was not signed here.
      (transaction.signed_at && feeFault(transaction, await measureOf(db, id))) ??
      (walked && paidFeeFault(transaction, walked, inputs))
    if (fee) breaches.push({ invariant: 'I6', id, ...fee })
  }
  return breaches
}

type ByteFault = Pick<Breach, 'kind' | 'fields'>

type Measure = {
  /**
   * The most that all transactions of the order may pay together; null: the transaction is older
   * than orders.
   */
  orderedSats: bigint | null
  /** The fees of the order's other transactions, each at its most expensive version and child. */
  otherFeesSats: bigint
  /** The fee that a person confirmed with a code for this transaction alone. */
  confirmedSats: bigint | null
}

/**
 * Reads the limit for the fee of a transaction. The order carries the ceilings of the moment in
 * which it was made, under a MAC that the signer checked, so later settings do not matter. Only one
 * version of a root is mined, so the most expensive one counts.
 */
async function measureOf(db: Db, id: string): Promise<Measure> {
  const live = sql`NOT IN ('failed', 'rejected')`
  const { rows } = await sql<Measure>`
    SELECT o.fee_ceiling_sats AS "orderedSats", c.fee_sats AS "confirmedSats",
      (coalesce(parent.fee_sats, 0)
        + (SELECT coalesce(sum(dearest.fee), 0) FROM (
            SELECT max(v.fee_sats + (SELECT coalesce(max(child.fee_sats), 0) FROM transactions child
              WHERE child.cpfp_parent_id = v.id AND child.state ${live}
                AND NOT EXISTS (SELECT FROM fee_confirmations f WHERE f.transaction_id = child.id))) AS fee
            FROM transactions v
            WHERE v.order_id = t.order_id AND v.cpfp_parent_id IS NULL AND v.state ${live}
              AND v.root_id != coalesce(parent.root_id, t.root_id)
              AND NOT EXISTS (SELECT FROM fee_confirmations f WHERE f.transaction_id = v.id)
            GROUP BY v.root_id) AS dearest))::bigint AS "otherFeesSats"
    FROM transactions t
    LEFT JOIN transactions parent ON parent.id = t.cpfp_parent_id
    LEFT JOIN orders o ON o.id = t.order_id
    LEFT JOIN fee_confirmations c ON c.transaction_id = t.id
    WHERE t.id = ${id}`.execute(db)
  const [row] = rows
  if (!row) throw new Error('A transaction that was listed is gone')
  return row
}

function walk(raw: Buffer): WalkedTransaction | null {
  try {
    return walkTransaction(raw)
  } catch (cause) {
    if (cause instanceof RangeError) return null
    throw cause
  }
}

function feeFault(
  { type, fee_sats: fee, fee_rate_sats_per_kvb: rate }: Ours,
  { orderedSats, otherFeesSats, confirmedSats }: Measure,
): ByteFault | null {
  const { sats, feeRateSatsPerKvb } = highestFeeCeilings
  const most = confirmedSats ?? (orderedSats === null ? sats : orderedSats - otherFeesSats)
  const ceiling = most < sats ? most : sats
  if (fee !== null && fee > ceiling) {
    const fields = { sats: String(fee), ceiling: String(ceiling) }
    return { kind: 'FEE_ABOVE_CEILING', fields }
  }
  // The rate has no ceiling here: a small child or cancellation also pays for a large transaction.
  if (type === 'child' || type === 'cancel') return null
  return rate !== null && rate > feeRateSatsPerKvb
    ? {
        kind: 'FEE_RATE_ABOVE_CEILING',
        fields: { rate: String(rate), ceiling: String(feeRateSatsPerKvb) },
      }
    : null
}

const outpointOf = ({ previousTxid, vout }: WalkedTransaction['inputs'][number]) =>
  `${Buffer.from(previousTxid.toReversed()).toString('hex')}:${vout}`

type StoredInput = {
  outpoint: string
  txid: string
  vout: number
  sats: bigint | null
  script: Buffer | null
}

async function inputsOf(db: Db, id: string): Promise<StoredInput[]> {
  const rows = await db
    .selectFrom('transaction_inputs as i')
    .leftJoin('utxos as c', (join) =>
      join.onRef('c.txid', '=', 'i.txid').onRef('c.vout', '=', 'i.vout'),
    )
    .select(['i.txid', 'i.vout', 'c.sats', 'c.script_pubkey as script'])
    .where('i.transaction_id', '=', id)
    .orderBy('i.position')
    .execute()
  return rows.map((row) => {
    const txid = row.txid.toString('hex')
    return { ...row, txid, outpoint: `${txid}:${row.vout}` }
  })
}

/**
 * Compares the fee with inputs less outputs. UTXOs that are no longer in our tables, as after a
 * reorganisation, leave the fee unknown.
 */
function paidFeeFault(
  ours: Ours,
  walked: WalkedTransaction,
  inputs: readonly StoredInput[],
): ByteFault | null {
  if (inputs.some(({ sats }) => sats === null)) return null
  const spent = inputs.reduce((sum, { sats }) => sum + (sats ?? 0n), 0n)
  const paid = walked.outputs.reduce((sum, { sats }) => sum + sats, 0n)
  return spent - paid === ours.fee_sats
    ? null
    : {
        kind: 'FEE_NOT_AS_KEPT',
        fields: { sats: String(spent - paid), kept: String(ours.fee_sats) },
      }
}

/**
 * The txid does not cover the witnesses, and bytes without true ones would never be mined. Another
 * database signed what has no time of a signature here.
 */
function witnessFault(
  { signed_at: signedAt, maySendAgain }: { signed_at: Date | null; maySendAgain: boolean },
  walked: WalkedTransaction,
  inputs: readonly StoredInput[],
): ByteFault | null {
  if (!signedAt || !maySendAgain) return null
  const byOutpoint = new Map(inputs.map((input) => [input.outpoint, input]))
  const spent = walked.inputs.flatMap((input): SpentUtxo[] => {
    const found = byOutpoint.get(outpointOf(input))
    return found?.sats && found.script
      ? [{ txid: found.txid, vout: found.vout, sats: found.sats, script: found.script }]
      : []
  })
  if (spent.length < walked.inputs.length || isSigned(walked, spent)) return null
  return { kind: 'BYTES_NOT_SIGNED', fields: {} }
}

async function planFault(
  db: Db,
  ours: Ours,
  walked: WalkedTransaction,
  inputs: readonly StoredInput[],
): Promise<ByteFault | null> {
  if (walked.txid() !== ours.txid?.toString('hex'))
    return { kind: 'BYTES_TXID_DIFFERS', fields: {} }
  const planned = inputs.map(({ outpoint }) => outpoint).sort()
  if (planned.join() !== walked.inputs.map(outpointOf).sort().join()) {
    return { kind: 'BYTES_INPUTS_DIFFER', fields: {} }
  }
  const { rows } = await sql<Output>`
    SELECT o.vout, o.script_pubkey AS script, o.sats, o.line_id AS line,
      l.id IS NOT NULL AND l.sheet_id = t.sheet_id AND l.script_pubkey = o.script_pubkey
        -- A cancelled transaction that is mined after all pays what its line had before it was
        -- planned again.
        AND (paid.sats = o.sats OR EXISTS (
          SELECT FROM transaction_outputs anew JOIN transactions n ON n.id = anew.transaction_id
          WHERE anew.line_id = l.id AND n.root_id != t.root_id AND n.id > t.id))
        AS "paysItsLine",
      a.script_pubkey IS NOT NULL AND a.branch = 1
        -- Another database may have given the index to another payroll.
        AND (a.payroll_id = t.payroll_id OR t.signed_at IS NULL) AS "isChange",
      o.withdrawal_id AS withdrawal, w.id IS NOT NULL AS "paysItsWithdrawal"
    FROM transaction_outputs o
    JOIN transactions t ON t.id = o.transaction_id
    LEFT JOIN withdrawals w ON w.id = o.withdrawal_id AND w.id = t.withdrawal_id
      AND w.script_pubkey = o.script_pubkey AND t.sats = o.sats
    LEFT JOIN sheet_lines l ON l.id = o.line_id
    LEFT JOIN payouts paid ON paid.line_id = l.id AND paid.method = 'BITCOIN'
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

function outputsFault(planned: Output[], walked: WalkedTransaction): ByteFault | null {
  if (planned.length !== walked.outputs.length) {
    const fields = { outputs: walked.outputs.length, planned: planned.length }
    return { kind: 'BYTES_OUTPUTS_MISSING', fields }
  }
  const lines = new Set<string>()
  for (const [index, { script, sats }] of walked.outputs.entries()) {
    const output = planned[index]
    if (output?.vout !== index || output.sats !== sats || !output.script.equals(script)) {
      return { kind: 'BYTES_OUTPUT_DIFFERS', fields: { vout: index } }
    }
    const fields = { vout: index }
    if (!isForeseen(output)) return { kind: 'OUTPUT_FOREIGN', fields }
    if (output.line !== null && lines.has(output.line))
      return { kind: 'OUTPUT_REPEATS_LINE', fields }
    if (output.line !== null) lines.add(output.line)
  }
  return null
}
