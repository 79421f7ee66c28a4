import type { KeyObject } from 'node:crypto'
import { sql } from 'kysely'
import type { CodeSent } from '#contract/auth.ts'
import { needsApproval, type Requirement } from '#domain/approval-requirement.ts'
import { centsAt } from '#domain/money.ts'
import { approvalLivesMs } from '#domain/plan-expiry.ts'
import type { OrderRow } from '#server/authorization/order-rows.ts'
import { readOrderedDollars } from '#server/authorization/read-ordered-plan.ts'
import {
  type NotifyDeps,
  notifyCompanies,
  notifyUser,
  type PaidAmount,
  type QueueDeps,
} from '#server/features/notifications/index.ts'
import {
  approvalUrl,
  othersWhoCount,
  type Quorum,
  readQuorum,
} from '#server/features/quorum/index.ts'
import { askForCode } from '#server/features/verification-codes/index.ts'
import type { Trx } from '#server/platform/db/database.ts'
import { shortenAddress } from '#server/platform/observe/audit.ts'
import type { Deps } from '#server/startup/deps.ts'
import { readOrderedChanges } from '../changes/ordered-changes.ts'
import { type NotifiedChanges, readNotifiedChanges } from './changes-since-last-run.ts'

export type CodeDeps = QueueDeps & Pick<Deps, 'smsConfigured'>

/** The subject that ties a code to its order: sending and checking use the same. */
export const codeSubject = (
  order: Pick<OrderRow, 'id' | 'company_id' | 'sheet_id' | 'withdrawal_id'>,
  userId: string,
) =>
  ({
    companyId: order.company_id,
    userId,
    purpose: actOf(order),
    subjectId: order.id,
  }) as const

type Moved = {
  payroll: string
  /** Null: all of it is in dollars. */
  transactionId: string | null
  /** Null: nobody pressed, the calendar paid a payday. */
  asker: string | null
  ip: string | null
  people: number
  /** The pay of a run's people: the whole, its part in satoshi, and its part in dollars. */
  lineUsdCents: bigint
  lineSats: bigint
  lineDollarsUsdCents: bigint
  address: string | null
  withdrawnSats: bigint
  withdrawnUsdCents: bigint
  /** The planned fee of a consolidation, which is one transaction. */
  feeSats: bigint
  rate: bigint
}

/** The amounts that the transactions of an order move: none of a run all in dollars. */
type MovedInBitcoin = Omit<Moved, 'lineDollarsUsdCents'>

type Order = Pick<OrderRow, 'id' | 'company_id' | 'payroll_id' | 'sheet_id' | 'withdrawal_id'>

const noChanges = { changes: [], more: 0 }

/** The act that an order is for; its code and its mails say so. */
export const actOf = (
  order: Pick<Order, 'sheet_id' | 'withdrawal_id'>,
): 'payment' | 'withdrawal' | 'consolidation' =>
  order.withdrawal_id ? 'withdrawal' : order.sheet_id ? 'payment' : 'consolidation'

/**
 * Reads the amounts that an order moves, its changes unless the caller knows them, and who asked
 * for it.
 */
async function readMoved(
  trx: Trx,
  macKey: KeyObject,
  order: Order,
  known?: NotifiedChanges,
): Promise<Moved & NotifiedChanges> {
  const { rows } = await sql<MovedInBitcoin>`
    SELECT p.name AS payroll, min(t.id::text) AS "transactionId", count(o.line_id)::integer AS people,
      asked.first_name || ' ' || asked.last_name || ' (' || asked.email || ')' AS asker, ordered.requested_ip AS ip,
      coalesce(sum(paid.usd_cents), 0)::bigint AS "lineUsdCents",
      coalesce(sum(o.sats) FILTER (WHERE paid.line_id IS NOT NULL), 0)::bigint AS "lineSats",
      max(w.address) AS address,
      coalesce(sum(o.sats) FILTER (WHERE w.id IS NOT NULL), 0)::bigint AS "withdrawnSats",
      coalesce(sum(t.usd_cents) FILTER (WHERE w.id IS NOT NULL), 0)::bigint AS "withdrawnUsdCents",
      coalesce(max(t.fee_sats), 0)::bigint AS "feeSats",
      coalesce(max(t.rate_usd_cents_per_btc), 0)::bigint AS rate
    FROM orders ordered
    JOIN payrolls p ON p.id = ordered.payroll_id
    LEFT JOIN users asked ON asked.id = ordered.requested_by
    LEFT JOIN transactions t ON t.order_id = ordered.id
    LEFT JOIN transaction_outputs o ON o.transaction_id = t.id
    LEFT JOIN payouts paid ON paid.line_id = o.line_id AND paid.method = 'BITCOIN'
    LEFT JOIN withdrawals w ON w.id = o.withdrawal_id
    WHERE ordered.company_id = ${order.company_id} AND ordered.id = ${order.id}
    GROUP BY p.id, ordered.id, asked.id`.execute(trx)
  const [inBitcoin] = rows
  if (!inBitcoin) throw new Error('An order that is read is there')
  if (inBitcoin.address !== null) return { ...inBitcoin, lineDollarsUsdCents: 0n, ...noChanges }
  const moved = addDollars(inBitcoin, await readOrderedDollars(trx, order.id))
  return { ...moved, ...(known ?? (await readNotifiedChanges(trx, macKey, order))) }
}

/** Adds the parts of the run that the company pays by its bank; some people have such a part alone. */
function addDollars(
  moved: MovedInBitcoin,
  dollars: Awaited<ReturnType<typeof readOrderedDollars>>,
): Moved {
  const usdCents = dollars.reduce((sum, one) => sum + one.usdCents, 0n)
  const others = dollars.filter(({ isAll }) => isAll).length
  return {
    ...moved,
    people: moved.people + others,
    lineUsdCents: moved.lineUsdCents + usdCents,
    lineDollarsUsdCents: usdCents,
  }
}

