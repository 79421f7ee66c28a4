import { z } from 'zod/mini'
import type { Approval, ApprovedChange } from '#contract/approvals.ts'
import type { ChangeKind, ChangePayload, Changer } from '#contract/change-orders.ts'
import { codeReason } from '#contract/transactions.ts'
import { countMissingApprovals, countsForOwnChange } from '#domain/enough-approvals.ts'
import { usdNumber } from '#domain/money.ts'
import { approvalLivesMs } from '#domain/plan-expiry.ts'
import { type ApprovalRow, readTrueApprovals } from '#server/authorization/approval-rows.ts'
import { approversOf } from '#server/authorization/approvals-that-count.ts'
import type { ChangeOrderRow } from '#server/authorization/change-rows.ts'
import { changersOfOrder } from '#server/authorization/order-rows.ts'
import { isWaiting } from '#server/authorization/waiting-orders.ts'
import { findOccurrence } from '#server/features/calendar/index.ts'
import { changeSubject } from '#server/features/notifications/index.ts'
import { readOrderedChanges, readPayment, toSheeted } from '#server/features/payments/index.ts'
import {
  approvalRefusal,
  findChangeOrder,
  listEndsAt,
  listToSign,
  type Quorum,
  readChange,
  readCounting,
  readQuorum,
  type Sheeted,
  toSheetedChange,
} from '#server/features/quorum/index.ts'
import { findTransaction } from '#server/features/transactions/index.ts'
import type { Db } from '#server/platform/db/database.ts'
import { readDestinationChanges } from './address-changes.ts'
import { type Names, type Reader, readNames } from './reader.ts'
import {
  readApprovedChanges,
  readWaitingChanges,
  readWaitingOrders,
  type WaitingOrder,
} from './waiting.ts'

/** An order or change that waits, without the fields that only a page reads. */
type Waiting = {
  subject: Sheeted
  askedAt: Date
  base: Omit<Approval, 'transaction' | 'payment' | 'occurrence'>
  order: WaitingOrder | null
  payday: ChangePayload<'OCCURRENCE'> | null
}

/** Reads everything that waits for approvals in a company, the newest first. */
export async function readWaiting(db: Db, reader: Reader): Promise<Waiting[]> {
  const { companyId, now } = reader
  const orders = await readWaitingOrders(db, companyId)
  const changes = await readWaitingChanges(db, reader.macKey, companyId, now)
  const waiting = await sayAll(db, reader, orders, changes)
  const alive = waiting.filter(({ base }) => base.expiresAt > now.toISOString())
  return alive.sort((a, b) => b.askedAt.getTime() - a.askedAt.getTime())
}

/** Reads approved changes that can still be undone; the first to take effect comes first. */
export async function readApproved(db: Db, reader: Reader): Promise<ApprovedChange[]> {
  const rows = await readApprovedChanges(db, reader.companyId)
  if (rows.length === 0) return []
  const effectiveAt = new Map(rows.map((row) => [row.id, row.effective_at?.toISOString() ?? '']))
  const approved = []
  for (const one of await sayAll(db, reader, [], rows)) {
    const change = decided(await toApproval(db, reader, one))
    approved.push({ ...change, effectiveAt: effectiveAt.get(change._id) ?? '' })
  }
  return approved.sort((a, b) => (a.effectiveAt < b.effectiveAt ? -1 : 1))
}

const decided = (approval: Approval): Approval => ({
  ...approval,
  canApprove: false,
  refusal: 'NOT_PENDING_APPROVAL',
  mayFrom: null,
})

/** Reads the order or change that was just decided. */
export async function readDecidedOne(db: Db, reader: Reader, id: string): Promise<Approval> {
  const { companyId } = reader
  const orders = await readWaitingOrders(db, companyId, id)
  const change = orders.length > 0 ? undefined : await findChangeOrder(db, companyId, id)
  const [one] = await sayAll(db, reader, orders, change ? [change] : [])
  if (!one) throw new Error('What was decided about is gone')
  const approval = await toApproval(db, reader, one)
  const waits = change ? change.state === 'open' : await isWaiting(db, id)
  return waits ? approval : decided(approval)
}

