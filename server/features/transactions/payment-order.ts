import { sql } from 'kysely'
import { z } from 'zod/mini'
import type { Colleague } from '#contract/colleague.ts'
import {
  type AddressChange,
  type ApprovalDetails,
  codeReason,
  type TransactionDetails,
} from '#contract/transactions.ts'
import { btcText, usdNumber } from '#domain/money.ts'
import { readTrueApprovals } from '#server/authorization/approval-rows.ts'
import { isTrue } from '#server/authorization/mac.ts'
import { readOrderedDollars } from '#server/authorization/read-ordered-plan.ts'
import { macColumns } from '#server/authorization/registry.ts'
import { describeChannel } from '#server/features/verification-codes/index.ts'
import type { Db } from '#server/platform/db/database.ts'
import { readColleague } from '#server/platform/db/user-name.ts'
import type { Deps } from '#server/startup/deps.ts'
import { lastPaid } from './last-paid-address.ts'

type OrderActor = Pick<Deps, 'macKey' | 'smsConfigured'> & {
  companyId: string
  userId: string
  now: Date
}
type OrderDetails = Pick<TransactionDetails['details'], 'order' | 'approval'>

/** The requester and the approver of a transaction, and its details while it waits for approval. */
export async function orderOf(
  db: Db,
  actor: OrderActor,
  transactionId: string,
): Promise<OrderDetails> {
  const row = await db
    .selectFrom('transactions as t')
    .innerJoin('orders as o', 'o.id', 't.order_id')
    .select([
      'o.id',
      'o.requested_by',
      'o.requested_at',
      'o.over_usd_cents',
      'o.reasons',
      't.waiting_for',
    ])
    .where('t.company_id', '=', actor.companyId)
    .where('t.id', '=', transactionId)
    .executeTakeFirst()
  if (!row) return { order: null, approval: null }
  const waits = row.waiting_for === 'approval'
  const { companyId } = actor
  const userId = row.requested_by
  const requester = userId === null ? null : await readColleague(db, { companyId, userId })
  const order = {
    requestedBy: requester && requester.name,
    requester,
    requestedAt: row.requested_at.toISOString(),
    ...(await approvedBy(db, actor, row.id, waits)),
  }
  return { order, approval: waits ? await approvalOf(db, actor, row) : null }
}

/** The people who approved the order, and since when it is released. */
async function approvedBy(db: Db, { macKey }: OrderActor, orderId: string, waits: boolean) {
  const given = await readTrueApprovals(db, macKey, [orderId])
  const last = given.at(-1)
  if (!last || waits) return { approvedBy: null, approvers: [], approvedAt: null }
  const approvers: Colleague[] = []
  for (const { company_id: companyId, user_id: userId } of given) {
    approvers.push(await readColleague(db, { companyId, userId }))
  }
  const approvedBy = approvers.map(({ name }) => name).join(', ')
  return { approvedBy, approvers, approvedAt: last.at.toISOString() }
}

async function approvalOf(
  db: Db,
  actor: OrderActor,
  order: { id: string; over_usd_cents: bigint | null; reasons: unknown },
): Promise<ApprovalDetails> {
  const { companyId, userId, now } = actor
  const whole = await db
    .selectFrom('transactions')
    .select(({ fn }) => [
      fn.countAll<bigint>().as('count'),
      fn.sum<string>('usd_cents').as('usd_cents'),
      fn.sum<string>('sats').as('sats'),
    ])
    .where('company_id', '=', companyId)
    .where('order_id', '=', order.id)
    .executeTakeFirstOrThrow()
  const people = await peopleOf(db, companyId, order.id)
  const dollars = await readOrderedDollars(db, order.id)
  const usdCents = BigInt(whole.usd_cents)
  return {
    people: people.length + dollars.filter(({ isAll }) => isAll).length,
    transactions: Number(whole.count),
    usd: usdNumber(usdCents),
    totalUsd: usdNumber(dollars.reduce((sum, one) => sum + one.usdCents, usdCents)),
    btc: btcText(BigInt(whole.sats)),
    overUsd: order.over_usd_cents === null ? null : usdNumber(order.over_usd_cents),
    reasons: z.array(codeReason).parse(order.reasons),
    changedAddresses: await changesOf(db, actor, people),
    neverPaid: people.flatMap((person) => (person.from === null ? [person.employee] : [])),
    codeSentTo: await describeChannel(db, actor, { companyId, userId }, now),
  }
}

type Person = {
  employee: string
  first_name: string
  last_name: string
  usd_cents: bigint
  sats: bigint
  /** The address where the person was last paid; null: never paid. */
  from: string | null
  to: string
  isChanged: boolean
}

async function peopleOf(db: Db, companyId: string, orderId: string): Promise<Person[]> {
  const { rows } = await sql<Person>`
    SELECT l.employee_id AS employee, l.first_name, l.last_name, bitcoin.usd_cents, out.sats,
      paid.address AS "from", l.address AS "to",
      paid.script_pubkey IS NOT NULL AND paid.script_pubkey <> l.script_pubkey AS "isChanged"
    FROM transactions ours
    JOIN transaction_outputs out ON out.transaction_id = ours.id
    JOIN sheet_lines l ON l.id = out.line_id
    JOIN payouts bitcoin ON bitcoin.line_id = l.id AND bitcoin.method = 'BITCOIN'
    LEFT JOIN LATERAL ${lastPaid} paid ON true
    WHERE ours.company_id = ${companyId} AND ours.order_id = ${orderId}
    ORDER BY plain_text(l.last_name), plain_text(l.first_name), l.id`.execute(db)
  return rows
}

async function changesOf(
  db: Db,
  { companyId, macKey }: OrderActor,
  people: readonly Person[],
): Promise<AddressChange[]> {
  const changed = people.filter(({ isChanged }) => isChanged)
  if (changed.length === 0) return []
  const rows = await db
    .selectFrom('employee_destinations as a')
    .leftJoin('users as u', 'u.id', 'a.changed_by')
    .select(macColumns.employee_destinations.map((name) => `a.${name}` as const))
    .select(sql<string | null>`u.first_name || ' ' || u.last_name`.as('who'))
    .where('a.company_id', '=', companyId)
    .where('a.kind', '=', 'ADDRESS')
    .where(
      'a.employee_id',
      'in',
      changed.map(({ employee }) => employee),
    )
    .orderBy('a.version')
    .execute()
  // Rows that the program did not write tell nothing; the latest of the others stays.
  const own = rows.filter((row) => isTrue(macKey, 'employee_destinations', row))
  const edits = new Map(own.map((edit) => [edit.employee_id, edit]))
  return changed.map(({ employee, first_name, last_name, usd_cents, sats, from, to }) => {
    const edit = edits.get(employee)
    // A later edit than the plan has another address.
    const isIts = edit?.address === to
    return {
      userId: employee,
      firstName: first_name,
      lastName: last_name,
      btcAmount: btcText(sats),
      usdAmount: usdNumber(usd_cents),
      from: from ?? '',
      to,
      changedAt: isIts ? edit.at.toISOString() : null,
      changedBy: isIts ? edit.who : null,
    }
  })
}
