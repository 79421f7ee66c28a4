import { sql } from 'kysely'
import type { Db } from '#server/platform/database.ts'
import type { OrderedPlan, OrderRow } from '#server/platform/orders.ts'
import { type OutputRow, outputRows, planOf, readOutputs, type StoredOutput } from './outputs.ts'

/** A planned transaction as the database tells it; the signer believes none of it unchecked. */
export type StoredPlan = {
  id: string
  companyId: string
  payrollId: string
  /** A run's transaction has a payment, a withdrawal's has a withdrawal. */
  paymentId: string | null
  withdrawal: { id: string; address: string; requestedSats: bigint | null } | null
  order: StoredOrder | null
  rateUsdCentsPerBtc: bigint
  /** Inputs less outputs, as it was planned. */
  feeSats: bigint | null
  /** How many coins were reserved: one that is no longer ours is not among `inputs`. */
  plannedInputs: number
  inputs: {
    txid: string
    vout: number
    sats: bigint
    script: Buffer
    payrollId: string
    branch: number
    index: number
  }[]
  outputs: StoredOutput[]
  /** Of the prices stored in the minute in which the plan was ordered, the nearest to its rate. */
  storedUsdCentsPerBtc: bigint | null
  /** All lines of the payment, those of its other transactions too; none of a withdrawal. */
  paymentUsdCents: bigint
}

/** What the plan's administrator ordered, and what its transactions pay according to their rows. */
export type StoredOrder = {
  row: OrderRow
  plan: OrderedPlan
  /** The fees of the order's other transactions that may still confirm. */
  otherFeesSats: bigint
}

async function readInputs(db: Db, id: string): Promise<StoredPlan['inputs']> {
  const rows = await db
    .selectFrom('transaction_inputs as i')
    .innerJoin('coins as c', (join) =>
      join.onRef('c.txid', '=', 'i.txid').onRef('c.vout', '=', 'i.vout'),
    )
    .innerJoin('addresses as a', 'a.script_pubkey', 'c.script_pubkey')
    .select([
      'c.txid',
      'c.vout',
      'c.sats',
      'c.script_pubkey',
      'c.payroll_id',
      'a.branch',
      'a.index',
    ])
    .where('i.transaction_id', '=', id)
    .where('c.reserved_by', '=', id)
    .orderBy('i.position')
    .execute()
  return rows.map((row) => ({
    txid: row.txid.toString('hex'),
    vout: row.vout,
    sats: row.sats,
    script: row.script_pubkey,
    payrollId: row.payroll_id,
    branch: row.branch,
    index: row.index,
  }))
}

/**
 * Each stored price is the median of its sources. A transaction reads prices as they stand a moment
 * after its own time, hence the seconds of play at the end of the minute.
 */
async function nearestStoredPrice(db: Db, at: Date, rate: bigint): Promise<bigint | null> {
  const row = await db
    .selectFrom('prices')
    .select('usd_cents_per_btc as price')
    .where(
      sql<boolean>`at BETWEEN ${at}::timestamptz - interval '60 s' AND ${at}::timestamptz + interval '5 s'`,
    )
    .orderBy(sql`abs(usd_cents_per_btc - ${rate})`)
    .limit(1)
    .executeTakeFirst()
  return row?.price ?? null
}

async function linesUsdCents(db: Db, paymentId: string): Promise<bigint> {
  const { rows } = await sql<{ cents: bigint }>`
    SELECT coalesce(sum(usd_cents), 0)::bigint AS cents FROM payment_lines
    WHERE payment_id = ${paymentId}`.execute(db)
  return rows[0]?.cents ?? 0n
}

/** Plans whose coins the worker has found at the node, oldest first. */
export async function plansToSign(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('transactions')
    .select('id')
    .where('state', '=', 'pendingApproval')
    .where('waiting_for', '=', 'signature')
    .orderBy('id')
    .execute()
  return rows.map((row) => row.id)
}

/** Of the versions of one transaction only one can confirm: of each other family the dearest counts. */
async function readOrder(
  db: Db,
  { order_id: id, family }: { order_id: string | null; family: string },
  outputs: readonly OutputRow[],
): Promise<StoredOrder | null> {
  if (!id) return null
  const row = await db.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) return null
  const { rows } = await sql<{ fees: bigint }>`
    SELECT coalesce(sum(fee), 0)::bigint AS fees FROM (
      SELECT max(fee_sats) AS fee FROM transactions
      WHERE order_id = ${id} AND family != ${family} AND state NOT IN ('failed', 'rejected')
        -- A child goes with the version that it hangs on, which pays for it too.
        AND (child_of IS NULL OR child_of NOT IN (
          SELECT id FROM transactions WHERE family = ${family}))
      GROUP BY family) AS part`.execute(db)
  return { row, plan: planOf(outputs), otherFeesSats: rows[0]?.fees ?? 0n }
}

async function readWithdrawal(db: Db, id: string | null): Promise<StoredPlan['withdrawal']> {
  if (!id) return null
  const row = await db
    .selectFrom('withdrawals')
    .select(['id', 'address', 'requested_sats as requestedSats'])
    .where('id', '=', id)
    .executeTakeFirst()
  return row ?? null
}

export async function readPlan(db: Db, id: string): Promise<StoredPlan | null> {
  const row = await db
    .selectFrom('transactions as t')
    .select(['t.id', 't.company_id', 't.payroll_id', 't.payment_id', 't.withdrawal_id'])
    .select(['t.order_id', 't.family', 't.fee_sats', 't.rate_usd_cents_per_btc as rate'])
    .select(({ selectFrom }) =>
      selectFrom('transaction_inputs as i')
        .select(({ fn }) => fn.countAll<bigint>().as('count'))
        .whereRef('i.transaction_id', '=', 't.id')
        .as('planned_inputs'),
    )
    .where('t.id', '=', id)
    .where('t.state', '=', 'pendingApproval')
    .where('t.type', '!=', 'receive')
    .executeTakeFirst()
  if (!row) return null
  const rows = await outputRows(db, id, row.order_id)
  const order = await readOrder(db, row, rows)
  return {
    id: row.id,
    companyId: row.company_id,
    payrollId: row.payroll_id,
    paymentId: row.payment_id,
    withdrawal: await readWithdrawal(db, row.withdrawal_id),
    order,
    rateUsdCentsPerBtc: row.rate,
    feeSats: row.fee_sats,
    plannedInputs: Number(row.planned_inputs),
    inputs: await readInputs(db, id),
    outputs: await readOutputs(db, id, rows),
    storedUsdCentsPerBtc: order && (await nearestStoredPrice(db, order.row.requested_at, row.rate)),
    paymentUsdCents: row.payment_id ? await linesUsdCents(db, row.payment_id) : 0n,
  }
}