async function sayAll(
  db: Db,
  reader: Reader,
  orders: readonly WaitingOrder[],
  changes: readonly ChangeOrderRow[],
): Promise<Waiting[]> {
  const { companyId, macKey, now } = reader
  const [names, quorum] = await Promise.all([
    readNames(db, companyId),
    readQuorum(db, macKey, companyId, now),
  ])
  const subjects = [...orders.map(toSheeted), ...changes.map((row) => toSheetedChange(macKey, row))]
  const counting = await readCounting(db, macKey, { companyId, subjects }, now)
  const say = (subject: Sheeted, changers: readonly Changer[]) =>
    said(reader, quorum, names, subject, counting(subject.id), changers)
  const lists = await readLists(db, reader, names, changes)
  const destinations = await readDestinationChanges(db, reader, names, changes)
  return [
    ...orders.map((order) => ofOrder(order, say)),
    ...changes.flatMap((row) =>
      ofChange(reader, row, (subject, changers) => ({
        ...say(subject, changers),
        ...lists.get(row.id),
        ...destinations.get(row.id),
      })),
    ),
  ]
}

/** Reads lists of keys, which their owners sign one by one. */
async function readLists(
  db: Db,
  { macKey, userId, now }: Reader,
  names: Names,
  changes: readonly ChangeOrderRow[],
) {
  const lists = new Map<
    string,
    Pick<Said, 'required' | 'given' | 'stillNeeded' | 'canApprove' | 'refusal' | 'mayFrom'>
  >()
  for (const row of changes) {
    const keys = listToSign(macKey, row, now)
    if (!keys) continue
    const owners = new Set(keys.map((key) => key.userId))
    const signed = await readTrueApprovals(db, macKey, [row.id])
    const hasSigned = signed.some(({ user_id }) => user_id === userId)
    const refusal = hasSigned ? 'ALREADY_APPROVED' : 'NOT_ALLOWED_FOR_ROLE'
    const canApprove = !hasSigned && owners.has(userId)
    const given = signed.map((one) => givenOf(names, one))
    lists.set(row.id, {
      required: owners.size,
      given,
      stillNeeded: Math.max(0, owners.size - given.length),
      canApprove,
      refusal: canApprove ? null : refusal,
      mayFrom: null,
    })
  }
  return lists
}

const givenOf = (names: Names, { user_id, at, kind }: ApprovalRow): Said['given'][number] => ({
  user: names(user_id),
  at: at.toISOString(),
  kind: kind === 'PASSKEY' ? 'PASSKEY' : 'CODE',
})

type Said = Pick<
  Approval,
  | '_id'
  | 'askedBy'
  | 'required'
  | 'given'
  | 'stillNeeded'
  | 'changers'
  | 'askedByMe'
  | 'canApprove'
  | 'refusal'
  | 'mayFrom'
  | 'sheetHash'
  | 'changes'
  | 'addressChange'
  | 'accountChange'
>

/** The fields that all kinds have. */
function said(
  { userId }: Reader,
  quorum: Quorum,
  names: Names,
  subject: Sheeted,
  given: readonly ApprovalRow[],
  changers: readonly Changer[],
): Said {
  const refused = approvalRefusal(quorum, subject, given, userId)
  return {
    _id: subject.id,
    askedBy: subject.askedBy === null ? null : names(subject.askedBy),
    required: Math.max(1, subject.required),
    given: given.map((one) => givenOf(names, one)),
    stillNeeded: countMissingApprovals(subject, approversOf(given)),
    changers: changers.map(({ userId: id, changed }) => ({
      user: names(id),
      counts: countsForOwnChange(subject, id),
      changed,
    })),
    askedByMe: subject.askedBy === userId,
    canApprove: refused === null,
    refusal: refused?.code ?? null,
    mayFrom: refused?.from?.toISOString() ?? null,
    sheetHash: subject.sheetSha256.toString('hex'),
    changes: null,
    addressChange: null,
    accountChange: null,
  }
}

