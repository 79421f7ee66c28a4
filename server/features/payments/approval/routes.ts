import { z } from 'zod/mini'
import { approveBody, decidedAnswer, rejectBody } from '#contract/approval.ts'
import { idParams, success } from '#contract/http.ts'
import { actorOf, requireSession, sessionOf } from '#server/features/auth/index.ts'
import { findTransaction } from '#server/features/transactions/index.ts'
import { type RightCode, tryCode, useCode } from '#server/features/verification-codes/index.ts'
import type { Db } from '#server/platform/db/database.ts'
import { type App, ok } from '#server/platform/http/http.ts'
import { once, wasHandledBefore } from '#server/platform/http/idempotency.ts'
import { Refusal } from '#server/platform/http/refusal.ts'
import type { Deps } from '#server/startup/deps.ts'
import { readPayment } from '../read-payment.ts'
import { refuseUnconfirmed } from '../run/account-refusals.ts'
import { refuseNewAddressesOf } from '../run/reset-wait.ts'
import { approve, reject, rejectIfPriceMoved, requireWaiting } from './approve-or-reject.ts'
import { codeSubject, sendApprovalCode } from './code.ts'

async function readDecided(db: Db, companyId: string, transactionId: string) {
  const transaction = await findTransaction(db, companyId, transactionId)
  if (!transaction) throw new Error('A transaction that was decided about is gone')
  const payment = transaction.payment
    ? await readPayment(db, companyId, transaction.payment._id)
    : null
  return { payment, transaction }
}

/** Approving and rejecting, of runs and withdrawals alike, by way of any transaction that waits. */
export async function approvalRoutes(app: App, deps: Deps): Promise<void> {
  const { db, clock, macKey, smsConfigured } = deps
  const { sandbox } = deps.config
  const notFrozen = { notFrozenBy: macKey }

  app.post(
    '/transactions/:id/approve',
    {
      preValidation: requireSession,
      schema: {
        tags: ['payments'],
        params: idParams,
        body: approveBody,
        response: { 200: success(decidedAnswer) },
      },
    },
    async (request, reply) => {
      const { companyId, userId } = sessionOf(request)
      const decider = { ...actorOf(request), userId }
      const { id } = request.params
      const now = clock.now()
      let right: RightCode | null = null
      // A request that comes again gets its answer; its code is spent.
      if (!(await wasHandledBefore(db, request, companyId))) {
        const { order } = await requireWaiting(db, companyId, id, notFrozen)
        await refuseUnconfirmed(db, { companyId, userId, sandbox, macKey })
        const { code } = request.body
        right = await tryCode(db, deps, { ...codeSubject(order, userId), code }, now)
        await refuseNewAddressesOf(db, { companyId, userId, macKey, smsConfigured, now }, order.id)
        if (await rejectIfPriceMoved(db, decider, id, now)) throw new Refusal('PRICE_MOVED')
      }
      return once(db, request, reply, { companyId }, async (trx) => {
        if (!right) throw new Refusal('REQUEST_IN_PROGRESS')
        await approve(trx, macKey, decider, id, now)
        await useCode(trx, right, now)
        return ok(request, await readDecided(trx, companyId, id), 'paymentApproved')
      })
    },
  )

  app.post(
    '/transactions/:id/approval-code',
    {
      preValidation: requireSession,
      schema: { tags: ['payments'], params: idParams, response: { 200: success(z.null()) } },
    },
    async (request, reply) => {
      const { companyId, userId } = sessionOf(request)
      return once(db, request, reply, { companyId }, async (trx) => {
        const { order } = await requireWaiting(trx, companyId, request.params.id, notFrozen)
        await sendApprovalCode(trx, deps, order, userId, clock.now())
        return ok(request, null, 'approvalCodeSent')
      })
    },
  )

  app.post(
    '/transactions/:id/reject',
    {
      preValidation: requireSession,
      schema: {
        tags: ['payments'],
        params: idParams,
        body: rejectBody,
        response: { 200: success(decidedAnswer) },
      },
    },
    async (request, reply) => {
      const { companyId, userId } = sessionOf(request)
      const { id } = request.params
      return once(db, request, reply, { companyId }, async (trx) => {
        await reject(trx, { ...actorOf(request), userId }, id, request.body.reason)
        return ok(request, await readDecided(trx, companyId, id), 'paymentRejected')
      })
    },
  )
}
