import { idParams, success } from '#contract/http.ts'
import { withdrawalAnswer, withdrawBody } from '#contract/withdrawals.ts'
import { actorOf, requireRole, sessionOf } from '#server/features/auth/index.ts'
import { findTransaction } from '#server/features/transactions/index.ts'
import { isUuid } from '#server/platform/db/database.ts'
import { type App, language, ok } from '#server/platform/http/http.ts'
import { once } from '#server/platform/http/idempotency.ts'
import { Refusal } from '#server/platform/http/refusal.ts'
import type { Deps } from '#server/startup/deps.ts'
import { requestWithdrawal } from './withdrawals.ts'

export async function withdrawalRoutes(app: App, deps: Deps): Promise<void> {
  const { db, config, clock } = deps

  app.post(
    '/companies/payrolls/:id/withdraw-funds',
    {
      config: { movesMoney: true },
      preValidation: requireRole('ADMIN', 'PAYROLL'),
      schema: {
        tags: ['payments'],
        params: idParams,
        body: withdrawBody(config.network),
        response: { 200: success(withdrawalAnswer) },
      },
    },
    async (request, reply) => {
      const { companyId, userId } = sessionOf(request)
      const { id: payrollId } = request.params
      if (!isUuid(payrollId)) throw new Refusal('NOT_FOUND')
      return once(db, request, reply, { companyId }, async (trx) => {
        const input = {
          ...actorOf(request),
          userId,
          payrollId,
          language: language(request),
          network: config.network,
          feeCeilings: config.feeCeilings,
          sandbox: config.sandbox,
          now: clock.now(),
        }
        const { transactionId } = await requestWithdrawal(trx, deps, input, request.body)
        const transaction = await findTransaction(trx, companyId, transactionId)
        if (!transaction) throw new Error('A withdrawal that was planned is gone')
        return ok(request, { transaction }, 'withdrawalAwaitsApproval')
      })
    },
  )
}
