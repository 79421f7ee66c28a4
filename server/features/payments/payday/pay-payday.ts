import { setImmediate as nextTurn } from 'node:timers/promises'
import { sql } from 'kysely'
import type { OccurrenceReason } from '#contract/calendar.ts'
import type { ErrorCode } from '#contract/errors.ts'
import { isBelowPaydayCeiling } from '#domain/payday-ceiling.ts'
import { readApprovals } from '#server/authorization/approval-mac.ts'
import type { NotifyDeps } from '#server/features/notifications/index.ts'
import {
  type Db,
  inTransaction,
  type Trx,
  violatedConstraint,
} from '#server/platform/db/database.ts'
import { Refusal } from '#server/platform/http/refusal.ts'
import { failpoint } from '#server/platform/observe/failpoint.ts'
import type { Deps } from '#server/startup/deps.ts'
import { inBitcoin } from '../run/payee.ts'
import { type PressRead, readPressOf, uncoveredPress } from '../run/press.ts'
import { readFacts } from '../run/read-facts.ts'
import { findWaitProblem, runWaitOf } from '../run/reset-wait.ts'
import { executeRun, type RunInput } from '../run/run.ts'
import { type ApprovedPayday, readApprovedPayday, whyUnapproved } from './approved-payday.ts'
import { isChangedByCompany } from './company-changes.ts'

/** A payday that is due and is to be paid by itself. */
export type DuePayday = {
  id: string
  companyId: string
  payrollId: string
  periodKey: string
}

export type PayPaydayDeps = NotifyDeps &
  Pick<Deps, 'clock' | 'smsConfigured'> & {
    config: Pick<Deps['config'], 'network' | 'feeCeilings' | 'publicUrl'>
    /** People are paid play money. */
    isSandbox: boolean
  }

/** Why a payday was not paid at a try. */
class NotPaid extends Error {
  readonly reason: OccurrenceReason
  constructor(reason: OccurrenceReason) {
    super(reason)
    this.reason = reason
  }
}

/** After a plan that nobody could sign so long passes until the next one. */
const againAfterMs = 600_000

/**
 * Pays a payday as it was prepared and approved, all of it or nothing, and answers why not; null: it is paid,
 * or over. `isDue` is asked under the locks under which it is planned. Nobody pressed, and the order has
 * no MAC: the signer believes nothing but the approvals.
 */
export async function payPayday(
  db: Db,
  deps: PayPaydayDeps,
  payday: DuePayday,
  isDue: (trx: Trx) => Promise<boolean>,
): Promise<OccurrenceReason | null> {
  try {
    await inTransaction(db, (trx) => payLocked(trx, deps, payday, isDue))
    failpoint('payday-planned')
    return null
  } catch (cause) {
    if (cause instanceof NotPaid) return cause.reason
    if (violatedConstraint(cause) === 'payments_one_open') return 'IN_PROGRESS'
    if (cause instanceof Refusal) return reasons[cause.code] ?? 'STOPPED'
    throw cause
  }
}

async function payLocked(
  trx: Trx,
  deps: PayPaydayDeps,
  payday: DuePayday,
  isDue: (trx: Trx) => Promise<boolean>,
): Promise<void> {
  const { companyId, payrollId, periodKey } = payday
  const now = deps.clock.now()
  const input = { only: null, periodKey, extra: false, special: null, now }
  const settings = { macKey: deps.macKey, ...deps.config }
  const all = await readFacts(trx, companyId, payrollId, settings, true, input)
  if (!all || !(await isDue(trx))) return
  if (all.frozen) throw new NotPaid('FROZEN')
  const ids = { companyId, occurrenceId: payday.id }
  const approved = await readApprovedPayday(trx, deps.macKey, ids, now)
  if (!approved) throw new NotPaid(await whyUnapproved(trx, { ...ids, ...settings, now }, all))
  await refuseSecondOrder(trx, approved, now)
  if (all.rest) throw new NotPaid('IN_PROGRESS')
  if (await isChangedByCompany(trx, approved, all)) throw new NotPaid('SHEET_CHANGED')
  const press = await pressOf(trx, deps, payday, approved, now)
  const readPress = await readPressOf(trx, press, all, approved)
  // Ten thousand people took their time.
  await nextTurn()
  const reason = reasonOf(readPress, approved, press.userId)
  if (reason) throw new NotPaid(reason)
  await refuseAfterReset(trx, press, approved)
  await executeRun(trx, { ...press, orderKey: null }, readPress)
}

/**
 * One order is signed by one approval. Where somebody cancelled it, or the signer refused it, a person
 * decides; one that nobody could sign in its hour is planned again.
 */
