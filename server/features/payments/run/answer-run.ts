import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Payment } from '#contract/payments.ts'
import type { RunPaymentBody } from '#contract/payrolls.ts'
import { awaitsNoteOfPayment } from '#server/authorization/noted-dollars.ts'
import { sessionOf } from '#server/features/auth/index.ts'
import type { inTurns } from '#server/platform/db/turns.ts'
import { whenUnderWay } from '#server/platform/db/when-under-way.ts'
import { language, ok } from '#server/platform/http/http.ts'
import { onceThen, type Turn, wasHandledBefore } from '#server/platform/http/idempotency.ts'
import { limits, take } from '#server/platform/http/rate-limits.ts'
import { failpoint } from '#server/platform/observe/failpoint.ts'
import type { Deps } from '#server/startup/deps.ts'
import { isInProgress, readPayment } from '../read-payment.ts'
import { planRun } from './run.ts'
import type { SheetReader } from './run-kind.ts'

async function readExecuted(deps: Deps, companyId: string, paymentId: string): Promise<Payment> {
  const { db } = deps
  const isDone = async () =>
    (await isInProgress(db, companyId, paymentId)) && !(await awaitsNoteOfPayment(db, paymentId))
  await whenUnderWay(deps, isDone, paymentId)
  const payment = await readPayment(deps.db, companyId, paymentId)
  if (!payment) throw new Error('A payment that was planned is gone')
  return payment
}

type RunBody = RunPaymentBody & { payrollId: string; readSheet: SheetReader | null }

/**
 * Pays a payroll of the company, or a special pay of it, and answers the payment. The same
 * Idempotency-Key gets the same answer. `turns`: presses of one company queue, since their lock would
 * serialize them anyway.
 */
export async function answerRun(
  deps: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
  turns: ReturnType<typeof inTurns>,
  { payrollId, ...body }: RunBody,
) {
  const { db, config, clock, macKey, smsConfigured } = deps
  const { companyId, userId } = sessionOf(request)
  // A repeated press under the same key takes none of the rate limit.
  if (!(await wasHandledBefore(db, request, companyId))) {
    await take(deps, limits.runPayment, payrollId)
  }
  const input = {
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
    ...body,
  }
  const answer = async (paymentId: string) => {
    failpoint('plan-committed')
    const payment = await readExecuted(deps, companyId, paymentId)
    const sent = payment.state === 'unconfirmed' || payment.state === 'confirmed'
    const { transactions } = payment
    // A run all in dollars has no transaction, and waits for nothing else.
    const awaits =
      transactions.length === 0
        ? !sent
        : transactions.some(({ waitingFor }) => waitingFor === 'approval')
    // Where the signer is slow, as with signatures, nothing is said yet.
    const isDone = sent && !(await awaitsNoteOfPayment(db, paymentId))
    const text = isDone ? 'payrollPaid' : awaits ? 'paymentAwaitsApproval' : undefined
    return ok(request, { payment }, text)
  }
  const turn: Turn = (work) => turns(companyId, work)
  return planRun(db, input, (plan) =>
    onceThen(db, request, reply, { companyId, turn }, plan, answer),
  )
}
