import { sql } from 'kysely'
import type { CodeSent } from '#contract/auth.ts'
import type { OrderRow } from '#server/authorization/order-mac.ts'
import {
  type NotifyDeps,
  notifyCompanies,
  type QueueDeps,
} from '#server/features/notifications/index.ts'
import { sendCode } from '#server/features/verification-codes/index.ts'
import type { Trx } from '#server/platform/db/database.ts'
import { shortened } from '#server/platform/observe/audit.ts'
import type { Deps } from '#server/startup/deps.ts'
import { readNotifiedChanges } from './changes-since-last-run.ts'

export type CodeDeps = QueueDeps & Pick<Deps, 'smsConfigured'>

/** The subject of an order's code: the same where it is sent and where it is tried. */
export const codeSubject = (
  order: Pick<OrderRow, 'id' | 'company_id' | 'withdrawal_id'>,
  userId: string,
) =>
  ({
    companyId: order.company_id,
    userId,
    purpose: order.withdrawal_id ? 'withdrawal' : 'payment',
    subjectId: order.id,
  }) as const

type Moved = {
  payroll: string
  transactionId: string
  asker: string
  ip: string | null
  people: number
  lineUsdCents: bigint
  lineSats: bigint
  address: string | null
  withdrawnSats: bigint
  withdrawnUsdCents: bigint
}

type TheirChanges = Awaited<ReturnType<typeof readNotifiedChanges>>
type Order = Pick<OrderRow, 'id' | 'company_id' | 'payroll_id' | 'withdrawal_id'>

const noChanges = { changes: [], more: 0 }

/** Reads the amounts that an order moves, the changes in it, and who asked for it. */
async function readMoved(trx: Trx, order: Order): Promise<Moved & TheirChanges> {
  const { rows } = await sql<Moved>`
    SELECT p.name AS payroll, min(t.id::text) AS "transactionId", count(l.id)::integer AS people,
      asked.first_name || ' ' || asked.last_name AS asker, ordered.requested_ip AS ip,
      coalesce(sum(l.usd_cents), 0)::bigint AS "lineUsdCents",
      coalesce(sum(o.sats) FILTER (WHERE l.id IS NOT NULL), 0)::bigint AS "lineSats",
      max(w.address) AS address,
      coalesce(sum(o.sats) FILTER (WHERE w.id IS NOT NULL), 0)::bigint AS "withdrawnSats",
      coalesce(sum(t.usd_cents) FILTER (WHERE w.id IS NOT NULL), 0)::bigint AS "withdrawnUsdCents"
    FROM transactions t
    JOIN payrolls p ON p.id = t.payroll_id
    JOIN orders ordered ON ordered.id = t.order_id
    JOIN users asked ON asked.id = ordered.requested_by
    JOIN transaction_outputs o ON o.transaction_id = t.id
    LEFT JOIN payment_lines l ON l.id = o.payment_line_id
    LEFT JOIN withdrawals w ON w.id = o.withdrawal_id
    WHERE t.company_id = ${order.company_id} AND t.order_id = ${order.id}
    GROUP BY p.id, ordered.id, asked.id`.execute(trx)
  const [moved] = rows
  if (!moved) throw new Error('An order without transactions moves nothing')
  const changes = moved.address === null ? await readNotifiedChanges(trx, order) : noChanges
  return { ...moved, ...changes }
}

/** Sends a user the code that approves an order, with what the order moves; answers where it went. */
export async function sendApprovalCode(
  trx: Trx,
  deps: CodeDeps,
  order: Order,
  userId: string,
  now: Date,
): Promise<CodeSent> {
  return sendCodeOf(trx, deps, order, await readMoved(trx, order), { userId, now })
}

async function sendCodeOf(
  trx: Trx,
  deps: CodeDeps,
  order: Order,
  moved: Moved & TheirChanges,
  { userId, now }: { userId: string; now: Date },
): Promise<CodeSent> {
  const { payroll, asker, ip, people, address, changes, more } = moved
  const subject = codeSubject(order, userId)
  const asked = { payroll, asker, ip }
  if (address === null) {
    const { lineUsdCents: totalUsdCents, lineSats: totalSats } = moved
    const params = { ...asked, people, totalUsdCents, totalSats, changes, more }
    return sendCode(trx, deps, { ...subject, purpose: 'payment', params }, now)
  }
  const { withdrawnSats: sats, withdrawnUsdCents: usdCents } = moved
  const params = { ...asked, address, sats, usdCents }
  return sendCode(trx, deps, { ...subject, purpose: 'withdrawal', params }, now)
}

/**
 * Reports a new order: by a code to the user who asked, where the order waits for one, and by a
 * notice to each administrator who gets no code by mail.
 */
export async function notifyOrder(
  trx: Trx,
  deps: CodeDeps & NotifyDeps,
  order: Order,
  { userId, now, waits }: { userId: string; now: Date; waits: boolean },
): Promise<void> {
  const moved = await readMoved(trx, order)
  const sent = waits ? await sendCodeOf(trx, deps, order, moved, { userId, now }) : null
  const { payroll, asker, ip, people, address, changes, more, transactionId } = moved
  const sums =
    address === null
      ? { usdCents: moved.lineUsdCents, sats: moved.lineSats }
      : { usdCents: moved.withdrawnUsdCents, sats: moved.withdrawnSats }
  const params = {
    ...{ payroll, asker, ip, people, waits, ...sums, changes, more },
    address: address === null ? null : shortened(address),
    url: `${deps.config.publicUrl}/dashboard/transaction/${transactionId}`,
  }
  const except = sent?.via === 'EMAIL' ? userId : null
  const content = { template: 'paymentAsked', params } as const
  await notifyCompanies(trx, deps, [{ companyId: order.company_id, content, except }])
}