async function refuseSecondOrder(trx: Trx, payday: ApprovedPayday, now: Date): Promise<void> {
  const { rows } = await sql<{ begun: boolean; refused: boolean; at: Date }>`
    SELECT bool_or(t.signed_at IS NOT NULL OR t.state = 'rejected') AS begun,
      bool_or(t.failure = 'SIGNER_REFUSED') AS refused, max(o.requested_at) AS at
    FROM orders o JOIN transactions t ON t.order_id = o.id
    WHERE o.company_id = ${payday.companyId} AND o.change_order_id = ${payday.changeOrderId}
    HAVING count(*) > 0`.execute(trx)
  const [before] = rows
  if (!before) return
  if (before.begun) throw new NotPaid('NOT_APPROVED')
  if (before.refused) throw new NotPaid('STOPPED')
  if (now.getTime() - before.at.getTime() < againAfterMs) throw new NotPaid('NODE')
}

/** The press that nobody makes, in the name of the person who asked for the approval. */
async function pressOf(
  trx: Trx,
  deps: PayPaydayDeps,
  { companyId, payrollId, periodKey }: DuePayday,
  { changeOrderId }: ApprovedPayday,
  now: Date,
): Promise<RunInput> {
  const { asked_by: userId } = await trx
    .selectFrom('change_orders')
    .select('asked_by')
    .where('company_id', '=', companyId)
    .where('id', '=', changeOrderId)
    .executeTakeFirstOrThrow()
  const { macKey, config, log, smsConfigured, isSandbox: sandbox } = deps
  return {
    companyId,
    userId,
    payrollId,
    periodKey,
    now,
    sandbox,
    macKey,
    config,
    log,
    smsConfigured,
    network: config.network,
    feeCeilings: config.feeCeilings,
    language: 'es',
    ip: null,
    special: null,
    after: '',
    note: '',
    previewHash: '',
    only: null,
    extra: false,
    leave: [],
    held: {},
    targetBlocks: 3,
  }
}

/** Somebody whose password was reset lately, by a mailbox alone, has not approved money to new addresses. */
async function refuseAfterReset(
  trx: Trx,
  press: RunInput,
  { changeOrderId, lines }: ApprovedPayday,
): Promise<void> {
  const people = inBitcoin(lines)
  const approvals = await readApprovals(trx, [changeOrderId])
  for (const userId of new Set(approvals.map((one) => one.user_id))) {
    if (findWaitProblem(await runWaitOf(trx, { ...press, userId }, people))) {
      throw new NotPaid('NOT_APPROVED')
    }
  }
}

/** Calendar's reasons for the refusals of a press. */
const reasons: Partial<Record<ErrorCode, OccurrenceReason>> = {
  COMPANY_FROZEN: 'FROZEN',
  PAYMENT_IN_PROGRESS: 'IN_PROGRESS',
  PRICE_UNAVAILABLE: 'PRICE',
  NODE_UNAVAILABLE: 'NODE',
  PAYMENTS_STOPPED: 'STOPPED',
  WALLET_AHEAD_OF_RECORDS: 'STOPPED',
  HELD_ADDRESSES: 'HELD_ADDRESSES',
  INSUFFICIENT_FUNDS: 'FUNDS',
  FEE_TOO_HIGH: 'ABOVE_CEILING',
  // Nobody has said yet that it is meant besides the payment of a moment ago.
  ALREADY_PAID: 'NOT_APPROVED',
  EMAIL_NOT_VERIFIED: 'NOT_APPROVED',
  WAITS_AFTER_RESET: 'NOT_APPROVED',
  // People were paid meanwhile, or a share of somebody fell below dust: it is another sheet.
  PERIOD_PAID: 'SHEET_CHANGED',
  PAYROLL_HAS_NO_EMPLOYEES: 'SHEET_CHANGED',
  DUST_SALARY: 'SHEET_CHANGED',
}

function reasonOf(
  pressRead: PressRead,
  payday: ApprovedPayday,
  userId: string,
): OccurrenceReason | null {
  const [problem] = pressRead.problems
  if (!problem) return uncoveredPress(pressRead, userId)
  const reason = reasons[problem.code] ?? 'STOPPED'
  // More funds would not help.
  return reason === 'FUNDS' && isAboveCeiling(pressRead, payday) ? 'ABOVE_CEILING' : reason
}

function isAboveCeiling(
  { plan }: PressRead,
  { rateUsdCentsPerBtc: rate, ceilingUsdCents }: ApprovedPayday,
): boolean {
  if (!plan || rate === null) return false
  const run = { linesSats: plan.totalSats, feeCeilingSats: plan.feeSats }
  return !isBelowPaydayCeiling(run, { rateUsdCentsPerBtc: rate, ceilingUsdCents })
}
