import { idParams, success } from '#contract/http.ts'
import { type Payment, paymentAnswer, paymentPreview } from '#contract/payments.ts'
import { previewQuery, runPaymentBody } from '#contract/payrolls.ts'
import { actorOf, requireSession, sessionOf } from '#server/features/auth/index.ts'
import { findTransaction } from '#server/features/transactions/index.ts'
import { isUuid } from '#server/platform/db/database.ts'
import { inTurns } from '#server/platform/db/turns.ts'
import { type App, language, ok } from '#server/platform/http/http.ts'
import { once, onceThen, type Turn, wasHandledBefore } from '#server/platform/http/idempotency.ts'
import { limits, take } from '#server/platform/http/rate-limits.ts'
import { Refusal } from '#server/platform/http/refusal.ts'
import { record } from '#server/platform/observe/audit.ts'
import { failpoint } from '#server/platform/observe/failpoint.ts'
import type { Deps } from '#server/startup/deps.ts'
import { withFeeReason } from './approval/index.ts'
import { bumpRoutes } from './fee-bump/index.ts'
import { findUndeletedPayroll } from './find-and-lock-payroll.ts'
import { whenUnderWay } from './in-progress.ts'
import { isInProgress, readPayment } from './read-payment.ts'
import { refusalsOfAccount } from './run/account-refusals.ts'
import { planPreview } from './run/preview.ts'
import { readFacts } from './run/read-facts.ts'
import { readRunRequest } from './run/read-request.ts'
import { waitsOf } from './run/reset-wait.ts'
import { planRun } from './run/run.ts'
import { saveShownPreview, shownPreviewOf } from './run/shown-preview.ts'
import { slowerFeeOptions } from './run/slower-fee-options.ts'
import { closeUnpaid } from './run/unpaid-lines.ts'
import { transactionsOf } from './untracked/acknowledge.ts'

async function carriedOut(deps: Deps, companyId: string, paymentId: string): Promise<Payment> {
  await whenUnderWay(deps, () => isInProgress(deps.db, companyId, paymentId), paymentId)
  const payment = await readPayment(deps.db, companyId, paymentId)
  if (!payment) throw new Error('A payment that was planned is gone')
  return payment
}

export async function paymentRoutes(app: App, deps: Deps): Promise<void> {
  await bumpRoutes(app, deps)
  const { db, config, clock, macKey, smsConfigured } = deps
  /** Presses on one payroll, which wait for its lock in any case. */
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
      const { companyId, userId } = sessionOf(request)
      const { id } = request.params
      const settings = { ...config, macKey }
      const all = isUuid(id) ? await readFacts(db, companyId, id, settings, false) : null
      if (!all) throw new Refusal('NOT_FOUND')
      const asker = {
        companyId,
        userId,
        payrollId: id,
        now: clock.now(),
        sandbox: config.sandbox,
        macKey,
        smsConfigured,
        language: language(request),
      }
      const press = await readRunRequest(db, asker, all, request.query, { lock: false })
      const { facts, terms, wait } = press
      const shown = shownPreviewOf(all.salaries, terms)
      await saveShownPreview(db, asker, shown)
      const ofAccount = await refusalsOfAccount(db, asker, wait)
      const { said, plan, waitsFor } = planPreview(facts, asker.language, asker.now, ofAccount)
      const { approval } = press
      const { reasons } = plan ? withFeeReason(approval, plan) : approval
      return ok(request, {
        ...said,
        targets: slowerFeeOptions(facts, plan, approval.reasons.length > 0),
        waits: waitsOf(wait, facts.salaries),
        previewHash: shown.sha256.toString('hex'),
        needsCode: reasons.length > 0,
        reasons,
        waitsFor: waitsFor === null ? null : await findTransaction(db, companyId, waitsFor),
        untracked: await transactionsOf(db, companyId, all.ahead),
      })
    },
  )

  app.post(
    '/companies/payrolls/:id/run-payment',
    {
      preValidation: requireSession,
      schema: {
        tags: ['payments'],
        params: idParams,
        body: runPaymentBody,
        response: { 200: success(paymentAnswer) },
      },
    },
    async (request, reply) => {
      const { companyId, userId } = sessionOf(request)
      const { id: payrollId } = request.params
      const payroll = await findUndeletedPayroll(db, companyId, payrollId, false)
      if (!payroll) throw new Refusal('NOT_FOUND')
      // A press that comes again under its key is the same press.
      if (!(await wasHandledBefore(db, request, companyId))) {
        await take(deps, limits.runPayment, payrollId)
      }
      const asked = {
        companyId,
        userId,
        payrollId,
        network: config.network,
        feeCeilings: config.feeCeilings,
        sandbox: config.sandbox,
        language: language(request),
        ip: request.ip,
        now: clock.now(),
        macKey,
        config,
        log: deps.log,
        smsConfigured,
        ...request.body,
      }
      const answer = async (paymentId: string) => {
        failpoint('plan-committed')
        const payment = await carriedOut(deps, companyId, paymentId)
        const sent = payment.state === 'unconfirmed' || payment.state === 'confirmed'
        const awaits = payment.transactions.some(({ waitingFor }) => waitingFor === 'approval')
        const text = sent ? 'payrollPaid' : awaits ? 'paymentAwaitsApproval' : undefined
        return ok(request, { payment }, text)
      }
      const turn: Turn = (work) => turns(`${companyId} ${payrollId}`, work)
      return planRun(db, asked, (plan) =>
        onceThen(db, request, reply, { companyId, turn }, plan, answer),
      )
    },
  )

  app.post(
    '/companies/payrolls/:id/close-payment',
    {
      preValidation: requireSession,
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
        const payroll = await findUndeletedPayroll(trx, companyId, id, true)
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
}
