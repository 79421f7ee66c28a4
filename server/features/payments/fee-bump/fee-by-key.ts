import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FeeProofBody } from '#contract/fee-bumps.ts'
import { centsFromSatsRoundedUp } from '#domain/money.ts'
import { sessionOf, tryStepUpCode } from '#server/features/auth/index.ts'
import {
  makeApprovalOptions,
  readCountingKeys,
  readQuorum,
  type Sheeted,
  tryApprovalAssertion,
} from '#server/features/quorum/index.ts'
import type { Db } from '#server/platform/db/database.ts'
import { ok } from '#server/platform/http/http.ts'
import { once, wasHandledBefore } from '#server/platform/http/idempotency.ts'
import { Refusal } from '#server/platform/http/refusal.ts'
import type { Deps } from '#server/startup/deps.ts'
import { toSheeted } from '../approval/approve-or-reject.ts'
import type { FeeProof } from './fee-confirmation.ts'

type Who = { companyId: string; userId: string }

/** Transactions with a fee above the ceiling of their order, which a code or a key confirms. */
export type DearFees = {
  action: 'CANCEL' | 'FEE'
  needsCode: boolean
  fees: readonly { orderId: string | null; rateUsdCentsPerBtc: bigint; feeSats: bigint }[]
}

/** Whether a fee needs a key: under `strongOnly` no code moves money. */
export async function needsKey(
  db: Db,
  { macKey, clock }: Pick<Deps, 'macKey' | 'clock'>,
  companyId: string,
  { needsCode }: Pick<DearFees, 'needsCode'>,
): Promise<boolean> {
  return needsCode && (await readQuorum(db, macKey, companyId, clock.now())).strongOnly
}

/**
 * Finds the order of these fees, with the dearest as its ceiling: a key signs that order once more.
 * A key cannot sign batches of two orders at once.
 */
async function dearerOrder(
  db: Db,
  companyId: string,
  { action, fees }: DearFees,
): Promise<{ subject: Sheeted; feeSats: bigint }> {
  const [first] = fees
  if (!first?.orderId || fees.some(({ orderId }) => orderId !== first.orderId)) {
    throw new Refusal(action === 'CANCEL' ? 'NOT_CANCELLABLE' : 'FEE_TOO_HIGH')
  }
  const feeSats = fees.reduce((most, one) => (one.feeSats > most ? one.feeSats : most), 0n)
  const order = await db
    .selectFrom('orders')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('id', '=', first.orderId)
    .executeTakeFirstOrThrow()
  const feeCeilingUsdCents = centsFromSatsRoundedUp(feeSats, first.rateUsdCentsPerBtc)
  return { subject: { ...toSheeted(order), feeCeilingUsdCents }, feeSats }
}

/**
 * Answers the challenge over an order and a dearer fee, which `plan` finds before the SQL transaction;
 * null: no key is needed, or the person has none.
 */
export async function answerFeeOptions(
  deps: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
  plan: (companyId: string) => Promise<DearFees>,
) {
  const { db, clock } = deps
  const who = sessionOf(request)
  const { companyId } = who
  const dear = (await wasHandledBefore(db, request, companyId)) ? null : await plan(companyId)
  return once(db, request, reply, { companyId }, async (trx) => {
    if (!dear) throw new Refusal('REQUEST_IN_PROGRESS')
    if (!(await needsKey(trx, deps, companyId, dear))) return ok(request, { options: null })
    const { subject } = await dearerOrder(trx, companyId, dear)
    return ok(request, {
      options: await makeApprovalOptions(trx, deps, subject, who, clock.now()),
    })
  })
}

/**
 * Checks the code or key that confirms a fee, before the SQL transaction that
 * spends it. A fee that changed after the key signed is refused with WRONG_ASSERTION, and the
 * person confirms again.
 */
export async function tryFeeProof(
  deps: Deps,
  who: Who,
  dear: DearFees,
  body: FeeProofBody,
  now: Date,
): Promise<FeeProof> {
  const { db, macKey } = deps
  const { companyId } = who
  if (!(await needsKey(db, deps, companyId, dear))) {
    return { kind: 'CODE', right: await tryStepUpCode(deps, who, dear.action, body) }
  }
  if (!body.assertion) throw new Refusal(body.code ? 'WRONG_ASSERTION' : 'CODE_REQUIRED')
  const { subject, feeSats } = await dearerOrder(db, companyId, dear)
  const given = await tryApprovalAssertion(deps, subject, who, body.assertion, now)
  const counting = await readCountingKeys(db, macKey, companyId, now)
  if (!counting.has(given.passkeyId)) throw new Refusal('WRONG_ASSERTION')
  return { ...given, orderId: subject.id, feeSats }
}
