import type { FastifyRequest } from 'fastify'
import { idParams, success } from '#contract/http.ts'
import { paymentAnswer, paymentPreview } from '#contract/payments.ts'
import { previewQuery, runPaymentBody } from '#contract/payrolls.ts'
import { requireRole, requireSession, sessionOf } from '#server/features/auth/index.ts'
import { answerPreview, answerRun, previewContextOf } from '#server/features/payments/index.ts'
import { type Db, isUuid } from '#server/platform/db/database.ts'
import { inTurns } from '#server/platform/db/turns.ts'
import { type App, ok } from '#server/platform/http/http.ts'
import { Refusal } from '#server/platform/http/refusal.ts'
import type { Deps } from '#server/startup/deps.ts'
import { pressOf } from './paid.ts'
import { findRun, readMembers } from './store.ts'

/** Routes that pay a saved sheet, with the answers and refusals of any run; of the kinds, only a bonus meets the 72 hours. */
export async function specialPayRoutes(app: App, deps: Deps): Promise<void> {
  const { db, macKey } = deps
  const turns = inTurns()
  const tags = ['special runs']

  async function findSheet(from: Db, request: FastifyRequest, id: string) {
    const { companyId } = sessionOf(request)
    const run = isUuid(id) ? await findRun(from, macKey, companyId, id, false) : null
    if (!run) throw new Refusal('NOT_FOUND')
    return run
  }

  /** A press on the saved sheet; the signer compares it with the run once more. */
  async function pressOn(request: FastifyRequest, id: string) {
    const { payrollId } = await findSheet(db, request, id)
    const readSheet = async (from: Db) => {
      const run = await findSheet(from, request, id)
      const members = await readMembers(from, macKey, run.companyId, run.payrollId)
      return pressOf(run, members)
    }
    return { payrollId, periodKey: '', extra: false, readSheet }
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
      const press = await pressOn(request, request.params.id)
      const actor = previewContextOf(deps, request, press.payrollId)
      return ok(request, await answerPreview(deps, actor, { ...request.query, ...press }))
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
      const press = await pressOn(request, request.params.id)
      return answerRun(deps, request, reply, turns, { ...request.body, ...press })
    },
  )
}
