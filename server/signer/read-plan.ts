import type { KeyObject } from 'node:crypto'
import { sql } from 'kysely'
import { type ApprovalRow, readApprovals } from '#server/authorization/approval-rows.ts'
import { readTeamRows, type TeamRows } from '#server/authorization/approvals-that-count.ts'
import { isTrue } from '#server/authorization/mac.ts'
import { type OrderRow, orderColumns } from '#server/authorization/order-rows.ts'
import type { OrderedPlan } from '#server/authorization/ordered-plan.ts'
import { orderRows, toOrderedPlan } from '#server/authorization/read-ordered-plan.ts'
import { type MacRow, macColumns } from '#server/authorization/registry.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { Log } from '#server/platform/observe/log.ts'
import { readStoredChange, type StoredChange } from './approved-change.ts'
import { readStoredHolds, type StoredHolds } from './held-addresses.ts'
import { KnownPlans } from './known-plans.ts'
import { type PaydayMemory, readPaydayMemory } from './payday-memory.ts'
import { readInputs, type StoredInput } from './read-inputs.ts'
import { type OutputRows, outputRows, type StoredOutput, toOutputs } from './read-outputs.ts'
import { readSweep, type StoredSweep } from './read-sweep.ts'

/** A planned transaction as the database has it; the signer checks all of it. */
export type StoredPlan = {
  id: string
  type: 'send' | 'withdrawal' | 'cancel' | 'child' | 'consolidation'
  companyId: string
  payrollId: string
  /** The payment of a run, else the withdrawal; a child has that of its order. */
  paymentId: string | null
  withdrawal: { id: string; address: string; requestedSats: bigint | null } | null
  /** The orders behind a withdrawal that the program makes by itself; null: it is none. */
  sweep: StoredSweep | null
  order: StoredOrder | null
  /** The fee that somebody has confirmed for this very transaction, and the MAC of that. */
  confirmation: StoredConfirmation | null
  rateUsdCentsPerBtc: bigint
  /** Inputs less outputs, as it was planned. */
  feeSats: bigint | null
  /** How many inputs were planned: one that is no output of the payroll's is not among `inputs`. */
  plannedInputs: number
  /** Outputs were written: one whose line is gone is not among `outputs`. */
  plannedOutputs: number
  inputs: StoredInput[]
  outputs: StoredOutput[]
  /** The price nearest to the rate, of those stored in the minute in which the plan was ordered. */
  storedUsdCentsPerBtc: bigint | null
  /** All lines of the payment, those of its other transactions too; none of a withdrawal. */
  paymentUsdCents: bigint
  /** The plan is the first version of its root. */
  isFirst: boolean
  holds: StoredHolds
  /** The txid as which this very plan was signed before. */
  signedAs: string | null
}

/** With the assertion of a passkey, and the nonce of its challenge; null: a code. */
export type StoredConfirmation = MacRow<'fee_confirmations'>

/**
 * The order of the plan's administrator, and the payments of its transactions according to their
 * rows.
 */
export type StoredOrder = {
  row: OrderRow
  plan: OrderedPlan
  /** The fees of the order's other transactions that may still confirm. */
  otherFeesSats: bigint
  approvals: readonly ApprovalRow[]
  team: TeamRows
  /** The order is begun once the signer's own memory has a signature for it. */
  isBegun: boolean
  now: Date
  /** The approved change under which it was placed; null: none, or no such row. */
  change: StoredChange | null
  payday: PaydayMemory
}

const companyColumns = macColumns.companies.map((name) => `c.${name}` as const)

/** Transactions that are to be signed, each with its company's row. */
const unsigned = (db: Db) =>
  db
    .selectFrom('transactions as t')
    .innerJoin('companies as c', 'c.id', 't.company_id')
    .select(['t.id as transaction', 't.type'])
    .select(companyColumns)

type Unsigned = MacRow<'companies'> & { transaction: string; type: string }
type Believing = { macKey: KeyObject; log: Log }

/**
 * Holds all but cancellations of a frozen company, which pay nobody else. A company whose row was
 * changed past the program may be frozen, and counts as such.
 */
function isHeld({ macKey, log }: Believing, { transaction, type, ...company }: Unsigned): boolean {
  if (type === 'cancel') return false
  if (isTrue(macKey, 'companies', company)) return company.frozen_at !== null
  const about = { company: company.id, transaction }
  log.error(about, 'a company was changed past the program: nothing of it is signed')
  return true
}

/** Plans whose inputs the worker has found at the node, oldest first. */
export async function plansToSign(db: Db, believing: Believing): Promise<string[]> {
  const rows = await unsigned(db)
    .where('t.state', '=', 'pendingApproval')
    .where('t.waiting_for', '=', 'signature')
    .orderBy('t.id')
    .execute()
  return rows.filter((row) => !isHeld(believing, row)).map(({ transaction }) => transaction)
}

/** Whether the company was frozen since the plan was read. */
export async function isFrozen(db: Db, believing: Believing, id: string): Promise<boolean> {
  const row = await unsigned(db).where('t.id', '=', id).executeTakeFirst()
  return !row || isHeld(believing, row)
}

/** Plans whose rate the operator is to look at, oldest first. */
export async function plansOfOperator(db: Db) {
  const rows = await db
    .selectFrom('transactions')
    .select(['id', 'rate_usd_cents_per_btc as rateUsdCentsPerBtc', 'created_at as createdAt'])
    .select(({ fn }) => fn.coalesce('sheet_id', 'withdrawal_id', 'id').as('runId'))
    .where('state', '=', 'pendingApproval')
    .where('waiting_for', '=', 'operator')
    .orderBy('id')
    .execute()
  return rows
}

