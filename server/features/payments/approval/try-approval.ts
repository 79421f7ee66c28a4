import type { ApprovalBody } from '#contract/approvals.ts'
import { readTrueApprovals } from '#server/authorization/approval-rows.ts'
import {
  type Given,
  makeApprovalOptions,
  readQuorum,
  requireMayApprove,
  tryGiven,
} from '#server/features/quorum/index.ts'
import type { Db, Trx } from '#server/platform/db/database.ts'
import { Refusal } from '#server/platform/http/refusal.ts'
import type { Deps } from '#server/startup/deps.ts'
import { refuseUnconfirmed } from '../run/account-refusals.ts'
import { refuseNewAddressesOf } from '../run/reset-wait.ts'
import { type Decider, rejectIfPriceMoved, requireWaiting, toSheeted } from './approve-or-reject.ts'
import { codeSubject, sendApprovalCode } from './code.ts'

type Who = { companyId: string; userId: string }

/** Finds the order that this person may approve now, with the company's rules. */
async function requireApprovable(
  db: Db,
  { macKey }: Pick<Deps, 'macKey'>,
  { companyId, userId }: Who,
  orderId: string,
  now: Date,
) {
  const { order } = await requireWaiting(db, companyId, orderId, { notFrozenBy: macKey })
  const subject = toSheeted(order)
  const quorum = await readQuorum(db, macKey, companyId, now)
  requireMayApprove(quorum, subject, await readTrueApprovals(db, macKey, [order.id]), userId)
  return { order, subject, quorum }
}

/**
 * Checks everything that an approval needs, its code or signature last, and ends an order whose
 * price has moved too far. Returns the proof that `approve` spends.
 */
export async function tryApproval(
  deps: Deps,
  decider: Decider,
  orderId: string,
  body: ApprovalBody,
  now: Date,
): Promise<Given> {
  const { db, macKey, smsConfigured, config } = deps
  const { companyId, userId } = decider
  const { order, subject, quorum } = await requireApprovable(db, deps, decider, orderId, now)
  await refuseUnconfirmed(db, { companyId, userId, sandbox: config.sandbox, macKey })
  const { strongOnly } = quorum
  const by = { userId, codeSubject: codeSubject(order, userId), strongOnly }
  const given = await tryGiven(deps, subject, by, body, now)
  await refuseNewAddressesOf(db, { companyId, userId, macKey, smsConfigured, now }, order.id)
  if (await rejectIfPriceMoved(db, decider, orderId, now)) throw new Refusal('PRICE_MOVED')
  return given
}

/** Sends an approver the code to approve with; refuses people who may not approve. */
export async function sendCodeToApprover(
  trx: Trx,
  deps: Deps,
  who: Who,
  orderId: string,
  now: Date,
): Promise<void> {
  const { order, quorum } = await requireApprovable(trx, deps, who, orderId, now)
  if (quorum.strongOnly) throw new Refusal('WRONG_ASSERTION')
  await sendApprovalCode(trx, deps, order, who.userId, now)
}

export async function approvalOptionsOf(
  trx: Trx,
  deps: Deps,
  who: Who,
  orderId: string,
  now: Date,
): Promise<Record<string, unknown> | null> {
  const { subject } = await requireApprovable(trx, deps, who, orderId, now)
  return makeApprovalOptions(trx, deps, subject, who, now)
}
