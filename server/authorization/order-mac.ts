import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto'
import type { Selectable } from 'kysely'
import type { Trx } from '../platform/db/database.ts'
import type { Orders } from '../platform/db/database-types.ts'
import { type OrderedPlan, orderedPlan, planSha256InTurns } from './ordered-plan.ts'

/** An order as approval and signer read it. */
export type OrderRow = Omit<Selectable<Orders>, 'requested_ip' | 'reasons'>

/** By name: a statement with a `*` is not prepared. */
export const orderColumns = [
  'id',
  'company_id',
  'payroll_id',
  'payment_id',
  'withdrawal_id',
  'fee_ceiling_sats',
  'plan_sha256',
  'needs_approval',
  'over_usd_cents',
  'requested_by',
  'requested_at',
  'target_blocks',
  'approved_by',
  'approved_at',
  'approval_mac',
  'mac',
] as const satisfies (keyof Orders)[]

type Terms = Pick<
  OrderRow,
  | 'id'
  | 'company_id'
  | 'payroll_id'
  | 'payment_id'
  | 'withdrawal_id'
  | 'plan_sha256'
  | 'needs_approval'
  | 'requested_by'
  | 'requested_at'
>

const macOf = (key: KeyObject, fields: (string | boolean | null)[]) =>
  createHmac('sha256', key).update(JSON.stringify(fields), 'utf8').digest()

const isSame = (a: Buffer, b: Buffer) => a.length === b.length && timingSafeEqual(a, b)

/** HMAC-SHA-256 over all that an order says: whether it needs an approval cannot be changed later. */
export function orderMac(key: KeyObject, order: Terms): Buffer {
  return macOf(key, [
    'quincena order 1',
    order.id,
    order.company_id,
    order.payroll_id,
    order.payment_id,
    order.withdrawal_id,
    order.plan_sha256.toString('hex'),
    order.needs_approval,
    order.requested_by,
    order.requested_at.toISOString(),
  ])
}

export const verifyOrderMac = (key: KeyObject, order: OrderRow): boolean =>
  isSame(order.mac, orderMac(key, order))

type Approval = { orderId: string; planSha256: Buffer; userId: string; at: Date }

/** HMAC-SHA-256 over what was approved, by whom and when. */
export function approvalMac(key: KeyObject, { orderId, planSha256, userId, at }: Approval): Buffer {
  const plan = planSha256.toString('hex')
  return macOf(key, ['quincena approval 1', orderId, plan, userId, at.toISOString()])
}

/** Whether somebody has approved exactly this order. */
export function verifyApproval(key: KeyObject, order: OrderRow): boolean {
  const { approved_by: userId, approved_at: at, approval_mac: mac } = order
  if (!userId || !at || !mac) return false
  const approval = { orderId: order.id, planSha256: order.plan_sha256, userId, at }
  return isSame(mac, approvalMac(key, approval))
}

type FeeConfirmation = {
  orderId: string
  transactionId: string
  feeSats: bigint
  userId: string
  at: Date
}

/** HMAC-SHA-256 over the fee of one cancellation, above the ceiling of its order, and who confirmed it. */
export function feeConfirmationMac(key: KeyObject, confirmation: FeeConfirmation): Buffer {
  const { orderId, transactionId, feeSats, userId, at } = confirmation
  const fee = feeSats.toString()
  return macOf(key, ['quincena fee 1', orderId, transactionId, fee, userId, at.toISOString()])
}

/** Whether somebody has confirmed exactly this fee. */
export const verifyFeeConfirmation = (
  key: KeyObject,
  confirmation: FeeConfirmation & { mac: Buffer },
): boolean => isSame(confirmation.mac, feeConfirmationMac(key, confirmation))

/** Orders, at the time of this SQL transaction, the plan of the transactions that carry its `id`. */
export async function insertOrder(
  trx: Trx,
  key: KeyObject,
  order: Omit<Terms, 'plan_sha256' | 'requested_at'> & {
    fee_ceiling_sats: bigint
    over_usd_cents?: bigint | null
    target_blocks?: number
    requested_ip: string | null
    reasons?: readonly { code: string; people: number }[]
  },
  plan: OrderedPlan,
): Promise<void> {
  const { now } = await trx
    .selectNoFrom(({ fn }) => fn<Date>('now').as('now'))
    .executeTakeFirstOrThrow()
  const terms = {
    ...order,
    plan_sha256: await planSha256InTurns(orderedPlan(plan), order.fee_ceiling_sats),
    // To the millisecond, as it reads back.
    requested_at: now,
  }
  await trx
    .insertInto('orders')
    .values({ ...terms, reasons: JSON.stringify(order.reasons ?? []), mac: orderMac(key, terms) })
    .execute()
}
