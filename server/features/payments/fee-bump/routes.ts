import { approvalOptions } from '#contract/approvals.ts'
import {
  bumpBody,
  bumpOffer,
  bumpQuery,
  cancelOffer,
  feeProofBody,
  transactionAnswer,
} from '#contract/fee-bumps.ts'
import { idParams, success } from '#contract/http.ts'
import { btcText } from '#domain/money.ts'
import { refuseIfFrozen } from '#server/authorization/frozen.ts'
import { actorOf, requireRole, requireSession, sessionOf } from '#server/features/auth/index.ts'
import { readPaidDollars } from '#server/features/dollar-lines/index.ts'
import { paymentsAreStopped } from '#server/features/invariants/index.ts'
import { type Db, isUuid, type Trx } from '#server/platform/db/database.ts'
import { type App, ok } from '#server/platform/http/http.ts'
import { onceThen, wasHandledBefore } from '#server/platform/http/idempotency.ts'
import { Refusal } from '#server/platform/http/refusal.ts'
import { record } from '#server/platform/observe/audit.ts'
import { failpoint } from '#server/platform/observe/failpoint.ts'
import type { Deps } from '#server/startup/deps.ts'
import { answerDoneBump, answerDoneCancellation } from './already-done.ts'
import { feeOf, insertBump, planBump } from './bump.ts'
import { cancelCost, offer, toWantedRate } from './bump-options.ts'
import { type Cancellation, insertCancellation, planCancellation } from './cancel.ts'
import { answerFeeOptions, type DearFees, needsKey, tryFeeProof } from './fee-by-key.ts'
import { spendProof, toConfirmer } from './fee-confirmation.ts'
import { readFeeRates, withNode } from './fee-rates.ts'
import { askNode } from './node-view.ts'
import { refuseOthersOrder } from './refuse-others-order.ts'
import { readStuck, type Stuck } from './stuck.ts'
import { rootIds } from './versions.ts'
import type { Bump } from './wanted-rate.ts'

async function readKnown({ db, config }: Deps, companyId: string, id: string): Promise<Stuck> {
  if (!isUuid(id)) throw new Refusal('NOT_FOUND')
  return readStuck(db, companyId, id, config.feeCeilings)
}

/** Routes that bump stuck transactions and cancel unconfirmed ones. */
export async function bumpRoutes(app: App, deps: Deps): Promise<void> {
  const { db, config, clock, macKey } = deps

  app.get(
    '/transactions/:id/bump',
    {
      preValidation: requireSession,
      schema: {
        tags: ['payments'],
        params: idParams,
        querystring: bumpQuery,
        response: { 200: success(bumpOffer) },
      },
    },
    async (request) => {
      const { companyId } = sessionOf(request)
      const stuck = await readKnown(deps, companyId, request.params.id)
      return ok(request, {
        ...(await offer(deps, stuck, request.query.feeRate)),
        needsKey: await needsKey(db, deps, companyId, { needsCode: true }),
      })
    },
  )

  app.post(
    '/transactions/:id/bump',
    {
      config: { movesMoney: true },
      preValidation: requireRole('ADMIN', 'PAYROLL'),
      schema: {
        tags: ['payments'],
        params: idParams,
        body: bumpBody,
        response: { 200: success(transactionAnswer) },
      },
    },
    async (request, reply) => {
      const { companyId, userId } = sessionOf(request)
      const { id } = request.params
      const at = clock.now()
      // A repeated request gets its stored answer, whatever became of the transaction.
      const planned = (await wasHandledBefore(db, request, companyId))
        ? null
        : await plannedBump(deps, companyId, id, request.body.feeRate)
      const proof = planned?.bump.needsCode
        ? await tryFeeProof(deps, { companyId, userId }, dearFeesOfBump(planned), request.body, at)
        : null
      const work = async (trx: Trx) => {
        if (!planned) throw new Refusal('REQUEST_IN_PROGRESS')
        const { stuck, bump } = planned
        await refuseIfFrozen(trx, macKey, companyId)
        const confirmer = toConfirmer(proof, { userId, at, macKey })
        await insertBump(trx, stuck, bump, config.network, confirmer)
        if (proof) await spendProof(trx, proof, userId, at)
        await record(trx, {
          ...actorOf(request),
          action: 'transaction.bumped',
          subject: stuck.replacements.payrollName,
          detail: {
            transaction: stuck.current.id,
            method: bump.method,
            feeRate: Number(bump.feeRateSatsPerKvb) / 1000,
            cost: btcText(bump.costSats),
          },
        })
        return null
      }
      return onceThen(db, request, reply, { companyId }, work, async () => {
        failpoint('replacement-planned')
        return ok(request, await answerDoneBump(deps, companyId, id), 'transactionBumped')
      })
    },
  )

  app.post(
    '/transactions/:id/bump-options',
    {
      preValidation: requireRole('ADMIN', 'PAYROLL'),
      schema: {
        tags: ['payments'],
        params: idParams,
        body: bumpBody,
        response: { 200: success(approvalOptions) },
      },
    },
    (request, reply) =>
      answerFeeOptions(deps, request, reply, async (companyId) =>
        dearFeesOfBump(await plannedBump(deps, companyId, request.params.id, request.body.feeRate)),
      ),
  )

  app.get(
    '/transactions/:id/cancel',
    {
      preValidation: requireSession,
      schema: {
        tags: ['payments'],
        params: idParams,
        response: { 200: success(cancelOffer) },
      },
    },
    async (request) => {
      const { companyId } = sessionOf(request)
      const planned = await plannedCancellation(deps, companyId, request.params.id)
      const { needsCode, paymentId } = planned
      const dollarsPaid =
        paymentId === null ? null : await readPaidDollars(db, { companyId, paymentId })
      const byKey = await needsKey(db, deps, companyId, planned)
      const cost = await cancelCost(db, planned)
      return ok(request, { cost, needsCode, needsKey: byKey, dollarsPaid })
    },
  )

  app.post(
    '/transactions/:id/cancel-options',
    {
      preValidation: requireRole('ADMIN', 'PAYROLL', 'APPROVER'),
      schema: { tags: ['payments'], params: idParams, response: { 200: success(approvalOptions) } },
    },
    (request, reply) =>
      answerFeeOptions(deps, request, reply, async (companyId) =>
        dearFeesOf(await plannedCancellation(deps, companyId, request.params.id)),
      ),
  )

  app.post(
    '/transactions/:id/cancel',
    {
      config: { movesMoney: true },
      preValidation: requireRole('ADMIN', 'PAYROLL', 'APPROVER'),
      schema: {
        tags: ['payments'],
        params: idParams,
        body: feeProofBody,
        response: { 200: success(transactionAnswer) },
      },
    },
    async (request, reply) => {
      const session = sessionOf(request)
      const { companyId, userId } = session
      const { id } = request.params
      const at = clock.now()
      const cancellation = (await wasHandledBefore(db, request, companyId))
        ? null
        : await plannedCancellation(deps, companyId, id)
      if (cancellation) await refuseOthersOrder(db, session, cancellation)
      const proof = cancellation?.needsCode
        ? await tryFeeProof(deps, { companyId, userId }, dearFeesOf(cancellation), request.body, at)
        : null
      const work = async (trx: Trx) => {
        if (!cancellation) throw new Refusal('REQUEST_IN_PROGRESS')
        const confirmer = toConfirmer(proof, { userId, at, macKey })
        await insertCancellation(trx, cancellation, config.network, confirmer)
        if (proof) await spendProof(trx, proof, userId, at)
        const { paymentId, payrollName: subject } = cancellation
        const dollars =
          paymentId === null ? null : await readPaidDollars(trx, { companyId, paymentId })
        const detail = { transaction: id, ...(dollars && { dollarsPaid: dollars.names }) }
        const act = { action: 'transaction.cancelled', subject, detail } as const
        await record(trx, { ...actorOf(request), ...act })
        return null
      }
      return onceThen(db, request, reply, { companyId }, work, async () => {
        failpoint('replacement-planned')
        const cancelled = await answerDoneCancellation(deps, companyId, id)
        return ok(request, cancelled, 'transactionCancelled')
      })
    },
  )
}

