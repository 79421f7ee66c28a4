import { sql } from 'kysely'
import { sendCode } from '#server/features/codes/index.ts'
import type { Trx } from '#server/platform/database.ts'
import type { OrderRow } from '#server/platform/orders.ts'
import type { Parts } from '#server/platform/parts.ts'
import { toldChanges } from './told-changes.ts'

export type CodeNeeds = Pick<Parts, 'macKey' | 'smsConfigured'>

/** What a code of an order is for: the same where it is sent and where it is tried. */
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
  asker: string
  ip: string | null
  people: number
  lineUsdCents: bigint
  lineSats: bigint
  address: string | null
  withdrawnSats: bigint
  withdrawnUsdCents: bigint
}

/** Sends a user the code that approves an order, with what the order moves. */
export async function sendApprovalCode(
  trx: Trx,
  needs: CodeNeeds,
  order: Pick<OrderRow, 'id' | 'company_id' | 'payroll_id' | 'withdrawal_id'>,
  userId: string,
  now: Date,
): Promise<void> {
  const { rows } = await sql<Moved>`
    SELECT p.name AS payroll, count(l.id)::integer AS people,
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
  const { payroll, asker, ip, people, address } = moved
  const { lineUsdCents, lineSats, withdrawnSats, withdrawnUsdCents } = moved
  const subject = codeSubject(order, userId)
  const told =
    address === null
      ? {
          ...subject,
          purpose: 'payment' as const,
          params: {
            payroll,
            asker,
            ip,
            people,
            totalUsdCents: lineUsdCents,
            totalSats: lineSats,
            ...(await toldChanges(trx, order)),
          },
        }
      : {
          ...subject,
          purpose: 'withdrawal' as const,
          params: {
            payroll,
            asker,
            ip,
            address,
            sats: withdrawnSats,
            usdCents: withdrawnUsdCents,
          },
        }
  await sendCode(trx, needs, told, now)
}
