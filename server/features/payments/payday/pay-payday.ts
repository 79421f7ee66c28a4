import { setImmediate as nextTurn } from 'node:timers/promises'
import { sql } from 'kysely'
import type { OccurrenceReason } from '#contract/calendar.ts'
import type { ErrorCode } from '#contract/errors.ts'
import { isBelowPaydayCeiling } from '#domain/payday-ceiling.ts'
import { readTrueApprovals } from '#server/authorization/approval-rows.ts'
import type { NotifyDeps } from '#server/features/notifications/index.ts'
import {
  type Db,
  findViolatedConstraint,
  inTransaction,
  type Trx,
} from '#server/platform/db/database.ts'
import { Refusal } from '#server/platform/http/refusal.ts'
import { failpoint } from '#server/platform/observe/failpoint.ts'
import type { Deps } from '#server/startup/deps.ts'
import { inBitcoin } from '../run/payee.ts'
import { findUncoveredReasonOfPress, type PressRead, readPressOf } from '../run/press.ts'
import { readFacts } from '../run/read-facts.ts'
import { findWaitProblem, runWaitOf } from '../run/reset-wait.ts'
import { executeRun, type RunInput } from '../run/run.ts'
import { type ApprovedPayday, readApprovedPayday, whyUnapproved } from './approved-payday.ts'
import { isChangedByCompany } from './company-changes.ts'

/** A due payday that pays itself. */
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

/** Why one attempt did not pay a payday. */
class NotPaid extends Error {
  readonly reason: OccurrenceReason
  constructor(reason: OccurrenceReason) {
    super(reason)
    this.reason = reason
  }
}

/** The wait before planning again, after a plan that the signer did not sign in time. */
const againAfterMs = 600_000

/**
 * Pays a payday as it was prepared and approved, all of it or nothing. Returns why not; null: it is
 * paid, or over. `isDue` is checked under the locks under which the payday is planned. Nobody
 * presses, so the order has no MAC: the signer relies on the approvals alone.
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
    if (findViolatedConstraint(cause) === 'sheets_one_open') return 'IN_PROGRESS'
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
  const input = { only: null, periodKey, extra: false, readSheet: null, now }
  const settings = { macKey: deps.macKey, ...deps.config }
  const all = await readFacts(trx, companyId, payrollId, settings, true, input)
  if (!all || !(await isDue(trx))) return
  if (all.frozen) throw new NotPaid('FROZEN')
  const ids = { companyId, occurrenceId: payday.id }
  const approved = await readApprovedPayday(trx, deps.macKey, ids, now, null)
  if (!approved) throw new NotPaid(await whyUnapproved(trx, { ...ids, ...settings, now }, all))
  await refuseSecondOrder(trx, approved, now)
  if (all.rest) throw new NotPaid('IN_PROGRESS')
  if (await isChangedByCompany(trx, deps.macKey, approved, all)) throw new NotPaid('SHEET_CHANGED')
  const press = await pressOf(trx, deps, payday, approved, now)
  const readPress = await readPressOf(trx, press, all, approved)
  // Reading ten thousand people took a while: let other work run.
  await nextTurn()
  const reason = reasonOf(readPress, approved, press.userId)
  if (reason) throw new NotPaid(reason)
  await refuseAfterReset(trx, press, approved)
  await executeRun(trx, { ...press, orderKey: null }, readPress)
}

/**
 * Refuses a second order under one approval. A person decides after a cancellation or a refusal by
 * the signer. An order that nobody signed in its hour is planned again.
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

/** The press of a payday that pays itself, in the name of the person who prepared it, if anybody. */
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
    readSheet: null,
    after: '',
    note: '',
    previewHash: '',
    only: null,
    extra: false,
    leave: [],
    held: {},
    include: [],
    targetBlocks: 3,
  }
}

/**
 * Refuses new addresses where an approver's password was reset lately by mail alone: the mailbox
 * may be a thief's.
 */
async function refuseAfterReset(
  trx: Trx,
  press: RunInput,
  { changeOrderId, lines }: ApprovedPayday,
): Promise<void> {
  const people = inBitcoin(lines)
  const approvals = await readTrueApprovals(trx, press.macKey, [changeOrderId])
  for (const userId of new Set(approvals.map((one) => one.user_id))) {
    if (findWaitProblem(await runWaitOf(trx, { ...press, userId }, people))) {
      throw new NotPaid('NOT_APPROVED')
    }
  }
}

/** Maps the refusals of a press to the reasons that the calendar shows. */
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
  // Nobody has confirmed that a second payment so soon is on purpose.
  ALREADY_PAID: 'NOT_APPROVED',
  PERIOD_UNCERTAIN: 'UNCERTAIN',
  EMAIL_NOT_VERIFIED: 'NOT_APPROVED',
  WAITS_AFTER_RESET: 'NOT_APPROVED',
  // Some people were paid meanwhile, or a share fell below dust: the sheet is another one now.
  PERIOD_PAID: 'SHEET_CHANGED',
  PERIOD_CLAIMED: 'SHEET_CHANGED',
  PAYROLL_HAS_NO_EMPLOYEES: 'SHEET_CHANGED',
  DUST_SALARY: 'SHEET_CHANGED',
}

function reasonOf(
  pressRead: PressRead,
  payday: ApprovedPayday,
  userId: string | null,
): OccurrenceReason | null {
  const [problem] = pressRead.problems
  if (!problem) return findUncoveredReasonOfPress(pressRead, userId)
  const reason = reasons[problem.code] ?? 'STOPPED'
  // A larger deposit would not help a run that is above its ceiling.
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
