import type { ApprovalBody } from '#contract/approvals.ts'
import type { ListedKey, OrderedChange } from '#contract/change-orders.ts'
import { approvingRoles, type Role } from '#domain/roles.ts'
import { readTrueApprovals } from '#server/authorization/approval-rows.ts'
import { refuseIfFrozen } from '#server/authorization/frozen.ts'
import {
  findReleaseOrder,
  requireHeld,
  requireReleaser,
} from '#server/features/address-holds/index.ts'
import {
  approvalOptionsOf,
  approve,
  reject,
  sendCodeToApprover,
  tryApproval,
} from '#server/features/payments/index.ts'
import {
  approveChange,
  endChange,
  findChangeOrder,
  type Given,
  listToSign,
  makeApprovalOptions,
  readChange,
  readQuorum,
  requireMayApprove,
  toSheetedChange,
  tryApprovalAssertion,
  tryGiven,
} from '#server/features/quorum/index.ts'
import { sendCode } from '#server/features/verification-codes/index.ts'
import { type Db, isUuid, type Trx } from '#server/platform/db/database.ts'
import { Refusal } from '#server/platform/http/refusal.ts'
import type { Actor } from '#server/platform/observe/audit.ts'
import type { Deps } from '#server/startup/deps.ts'
import { effects, endings } from './kinds.ts'
import { recordEnd } from './undo.ts'
import { isOrderOf } from './waiting.ts'

type Decider = Actor & { userId: string }

/** Whether the id is an order's; false where it is a change's; 404 for any other id. */
async function isOrder(db: Db, companyId: string, id: string): Promise<boolean> {
  if (!isUuid(id)) throw new Refusal('NOT_FOUND')
  if (await isOrderOf(db, companyId, id)) return true
  if (!(await findChangeOrder(db, companyId, id))) throw new Refusal('NOT_FOUND')
  return false
}

const codeSubjectOf = ({ companyId, userId }: Decider, id: string) =>
  ({ companyId, userId, purpose: 'change', subjectId: id }) as const

/**
 * The person's keys in a list that switches `strongOnly` on. The owner of a listed key approves
 * with it alone: a person approves once, and with a code the key would never be counted.
 */
const listedKeysOf = (change: OrderedChange, userId: string): readonly ListedKey[] =>
  change.kind === 'RULES' ? (change.payload.keys ?? []).filter((key) => key.userId === userId) : []

/** The change that this person may approve now. */
async function requireApprovable(
  db: Db,
  { macKey }: Pick<Deps, 'macKey'>,
  { companyId, userId }: Decider,
  id: string,
  now: Date,
) {
  await refuseIfFrozen(db, macKey, companyId)
  const row = await findChangeOrder(db, companyId, id)
  const change = row && readChange(macKey, row)
  const list = row ? listToSign(macKey, row, now) : null
  if (!row || !change || (!list && (row.state !== 'open' || row.expires_at <= now))) {
    throw new Refusal('NOT_PENDING_APPROVAL')
  }
  const subject = toSheetedChange(macKey, row)
  const quorum = await readQuorum(db, macKey, companyId, now)
  const given = await readTrueApprovals(db, macKey, [id])
  const listed = listedKeysOf(change, userId)
  if (list) requireMaySign(listed, given, userId)
  else requireMayApprove(quorum, subject, given, userId)
  return { subject, change, quorum, listed }
}

/**
 * Refuses a second signature by the owner of a listed key. The person who asked for the rule signs
 * too.
 */
function requireMaySign(
  listed: readonly ListedKey[],
  given: readonly { user_id: string }[],
  userId: string,
): void {
  if (given.some(({ user_id }) => user_id === userId)) throw new Refusal('ALREADY_APPROVED')
  if (listed.length === 0) throw new Refusal('NOT_PENDING_APPROVAL')
}