/**
 * Sends a user the code that approves an order, with the amounts that it moves. Returns the
 * destination.
 */
export async function sendApprovalCode(
  trx: Trx,
  deps: CodeDeps,
  order: Order,
  userId: string,
  now: Date,
): Promise<CodeSent> {
  return sendCodeOf(trx, deps, order, await readMoved(trx, deps.macKey, order), { userId, now })
}

async function sendCodeOf(
  trx: Trx,
  deps: CodeDeps,
  order: Order,
  moved: Moved & NotifiedChanges,
  { userId, now }: { userId: string; now: Date },
): Promise<CodeSent> {
  const { payroll, asker, ip, people, address, changes, more } = moved
  const subject = codeSubject(order, userId)
  const input = { payroll, asker, ip }
  if (subject.purpose === 'consolidation') {
    const { feeSats, rate } = moved
    const params = { ...input, feeSats, feeUsdCents: centsAt(feeSats, rate) }
    return askForCode(trx, deps, { ...subject, purpose: 'consolidation', params }, now)
  }
  if (address === null) {
    const params = { ...input, people, sums: sumsOf(order, moved), changes, more }
    return askForCode(trx, deps, { ...subject, purpose: 'payment', params }, now)
  }
  const { withdrawnSats: sats, withdrawnUsdCents: usdCents } = moved
  const params = { ...input, address, sats, usdCents }
  return askForCode(trx, deps, { ...subject, purpose: 'withdrawal', params }, now)
}

/** The sum that leaves the payroll; of a consolidation that is its fee. */
function sumsOf(order: Order, moved: Moved): PaidAmount {
  switch (actOf(order)) {
    case 'payment':
      return {
        usdCents: moved.lineUsdCents,
        sats: moved.lineSats,
        dollarsUsdCents: moved.lineDollarsUsdCents,
      }
    case 'withdrawal':
      return { usdCents: moved.withdrawnUsdCents, sats: moved.withdrawnSats }
    case 'consolidation':
      return { usdCents: centsAt(moved.feeSats, moved.rate), sats: moved.feeSats }
  }
}

/**
 * Reports a new order. The user who asked gets a code, where a code releases it. Each approver is
 * asked by mail, and each other administrator who gets no code by mail gets a notice.
 */
export async function notifyOrder(
  trx: Trx,
  deps: CodeDeps & NotifyDeps,
  order: Order,
  input: Requirement & {
    userId: string | null
    now: Date
    notified?: NotifiedChanges
    quorum?: Quorum
  },
): Promise<void> {
  const { userId, now, ownCode, required, notified } = input
  const moved = await readMoved(trx, deps.macKey, order, notified)
  const quorum = input.quorum ?? (await readQuorum(trx, deps.macKey, order.company_id, now))
  const sent =
    ownCode && userId !== null && !quorum.strongOnly
      ? await sendCodeOf(trx, deps, order, moved, { userId, now })
      : null
  const apart = new Set(userId === null ? [] : [userId])
  const approvers = required > 0 ? othersWhoCount(quorum, apart).map(({ id }) => id) : []
  await askApprovers(trx, deps, order, {
    userIds: approvers,
    given: 0,
    isReminder: false,
    notified: moved,
  })
  const { payroll, asker, ip, people, address, changes, more, transactionId } = moved
  const sums = sumsOf(order, moved)
  const what = actOf(order)
  const waits = needsApproval(input)
  const params = {
    what,
    payroll,
    asker,
    ip,
    people,
    waits,
    ...sums,
    changes,
    more,
    address: address === null ? null : shortenAddress(address),
    url: transactionId
      ? `${deps.config.publicUrl}/dashboard/transaction/${transactionId}`
      : approvalUrl(deps, order.id),
  }
  const except = sent?.via === 'EMAIL' ? [...approvers, ...apart] : approvers
  const content = { template: 'paymentAsked', params } as const
  await notifyCompanies(trx, deps, [{ companyId: order.company_id, content, except }])
}

/**
 * Asks people by mail to approve an order. The mail has the amounts and the hash of the order's
 * sheet.
 */
export async function askApprovers(
  trx: Trx,
  deps: NotifyDeps,
  order: Order,
  input: {
    userIds: readonly string[]
    given: number
    isReminder: boolean
    notified?: NotifiedChanges
  },
): Promise<void> {
  if (input.userIds.length === 0) return
  const moved = await readMoved(trx, deps.macKey, order, input.notified)
  const { payroll, asker, ip, people, address, changes, more } = moved
  const row = await trx
    .selectFrom('orders')
    .select(['sheet_sha256', 'required', 'requested_at', 'changes', 'changes_sha256'])
    .where('company_id', '=', order.company_id)
    .where('id', '=', order.id)
    .executeTakeFirstOrThrow()
  const { given, isReminder } = input
  const what = actOf(order)
  const params = {
    asker,
    ip,
    changes,
    more,
    given,
    isReminder,
    subject: { what, payroll },
    people: what === 'payment' ? people : null,
    sums: sumsOf(order, moved),
    address: address === null ? null : shortenAddress(address),
    payday: null,
    sheet: row.sheet_sha256.toString('hex'),
    required: row.required,
    summary: readOrderedChanges(row),
    until: new Date(row.requested_at.getTime() + approvalLivesMs),
    url: approvalUrl(deps, order.id),
  }
  for (const userId of input.userIds) {
    const content = { template: 'approvalAsked', params } as const
    await notifyUser(trx, deps, { companyId: order.company_id, userId }, content)
  }
}
