import { consolidationAnswer, consolidationOffer } from '#contract/consolidations.ts'
import { idParams, success } from '#contract/http.ts'
import { needsApproval, type Requirement } from '#domain/approval-requirement.ts'
import { amountAt } from '#domain/money.ts'
import { actorOf, requireRole, requireSession, sessionOf } from '#server/features/auth/index.ts'
import { findTransaction } from '#server/features/transactions/index.ts'
import { type App, ok } from '#server/platform/http/http.ts'
import { once } from '#server/platform/http/idempotency.ts'
import { Refusal } from '#server/platform/http/refusal.ts'
import type { Deps } from '#server/startup/deps.ts'
import { notifyOrder } from '../approval/index.ts'
import { refuseUnconfirmed } from '../run/account-refusals.ts'
import { readFacts } from '../run/read-facts.ts'
import { consolidate } from './consolidate.ts'
import { planFor } from './plan.ts'

const answerTo = ({ required, ownCode }: Requirement) =>
  required > 0
    ? 'consolidationAwaitsApproval'
    : ownCode
      ? 'consolidationAwaitsCode'
      : 'consolidationSent'

/** Routes that make one deposit of many, where a run or a withdrawal needs it. */
export async function consolidationRoutes(app: App, deps: Deps): Promise<void> {
  const { db, config, clock, macKey } = deps
  const settings = { ...config, macKey }

  app.get(
    '/companies/payrolls/:id/consolidate',
    {
      preValidation: requireSession,
      schema: {
        tags: ['payments'],
        params: idParams,
        response: { 200: success(consolidationOffer) },
      },
    },
    async (request) => {
      const { companyId, userId } = sessionOf(request)
      const facts = await readFacts(db, companyId, request.params.id, settings, false)
      if (!facts) throw new Refusal('NOT_FOUND')
      const plan = await planFor(db, deps, facts, { userId, now: clock.now() })
      const rate = plan?.rateUsdCentsPerBtc ?? 0n
      return ok(request, {
        deposits: plan?.utxos.length ?? 0,
        fee: amountAt(plan?.feeSats ?? 0n, rate),
        needsCode: plan?.requirement.ownCode ?? false,
        approvalsRequired: plan?.requirement.required ?? 0,
      })
    },
  )

  app.post(
    '/companies/payrolls/:id/consolidate',
    {
      config: { movesMoney: true },
      preValidation: requireRole('ADMIN', 'PAYROLL'),
      schema: {
        tags: ['payments'],
        params: idParams,
        response: { 200: success(consolidationAnswer) },
      },
    },
    async (request, reply) => {
      const { companyId, userId } = sessionOf(request)
      const { id: payrollId } = request.params
      return once(db, request, reply, { companyId }, async (trx) => {
        const now = clock.now()
        const actor = { ...actorOf(request), userId, now }
        await refuseUnconfirmed(trx, { ...actor, ...deps, sandbox: config.sandbox })
        const { transactionId, order, requirement } = await consolidate(trx, settings, {
          ...actor,
          payrollId,
        })
        if (needsApproval(requirement))
          await notifyOrder(trx, deps, order, { userId, now, ...requirement })
        const transaction = await findTransaction(trx, companyId, transactionId)
        if (!transaction) throw new Error('A consolidation that was planned is gone')
        return ok(request, { transaction }, answerTo(requirement))
      })
    },
  )
}