const dearFeesOf = ({ ends, needsCode }: Cancellation): DearFees => ({
  action: 'CANCEL',
  needsCode,
  fees: ends.flatMap(({ replacements, version }) =>
    version ? [{ ...replacements, feeSats: version.feeSats }] : [],
  ),
})

const dearFeesOfBump = ({ stuck, bump }: { stuck: Stuck; bump: Bump }): DearFees => ({
  action: 'FEE',
  needsCode: bump.needsCode,
  fees: [{ ...stuck.replacements, feeSats: feeOf(bump) }],
})

async function plannedBump(
  deps: Deps,
  companyId: string,
  id: string,
  feeRate: number | undefined,
): Promise<{ stuck: Stuck; bump: Bump }> {
  const stuck = await readKnown(deps, companyId, id)
  await refuseIfFrozen(deps.db, deps.macKey, companyId)
  const node = await readFeeRates(deps)
  if (await paymentsAreStopped(deps.db, stuck.replacements.payrollId))
    throw new Refusal('PAYMENTS_STOPPED')
  const wanted =
    feeRate === undefined
      ? { feeRateSatsPerKvb: node.fee_rate_sats_per_kvb, raise: true }
      : toWantedRate(feeRate)
  const bump = await withNode(deps, async (chain) =>
    planBump(chain, stuck, await askNode(chain, stuck), wanted),
  )
  return { stuck, bump }
}

async function isStopped(db: Db, companyId: string, id: string): Promise<boolean> {
  const { payroll_id } = await db
    .selectFrom('transactions')
    .select('payroll_id')
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return paymentsAreStopped(db, payroll_id)
}

async function plannedCancellation(
  deps: Deps,
  companyId: string,
  id: string,
): Promise<Cancellation> {
  const { db, config } = deps
  const isKnown = isUuid(id) && (await rootIds(db, companyId, id)).length > 0
  if (!isKnown) throw new Refusal('NOT_FOUND')
  const planned = withNode(deps, (chain) =>
    planCancellation(db, chain, companyId, id, config.feeCeilings),
  )
  const cancellation = await planned.catch(async (refusal: unknown) => {
    // A refusal by a node that has forgotten blocks proves nothing about the payment.
    if (refusal instanceof Refusal && refusal.cause) await readFeeRates(deps)
    throw refusal
  })
  // A cancellation without a signed version drops rows only: it needs neither node nor money check.
  if (cancellation.ends.some(({ version }) => version)) {
    await readFeeRates(deps)
    if (await isStopped(db, companyId, id)) throw new Refusal('PAYMENTS_STOPPED')
  }
  return cancellation
}
