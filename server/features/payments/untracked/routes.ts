import { idParams, success } from '#contract/http.ts'
import { acknowledgeAnswer, acknowledgeBody } from '#contract/payments.ts'
import { frozenAt } from '#server/authorization/frozen.ts'
import { requireRole, sessionOf } from '#server/features/auth/index.ts'
import { type App, ok } from '#server/platform/http/http.ts'
import { once } from '#server/platform/http/idempotency.ts'
import { Refusal } from '#server/platform/http/refusal.ts'
import type { Deps } from '#server/startup/deps.ts'
import { findUndeletedPayroll } from '../find-and-lock-payroll.ts'
import { acknowledge } from './acknowledge.ts'

export async function untrackedRoutes(app: App, { db, macKey }: Deps): Promise<void> {
  app.post(
    '/companies/payrolls/:id/acknowledge-records',
    {
      preValidation: requireRole('ADMIN'),
      schema: {
        tags: ['payments'],
        params: idParams,
        body: acknowledgeBody,
        response: { 200: success(acknowledgeAnswer) },
      },
    },
    async (request, reply) => {
      const { companyId, userId } = sessionOf(request)
      const { id } = request.params
      return once(db, request, reply, { companyId }, async (trx) => {
        // Read before all locks, in the order in which a freeze takes them.
        const frozen = await frozenAt(trx, macKey, companyId)
        const payroll = await findUndeletedPayroll(trx, macKey, companyId, id, true)
        if (!payroll) throw new Refusal('NOT_FOUND')
        if (frozen) throw new Refusal('COMPANY_FROZEN')
        const actor = { companyId, userId, ip: request.ip }
        const transactions = await acknowledge(trx, actor, payroll, request.body.transactions)
        return ok(request, { transactions })
      })
    },
  )
}