type StoredPrice = { storedUsdCentsPerBtc: bigint | null }

/**
 * Reads the order of a plan. Only one version of a root can confirm: the most expensive counts.
 * Each stored price is the median of its sources. A transaction reads prices as they are a moment
 * after its own time, so the minute ends some seconds late.
 */
export async function readOrder(
  db: Db,
  { order_id: id, root_id: root, rate }: { order_id: string | null; root_id: string; rate: bigint },
  outputs: OutputRows,
  known: KnownPlans,
): Promise<(StoredOrder & StoredPrice) | null> {
  if (!id) return null
  const found = await db
    .selectFrom('orders as o')
    .select(orderColumns)
    .select([
      sql<Date>`now()`.as('now'),
      sql<boolean>`EXISTS (SELECT FROM signer.signatures WHERE order_id = o.id)`.as('isBegun'),
      sql<bigint>`(
        SELECT coalesce(sum(fee), 0)::bigint FROM (
          SELECT max(fee_sats) AS fee FROM transactions
          WHERE order_id = o.id AND root_id != ${root} AND state NOT IN ('failed', 'rejected')
            -- A child goes with its parent, a version of this very root.
            AND (cpfp_parent_id IS NULL OR cpfp_parent_id NOT IN (
              SELECT id FROM transactions WHERE root_id = ${root}))
          GROUP BY root_id) AS part)`.as('otherFeesSats'),
      sql<bigint | null>`(
        SELECT usd_cents_per_btc FROM prices
        WHERE at BETWEEN o.requested_at - interval '60 s' AND o.requested_at + interval '5 s'
        ORDER BY abs(usd_cents_per_btc - ${rate}) LIMIT 1)`.as('storedUsdCentsPerBtc'),
    ])
    .where('o.id', '=', id)
    .executeTakeFirst()
  if (!found) return null
  const { otherFeesSats, storedUsdCentsPerBtc, now, isBegun, ...row } = found
  const approvals = await readApprovals(db, [id])
  const team = await readTeamRows(db, row.company_id)
  const memory = { otherFeesSats, storedUsdCentsPerBtc, now, isBegun }
  const change = await readStoredChange(db, row.change_order_id)
  const payday = await readPaydayMemory(db, row)
  const plan = known.find(id, outputs) ?? toOrderedPlan(await orderRows(db, id))
  return { row, plan, approvals, team, change, payday, ...memory }
}

async function readConfirmation(db: Db, id: string): Promise<StoredConfirmation | null> {
  const row = await db
    .selectFrom('fee_confirmations')
    .select(macColumns.fee_confirmations)
    .where('transaction_id', '=', id)
    .executeTakeFirst()
  return row ?? null
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

async function readUsdCents(db: Db, paymentId: string | null): Promise<bigint> {
  if (!paymentId) return 0n
  const row = await db
    .selectFrom('payouts')
    .select(sql<bigint>`coalesce(sum(usd_cents), 0)::bigint`.as('cents'))
    .where('sheet_id', '=', paymentId)
    .where('method', '=', 'BITCOIN')
    .executeTakeFirst()
  return row?.cents ?? 0n
}

export async function readPlan(
  db: Db,
  id: string,
  known = new KnownPlans(),
): Promise<StoredPlan | null> {
  const row = await db
    .selectFrom('transactions as t')
    .select(['t.id', 't.type', 't.company_id', 't.payroll_id', 't.sheet_id', 't.withdrawal_id'])
    .select(['t.order_id', 't.root_id', 't.fee_sats', 't.rate_usd_cents_per_btc as rate'])
    .select(({ selectFrom, fn }) => [
      selectFrom('transaction_inputs as i')
        .select(fn.countAll<bigint>().as('count'))
        .whereRef('i.transaction_id', '=', 't.id')
        .as('planned_inputs'),
      selectFrom('transaction_outputs as o')
        .select(fn.countAll<bigint>().as('count'))
        .whereRef('o.transaction_id', '=', 't.id')
        .as('planned_outputs'),
      selectFrom('signer.signatures as s')
        .select('s.txid')
        .whereRef('s.transaction_id', '=', 't.id')
        .as('signed_as'),
    ])
    .where('t.id', '=', id)
    .where('t.state', '=', 'pendingApproval')
    .where('t.type', '!=', 'receive')
    .$narrowType<{ type: StoredPlan['type'] }>()
    .executeTakeFirst()
  if (!row) return null
  const rows = await outputRows(db, id)
  const order = await readOrder(db, row, rows, known)
  const paid = row.sheet_id || row.withdrawal_id ? row : order?.row
  return {
    id: row.id,
    type: row.type,
    companyId: row.company_id,
    payrollId: row.payroll_id,
    paymentId: paid?.sheet_id ?? null,
    withdrawal: await readWithdrawal(db, paid?.withdrawal_id ?? null),
    sweep: await readSweep(db, order?.row),
    order,
    confirmation: await readConfirmation(db, id),
    rateUsdCentsPerBtc: row.rate,
    feeSats: row.fee_sats,
    plannedInputs: Number(row.planned_inputs),
    plannedOutputs: Number(row.planned_outputs),
    inputs: await readInputs(db, { id, payrollId: row.payroll_id }),
    outputs: toOutputs(rows),
    storedUsdCentsPerBtc: order?.storedUsdCentsPerBtc ?? null,
    paymentUsdCents: await readUsdCents(db, paid?.sheet_id ?? null),
    isFirst: row.root_id === id,
    holds: await readStoredHolds(db, row.company_id, row.order_id),
    signedAs: row.signed_as?.toString('hex') ?? null,
  }
}