/** Checks an approval of any kind, before the SQL transaction that spends it. */
export async function trySubject(
  deps: Deps,
  decider: Decider,
  id: string,
  body: ApprovalBody,
  now: Date,
): Promise<Given> {
  if (await isOrder(deps.db, decider.companyId, id))
    return tryApproval(deps, decider, id, body, now)
  const { subject, quorum, listed } = await requireApprovable(deps.db, deps, decider, id, now)
  const { strongOnly } = quorum
  if (listed.length > 0) {
    const { assertion } = body
    const isListed = listed.some(({ credentialId }) => credentialId === assertion?.id)
    if (!assertion || !isListed) throw new Refusal('WRONG_ASSERTION')
    return tryApprovalAssertion(deps, subject, decider, assertion, now)
  }
  const by = { userId: decider.userId, codeSubject: codeSubjectOf(decider, id), strongOnly }
  return tryGiven(deps, subject, by, body, now)
}

/** Adds an approval; returns whether it was the last one needed. */
export async function approveSubject(
  trx: Trx,
  deps: Deps,
  decider: Decider,
  { id, given }: { id: string; given: Given },
  now: Date,
): Promise<boolean> {
  if (await isOrder(trx, decider.companyId, id))
    return approve(trx, deps, decider, { orderId: id, given }, now)
  await refuseIfFrozen(trx, deps.macKey, decider.companyId)
  const { userId } = decider
  return approveChange(trx, { ...deps, effects }, { id, userId, given }, now)
}

/**
 * Rejects an order or change: one rejection ends it, and the person who asked may reject their own.
 */
export async function rejectSubject(
  trx: Trx,
  deps: Deps,
  decider: Decider & { role: Role },
  { id, reason }: { id: string; reason: string },
  now: Date,
): Promise<void> {
  const { companyId, userId, role } = decider
  if (await isOrder(trx, companyId, id)) return reject(trx, deps, decider, { orderId: id, reason })
  const row = await findChangeOrder(trx, companyId, id)
  if (row?.asked_by !== userId && !approvingRoles.includes(role)) {
    throw new Refusal('NOT_ALLOWED_FOR_ROLE')
  }
  // A change that has all its approvals cannot be rejected: an administrator undoes it (see
  // rules.ts).
  const isOpen = row?.state === 'open' || (row?.kind === 'OCCURRENCE' && row.state === 'waiting')
  if (!isOpen) throw new Refusal('NOT_PENDING_APPROVAL')
  await endChange(trx, { ...deps, endings }, { id, by: userId, reason }, now)
  await recordEnd(trx, deps, decider, row)
}

export async function optionsOf(
  trx: Trx,
  deps: Deps,
  decider: Decider,
  id: string,
  now: Date,
): Promise<Record<string, unknown> | null> {
  if (await isOrder(trx, decider.companyId, id))
    return approvalOptionsOf(trx, deps, decider, id, now)
  const { subject } = await requireApprovable(trx, deps, decider, id, now)
  return makeApprovalOptions(trx, deps, subject, decider, now)
}

/** Sends an approver the code to approve with; refuses people who may not approve. */
export async function codeOfSubject(
  trx: Trx,
  deps: Deps,
  decider: Decider,
  id: string,
  now: Date,
): Promise<void> {
  if (await isOrder(trx, decider.companyId, id))
    return sendCodeToApprover(trx, deps, decider, id, now)
  const { change, quorum, listed } = await requireApprovable(trx, deps, decider, id, now)
  if (quorum.strongOnly || listed.length > 0) throw new Refusal('WRONG_ASSERTION')
  await sendCode(trx, deps, { ...codeSubjectOf(decider, id), params: { change } }, now)
}

/**
 * The order to release an employee's held address, which the caller may approve. 409 where nobody has
 * asked for it yet.
 */
export async function requireReleaseOrder(
  deps: Deps,
  decider: Decider,
  employeeId: string,
  now: Date,
): Promise<string> {
  const { db, macKey } = deps
  const held = await requireHeld(db, { macKey, now }, decider.companyId, employeeId)
  await requireReleaser(db, { macKey, now }, decider, held)
  const id = await findReleaseOrder(db, deps, { companyId: decider.companyId, held, now })
  if (!id) throw new Refusal('NOT_PENDING_APPROVAL')
  return id
}
