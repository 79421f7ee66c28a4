import { z } from 'zod/mini'
import { decidedAnswer, rejectBody } from '#contract/approval.ts'
import { approvalBody, approvalOptions as optionsAnswer } from '#contract/approvals.ts'
import { idParams, success } from '#contract/http.ts'
import { actorOf, requireRole, sessionOf } from '#server/features/auth/index.ts'
import { findTransaction } from '#server/features/transactions/index.ts'
import type { Db } from '#server/platform/db/database.ts'
import { type App, ok } from '#server/platform/http/http.ts'
import { once, wasHandledBefore } from '#server/platform/http/idempotency.ts'
import { Refusal } from '#server/platform/http/refusal.ts'
import type { Deps } from '#server/startup/deps.ts'
import { readPayment } from '../read-payment.ts'
import { approve, reject, requireOrderOf } from './approve-or-reject.ts'
import { approvalOptionsOf, sendCodeToApprover, tryApproval } from './try-approval.ts'

async function readDecided(db: Db, companyId: string, transactionId: string) {
  const transaction = await findTransaction(db, companyId, transactionId)
  if (!transaction) throw new Error('A transaction that was decided about is gone')
  const payment = transaction.payment
    ? await readPayment(db, companyId, transaction.payment._id)
    : null
  return { payment, transaction }
}

/**
 * Routes that approve and reject runs and withdrawals, named by any of their transactions that
 * wait.
 */
export async function approvalRoutes(app: App, deps: Deps): Promise<void> {
  const { db, clock } = deps

  app.post(
    '/transactions/:id/approve',
    {
      config: { movesMoney: true },
      preValidation: requireRole('ADMIN', 'APPROVER'),
      schema: {
        tags: ['payments'],
        params: idParams,
        body: approvalBody,
        response: { 200: success(decidedAnswer) },
      },
    },
    async (request, reply) => {
      const { companyId, userId } = sessionOf(request)
      const decider = { ...actorOf(request), userId }
      const { id } = request.params
      const now = clock.now()
      // A repeated request gets its stored answer; its code is spent already.
      const given = (await wasHandledBefore(db, request, companyId))
        ? null
        : await tryApproval(
            deps,
            decider,
            await requireOrderOf(db, companyId, id),
            request.body,
            now,
          )
      return once(db, request, reply, { companyId }, async (trx) => {
        if (!given) throw new Refusal('REQUEST_IN_PROGRESS')
        const orderId = await requireOrderOf(trx, companyId, id)
        const released = await approve(trx, deps, decider, { orderId, given }, now)
        const text = released ? 'paymentApproved' : 'approvalGiven'
        return ok(request, await readDecided(trx, companyId, id), text)
      })
    },
  )

  app.post(
    '/transactions/:id/approval-code',
    {
      preValidation: requireRole('ADMIN', 'APPROVER'),
      schema: { tags: ['payments'], params: idParams, response: { 200: success(z.null()) } },
    },
    async (request, reply) => {
      const { companyId, userId } = sessionOf(request)
      return once(db, request, reply, { companyId }, async (trx) => {
        const orderId = await requireOrderOf(trx, companyId, request.params.id)
        await sendCodeToApprover(trx, deps, { companyId, userId }, orderId, clock.now())
        return ok(request, null, 'approvalCodeSent')
      })
    },
  )

  app.post(
    '/transactions/:id/approval-options',
    {
      preValidation: requireRole('ADMIN', 'APPROVER'),
      schema: { tags: ['payments'], params: idParams, response: { 200: success(optionsAnswer) } },
    },
    async (request, reply) => {
      const { companyId, userId } = sessionOf(request)
      return once(db, request, reply, { companyId }, async (trx) => {
        const who = { companyId, userId }
        const orderId = await requireOrderOf(trx, companyId, request.params.id)
        const options = await approvalOptionsOf(trx, deps, who, orderId, clock.now())
        return ok(request, { options })
      })
    },
  )

  app.post(
    '/transactions/:id/reject',
    {
      preValidation: requireRole('ADMIN', 'APPROVER', 'PAYROLL'),
      schema: {
        tags: ['payments'],
        params: idParams,
        body: rejectBody,
        response: { 200: success(decidedAnswer) },
      },
    },
    async (request, reply) => {
      const { companyId, role } = sessionOf(request)
      const { id } = request.params
      return once(db, request, reply, { companyId }, async (trx) => {
        const { reason } = request.body
        const decider = { ...actorOf(request), role }
        const orderId = await requireOrderOf(trx, companyId, id)
        await reject(trx, deps, decider, { orderId, reason })
        return ok(request, await readDecided(trx, companyId, id), 'paymentRejected')
      })
    },
  )
}
