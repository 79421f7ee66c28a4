import { idParams, success } from '#contract/http.ts'
import { acknowledgeAnswer, acknowledgeBody } from '#contract/payments.ts'
import { requireSession, sessionOf } from '#server/features/auth/index.ts'
import { frozenAt } from '#server/platform/frozen.ts'
import { type App, ok } from '#server/platform/http.ts'
import { once } from '#server/platform/idempotency.ts'
import type { Parts } from '#server/platform/parts.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { findLivePayroll } from '../payroll.ts'
import { acknowledge } from './records.ts'

export async function recordsRoutes(app: App, { db, macKey }: Parts): Promise<void> {
  app.post(
    '/companies/payrolls/:id/acknowledge-records',
    {
      preValidation: requireSession,
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
        // First of all locks, as a freeze takes it.
        const frozen = await frozenAt(trx, macKey, companyId)
        const payroll = await findLivePayroll(trx, companyId, id, true)
        if (!payroll) throw new Refusal('NOT_FOUND')
        if (frozen) throw new Refusal('COMPANY_FROZEN')
        const actor = { companyId, userId, ip: request.ip }
        const transactions = await acknowledge(trx, actor, payroll, request.body.transactions)
        return ok(request, { transactions })
      })
    },
  )
}
