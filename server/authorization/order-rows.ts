import { createHash, type KeyObject } from 'node:crypto'
import type { Selectable } from 'kysely'
import { z } from 'zod/mini'
import { type Changer, changer } from '#contract/change-orders.ts'
import type { IncludedLine } from '#contract/include.ts'
import type { Trx } from '../platform/db/database.ts'
import type { Orders } from '../platform/db/database-types.ts'
import type { Approvable } from './approvals-that-count.ts'
import { macOf } from './mac.ts'
import { takeOrderNumber } from './order-numbers.ts'
import { type OrderedPlan, orderedPlan, planSha256InTurns } from './ordered-plan.ts'
import type { Pays } from './pays.ts'
import type { CoveredRow } from './registry.ts'
import { type Sheet, sheetSha256InTurns } from './sheet.ts'

/** An order as approval and signer read it. */
export type OrderRow = Omit<
  Selectable<Orders>,
  'requested_ip' | 'reasons' | 'changes' | 'dollars_usd_cents'
>

/** An order as far as approvals are about it. */
export const toApprovableOrder = (row: OrderRow): Approvable => ({
  id: row.id,
  companyId: row.company_id,
  askedBy: row.requested_by,
  changers: changersOfOrder(row).map(({ userId }) => userId),
  required: row.required,
  ownCode: row.own_code,
  sheetSha256: row.sheet_sha256,
})

const storedChangers = z.array(changer)
export const changersOfOrder = ({ changers }: Pick<OrderRow, 'changers'>): Changer[] =>
  storedChangers.parse(changers)

/** The terms of an order that are part of its sheet; its MAC covers the choices. */
export const sheetTermsOf = (
  row: OrderRow,
): Pick<Sheet, 'feeCeilingUsdCents' | 'held' | 'changers' | 'changesSha256'> => ({
  feeCeilingUsdCents: row.fee_ceiling_usd_cents,
  held: row.held as Sheet['held'],
  changers: changersOfOrder(row).map(({ userId }) => userId),
  changesSha256: row.changes_sha256,
})

/** Columns by name: a statement with a `*` is not prepared. */
export const orderColumns = [
  'id',
  'company_id',
  'number',
  'payroll_id',
  'sheet_id',
  'withdrawal_id',
  'fee_ceiling_sats',
  'plan_sha256',
  'needs_approval',
  'required',
  'own_code',
  'sheet_sha256',
  'fee_ceiling_usd_cents',
  'held',
  'included',
  'changers',
  'changes_sha256',
  'claims_period',
  'change_order_id',
  'over_usd_cents',
  'requested_by',
  'requested_at',
  'target_blocks',
  'mac',
] as const satisfies (keyof Orders)[]

type Terms = CoveredRow<'orders'>

type Ordered = Omit<
  Terms,
  | 'number'
  | 'plan_sha256'
  | 'requested_at'
  | 'sheet_sha256'
  | 'held'
  | 'included'
  | 'changers'
  | 'changes_sha256'
  | 'claims_period'
  | 'change_order_id'
> & {
  /** The period in which the order pays each person once. */
  claims_period?: string | null
  /** A change that was approved before, under which the run is ordered. */
  change_order_id?: string | null
  fee_ceiling_sats: bigint
  over_usd_cents?: bigint | null
  target_blocks?: number
  requested_ip: string | null
  reasons?: readonly { code: string; people: number }[]
  held?: Sheet['held']
  /** The people who are paid by choice although a line elsewhere has paid them. */
  included?: readonly IncludedLine[]
  /** The people who changed what it pays since each person was last paid. */
  changers?: readonly Changer[]
  /** The changes shown, of which the order has the hash. */
  changes?: string | null
  /** The purpose of its sheet; an order without one has no sheet. */
  pays?: Omit<Pays, 'companyId' | 'payrollId'>
}

const nobody = { kind: null, periodKey: null, extra: false } as const

/** The hash under which an order has the changes that were shown. */
export const changesSha256 = (changes: string): Buffer =>
  createHash('sha256').update(changes, 'utf8').digest()

/**
 * Orders, at the time of this SQL transaction, the plan of the transactions that carry its `id`. `key`
 * null: the program orders by itself, under an approved change, and writes no MAC.
 */
export async function insertOrder(
  trx: Trx,
  key: KeyObject | null,
  {
    held = {},
    included = [],
    changers = [],
    changes = null,
    claims_period = null,
    change_order_id = null,
    pays = nobody,
    ...order
  }: Ordered,
  amounts: Omit<OrderedPlan, 'pays'>,
): Promise<void> {
  const { company_id: companyId, payroll_id: payrollId } = order
  const plan = { ...amounts, pays: { companyId, payrollId, ...pays } }
  const { now } = await trx
    .selectNoFrom(({ fn }) => fn<Date>('now').as('now'))
    .executeTakeFirstOrThrow()
  const changes_sha256 = changes === null ? null : changesSha256(changes)
  const sheet = {
    ...plan,
    feeCeilingUsdCents: order.fee_ceiling_usd_cents,
    held,
    changers: changers.map(({ userId }) => userId),
    changesSha256: changes_sha256,
  }
  const terms = {
    ...order,
    held,
    included,
    changers,
    changes,
    changes_sha256,
    claims_period,
    change_order_id,
    plan_sha256: await planSha256InTurns(orderedPlan(plan), order.fee_ceiling_sats),
    sheet_sha256: await sheetSha256InTurns(sheet),
    number: key && (await takeOrderNumber(trx, order.company_id)),
    // The time to the millisecond, as it reads back.
    requested_at: now,
  }
  await trx
    .insertInto('orders')
    .values({
      ...terms,
      dollars_usd_cents: plan.dollars.reduce((sum, { usdCents }) => sum + usdCents, 0n),
      held: JSON.stringify(held),
      included: JSON.stringify(included),
      changers: JSON.stringify(changers),
      reasons: JSON.stringify(order.reasons ?? []),
      mac: key && macOf(key, 'orders', terms),
    })
    .execute()
}
