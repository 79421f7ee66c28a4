import { idParams, success } from '#contract/http.ts'
import { paymentAnswer, paymentPeople, paymentPreview, previewPeople } from '#contract/payments.ts'
import { previewPeopleQuery, previewQuery, runPaymentBody } from '#contract/payrolls.ts'
import { pageQuery } from '#contract/queries.ts'
import { actorOf, requireRole, requireSession, sessionOf } from '#server/features/auth/index.ts'
import { isUuid } from '#server/platform/db/database.ts'
import { inTurns } from '#server/platform/db/turns.ts'
import { type App, language, ok } from '#server/platform/http/http.ts'
import { once } from '#server/platform/http/idempotency.ts'
import { Refusal } from '#server/platform/http/refusal.ts'
import { record } from '#server/platform/observe/audit.ts'
import type { Deps } from '#server/startup/deps.ts'
import { batchFeeRoutes } from './batch-fee/routes.ts'
import { changesRoutes } from './changes/routes.ts'
import { consolidationRoutes } from './consolidate/routes.ts'
import { bumpRoutes } from './fee-bump/index.ts'
import { findUndeletedPayroll } from './find-and-lock-payroll.ts'
import { readPaymentPeople } from './payment-people.ts'
import { readPayment } from './read-payment.ts'
import { answerPreview, previewContextOf } from './run/answer-preview.ts'
import { answerRun } from './run/answer-run.ts'
import { readPreviewPeople } from './run/preview-people.ts'
import { closeUnpaid } from './run/unpaid-lines.ts'

export async function paymentRoutes(app: App, deps: Deps): Promise<void> {
  await batchFeeRoutes(app, deps)
  await bumpRoutes(app, deps)
  await changesRoutes(app, deps)
  await consolidationRoutes(app, deps)
  const { db } = deps
  /** Presses of one company queue here, since their lock would serialize them anyway. */
  const turns = inTurns()

  app.get(
    '/companies/payrolls/:id/payment-preview',
    {
      preValidation: requireSession,
      schema: {
        tags: ['payments'],
        params: idParams,
        querystring: previewQuery,
        response: { 200: success(paymentPreview) },
      },
    },
    async (request) => {
      const { id } = request.params
      const input = { ...request.query, readSheet: null }
      const shown = await answerPreview(deps, previewContextOf(deps, request, id), input)
      return ok(request, shown)
    },
  )

  app.get(
    '/companies/payrolls/:id/payment-preview/people',
    {
      preValidation: requireSession,
      schema: {
        tags: ['payments'],
        params: idParams,
        querystring: previewPeopleQuery,
        response: { 200: success(previewPeople) },
      },
    },
    async (request) => {
      const { companyId } = sessionOf(request)
      const payroll = await findUndeletedPayroll(
        db,
        deps.macKey,
        companyId,
        request.params.id,
        false,
      )
      if (!payroll) throw new Refusal('NOT_FOUND')
      const now = deps.clock.now()
      const owner = {
        companyId,
        payrollId: payroll.id,
        macKey: deps.macKey,
        language: language(request),
        now,
      }
      return ok(request, await readPreviewPeople(db, owner, request.query))
    },
  )

  app.post(
    '/companies/payrolls/:id/run-payment',
    {
      config: { movesMoney: true },
      preValidation: requireRole('ADMIN', 'PAYROLL'),
      schema: {
        tags: ['payments'],
        params: idParams,
        body: runPaymentBody,
        response: { 200: success(paymentAnswer) },
      },
    },
    async (request, reply) => {
      const { companyId } = sessionOf(request)
      const { id: payrollId } = request.params
      const payroll = await findUndeletedPayroll(db, deps.macKey, companyId, payrollId, false)
      if (!payroll) throw new Refusal('NOT_FOUND')
      const press = { ...request.body, payrollId, readSheet: null }
      return answerRun(deps, request, reply, turns, press)
    },
  )

  app.post(
    '/companies/payrolls/:id/close-payment',
    {
      preValidation: requireRole('ADMIN', 'PAYROLL'),
      schema: {
        tags: ['payments'],
        params: idParams,
        response: { 200: success(paymentAnswer) },
      },
    },
    async (request, reply) => {
      const { companyId } = sessionOf(request)
      const { id } = request.params
      return once(db, request, reply, { companyId }, async (trx) => {
        const payroll = await findUndeletedPayroll(trx, deps.macKey, companyId, id, true)
        if (!payroll) throw new Refusal('NOT_FOUND')
        const closed = await closeUnpaid(trx, companyId, id)
        const payment = closed && (await readPayment(trx, companyId, closed))
        if (!payment) throw new Refusal('NOTHING_TO_CLOSE')
        const act = { action: 'payment.closed', subject: payroll.name } as const
        await record(trx, { ...actorOf(request), ...act, detail: { payment: payment._id } })
        return ok(request, { payment })
      })
    },
  )

  app.get(
    '/companies/payments/:id',
    {
      preValidation: requireSession,
      schema: {
        tags: ['payments'],
        params: idParams,
        response: { 200: success(paymentAnswer) },
      },
    },
    async (request) => {
      const { companyId } = sessionOf(request)
      const { id } = request.params
      const payment = isUuid(id) ? await readPayment(db, companyId, id) : null
      if (!payment) throw new Refusal('NOT_FOUND')
      return ok(request, { payment })
    },
  )

  app.get(
    '/payments/:id/people',
    {
      preValidation: requireSession,
      schema: {
        tags: ['payments'],
        params: idParams,
        querystring: pageQuery,
        response: { 200: success(paymentPeople) },
      },
    },
    async (request) => {
      const { companyId } = sessionOf(request)
      const people = await readPaymentPeople(db, companyId, request.params.id, request.query)
      if (!people) throw new Refusal('NOT_FOUND')
      return ok(request, people)
    },
  )
}