type Say = (subject: Sheeted, changers: readonly Changer[]) => Said

function ofOrder(order: WaitingOrder, say: Say): Waiting {
  const subject = toSheeted(order)
  const until = new Date(order.requested_at.getTime() + approvalLivesMs)
  return {
    subject,
    askedAt: order.requested_at,
    order,
    payday: null,
    base: {
      ...say(subject, changersOfOrder(order)),
      kind: order.withdrawal_id ? 'WITHDRAWAL' : order.sheet_id ? 'PAYMENT' : 'CONSOLIDATION',
      subject: order.payroll,
      payroll: { _id: order.payroll_id, name: order.payroll },
      askedAt: order.requested_at.toISOString(),
      expiresAt: until.toISOString(),
      feeCeilingUsd: usdNumber(order.fee_ceiling_usd_cents),
      overUsd: order.over_usd_cents === null ? null : usdNumber(order.over_usd_cents),
      reasons: z.array(codeReason).parse(order.reasons),
      changes: readOrderedChanges(order),
    },
  }
}

/** Kinds that the wire has no word of its own for. */
function kindOnWire(kind: ChangeKind): Approval['kind'] {
  if (kind === 'SETTINGS') return 'RULES'
  return kind === 'RESET' ? 'FACTOR' : kind
}

function ofChange({ macKey, language, now }: Reader, row: ChangeOrderRow, say: Say): Waiting[] {
  const change = readChange(macKey, row)
  if (!change) return []
  const subject = toSheetedChange(macKey, row)
  const payday = change.kind === 'OCCURRENCE' ? change.payload : null
  const endsAt = listToSign(macKey, row, now) ? listEndsAt(row) : row.expires_at
  const base = {
    ...say(subject, payday?.changers ?? []),
    kind: kindOnWire(change.kind),
    subject: changeSubject(change, language),
    payroll: payday && { _id: payday.payrollId, name: payday.payroll },
    askedAt: row.asked_at.toISOString(),
    expiresAt: endsAt.toISOString(),
    feeCeilingUsd: null,
    overUsd: null,
    reasons: [],
    ...(payday && { changes: payday.changes }),
  }
  return [{ subject, askedAt: row.asked_at, order: null, payday, base }]
}

/** Describes a payday, with the amounts that its approval covers. */
async function occurrenceOf(
  db: Db,
  reader: Reader,
  { occurrenceId, until, ...sums }: ChangePayload<'OCCURRENCE'>,
): Promise<Approval['occurrence']> {
  const occurrence = await findOccurrence(db, reader, reader.companyId, occurrenceId)
  return (
    occurrence && {
      ...occurrence,
      until,
      people: sums.people,
      totalUsd: usdNumber(BigInt(sums.usdCents)),
      bitcoinUsd: usdNumber(BigInt(sums.bitcoinUsdCents)),
      ceilingUsd: usdNumber(BigInt(sums.ceilingUsdCents)),
    }
  )
}

/** Adds the payment, withdrawal or payday to an order or change. */
export async function toApproval(
  db: Db,
  reader: Reader,
  { base, order, payday }: Waiting,
): Promise<Approval> {
  const { companyId } = reader
  const transaction = order?.transactionId
    ? await findTransaction(db, companyId, order.transactionId)
    : null
  const payment = order?.sheet_id ? await readPayment(db, companyId, order.sheet_id) : null
  const occurrence = payday && (await occurrenceOf(db, reader, payday))
  return { ...base, transaction: transaction ?? null, payment, occurrence }
}
