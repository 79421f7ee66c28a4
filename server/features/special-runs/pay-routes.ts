import type { FastifyRequest } from 'fastify'
import { idParams, success } from '#contract/http.ts'
import { paymentAnswer, paymentPreview } from '#contract/payments.ts'
import { previewQuery, runPaymentBody } from '#contract/payrolls.ts'
import { requireRole, requireSession, sessionOf } from '#server/features/auth/index.ts'
import { answerPreview, answerRun, previewContextOf } from '#server/features/payments/index.ts'
import { isUuid } from '#server/platform/db/database.ts'
import { inTurns } from '#server/platform/db/turns.ts'
import { type App, ok } from '#server/platform/http/http.ts'
import { Refusal } from '#server/platform/http/refusal.ts'
import type { Deps } from '#server/startup/deps.ts'
import { pressOf } from './paid.ts'
import { findRun, readLines } from './store.ts'

/** Routes that pay a saved sheet, with the answers and refusals of any run except the 72 hours. */
export async function specialPayRoutes(app: App, deps: Deps): Promise<void> {
  const { db, macKey } = deps
  const turns = inTurns()
  const tags = ['special runs']

  /** Reads the saved sheet; the signer compares it with the run once more. */
  async function readPressSheet(request: FastifyRequest, id: string) {
    const { companyId } = sessionOf(request)
    const run = isUuid(id) ? await findRun(db, companyId, id, false) : null
    if (!run) throw new Refusal('NOT_FOUND')
    return {
      payrollId: run.payrollId,
      special: pressOf(run, await readLines(db, macKey, run)),
    }
  }

  app.get(
    '/special-runs/:id/payment-preview',
    {
      preValidation: requireSession,
      schema: {
        tags,
        params: idParams,
        querystring: previewQuery,
        response: { 200: success(paymentPreview) },
      },
    },
    async (request) => {
      const { payrollId, special } = await readPressSheet(request, request.params.id)
      const actor = previewContextOf(deps, request, payrollId)
      const input = { ...request.query, periodKey: '', extra: false, special }
      return ok(request, await answerPreview(deps, actor, input))
    },
  )

  app.post(
    '/special-runs/:id/run',
    {
      config: { movesMoney: true },
      preValidation: requireRole('ADMIN', 'PAYROLL'),
      schema: {
        tags,
        params: idParams,
        body: runPaymentBody,
        response: { 200: success(paymentAnswer) },
      },
    },
    async (request, reply) => {
      const sheet = await readPressSheet(request, request.params.id)
      const press = { ...request.body, periodKey: '', extra: false, ...sheet }
      return answerRun(deps, request, reply, turns, press)
    },
  )
}
