import { approvalOptions } from '#contract/approvals.ts'
import { batchFeeOffer, feeProofBody, transactionAnswer } from '#contract/fee-bumps.ts'
import { idParams, success } from '#contract/http.ts'
import { amountAt, btcText } from '#domain/money.ts'
import { refuseIfFrozen } from '#server/authorization/frozen.ts'
import { actorOf, requireRole, requireSession, sessionOf } from '#server/features/auth/index.ts'
import { paymentsAreStopped } from '#server/features/invariants/index.ts'
import { findTransaction } from '#server/features/transactions/index.ts'
import { type App, ok } from '#server/platform/http/http.ts'
import { once, wasHandledBefore } from '#server/platform/http/idempotency.ts'
import { Refusal } from '#server/platform/http/refusal.ts'
import { record } from '#server/platform/observe/audit.ts'
import type { Deps } from '#server/startup/deps.ts'
import { answerFeeOptions, needsKey, tryFeeProof } from '../fee-bump/fee-by-key.ts'
import { spendProof, toConfirmer } from '../fee-bump/fee-confirmation.ts'
import { readFeeRates } from '../fee-bump/fee-rates.ts'
import { type BatchFee, insertBatchFee, planBatchFee, requireWaitingForFee } from './plan.ts'

async function planned(deps: Deps, companyId: string, id: string): Promise<BatchFee> {
  const { db, config, clock } = deps
  await requireWaitingForFee(db, companyId, id)
  await readFeeRates(deps)
  return planBatchFee(db, companyId, id, config.feeCeilings, clock.now())
}

/** Routes that send a later batch although its fee rose above its ceiling. */
export async function batchFeeRoutes(app: App, deps: Deps): Promise<void> {
  const { db, config, clock, macKey } = deps

  app.get(
    '/transactions/:id/fee',
    {
      preValidation: requireSession,
      schema: { tags: ['payments'], params: idParams, response: { 200: success(batchFeeOffer) } },
    },
    async (request) => {
      const { companyId } = sessionOf(request)
      const fee = await planned(deps, companyId, request.params.id)
      const { rateUsdCentsPerBtc: rate, mostSats } = fee.batch
      return ok(request, {
        cost: amountAt(fee.selection.feeSats, rate),
        ceiling: amountAt(mostSats, rate),
        needsCode: fee.needsCode,
        needsKey: await needsKey(db, deps, companyId, fee),
      })
    },
  )

  app.post(
    '/transactions/:id/fee-options',
    {
      preValidation: requireRole('ADMIN', 'PAYROLL'),
      schema: { tags: ['payments'], params: idParams, response: { 200: success(approvalOptions) } },
    },
    (request, reply) =>
      answerFeeOptions(deps, request, reply, (companyId) =>
        planned(deps, companyId, request.params.id),
      ),
  )

  app.post(
    '/transactions/:id/fee',
    {
      config: { movesMoney: true },
      preValidation: requireRole('ADMIN', 'PAYROLL'),
      schema: {
        tags: ['payments'],
        params: idParams,
        body: feeProofBody,
        response: { 200: success(transactionAnswer) },
      },
    },
    async (request, reply) => {
      const { companyId, userId } = sessionOf(request)
      const { id } = request.params
      const at = clock.now()
      const fee = (await wasHandledBefore(db, request, companyId))
        ? null
        : await planned(deps, companyId, id)
      const who = { companyId, userId }
      const proof = fee?.needsCode ? await tryFeeProof(deps, who, fee, request.body, at) : null
      return once(db, request, reply, { companyId }, async (trx) => {
        if (!fee) throw new Refusal('REQUEST_IN_PROGRESS')
        await refuseIfFrozen(trx, macKey, companyId)
        if (await paymentsAreStopped(trx, fee.batch.payrollId)) {
          throw new Refusal('PAYMENTS_STOPPED')
        }
        await insertBatchFee(trx, fee, config, toConfirmer(proof, { userId, at, macKey }), at)
        if (proof) await spendProof(trx, proof, userId, at)
        await record(trx, {
          ...actorOf(request),
          action: 'transaction.feeConfirmed',
          subject: fee.payroll,
          detail: { transaction: id, cost: btcText(fee.selection.feeSats) },
        })
        const transaction = await findTransaction(trx, companyId, id)
        if (!transaction) throw new Error('A batch that was built is gone')
        return ok(request, { transaction }, 'batchFeeConfirmed')
      })
    },
  )
}
