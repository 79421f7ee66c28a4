import type { HeldChoices } from '#contract/held-choices.ts'
import type { Include } from '#contract/include.ts'
import type { PaymentPreview } from '#contract/payments.ts'
import type { TargetBlocks } from '#domain/fee-targets.ts'
import type { PaymentPlan } from '#domain/payment-plan.ts'
import { sessionOf } from '#server/features/auth/index.ts'
import { findTransaction } from '#server/features/transactions/index.ts'
import { isUuid } from '#server/platform/db/database.ts'
import { language } from '#server/platform/http/http.ts'
import { Refusal } from '#server/platform/http/refusal.ts'
import type { Deps } from '#server/startup/deps.ts'
import { withFeeReason } from '../approval/index.ts'
import { sayHeld } from '../changes/held-wire.ts'
import { sayUncertain } from '../periods/uncertain-wire.ts'
import { nothingToFund, readStatuses, readToFund } from '../status/read-statuses.ts'
import { transactionsOf } from '../untracked/acknowledge.ts'
import { refusalsOfAccount } from './account-refusals.ts'
import { readDollarsUnknownSince } from './dollars-unknown.ts'
import { elsewhereOnWire } from './elsewhere.ts'
import { readUnpaidPeople } from './last-run.ts'
import { readApprovedPress } from './press.ts'
import { planPreview } from './preview.ts'
import { type FactsInput, readFacts } from './read-facts.ts'
import { type RunRequest, readRunRequest } from './read-request.ts'
import { problemsOfApproval, requirementOfRun } from './requirement.ts'
import { waitsOf } from './reset-wait.ts'
import { findUnacceptedSharing } from './shared-addresses.ts'
import { saveShownPreview, toShownPreview } from './shown-preview.ts'
import { slowerFeeOptions } from './slower-fee-options.ts'

/** The person who looks at a preview of a payroll. */
export const previewContextOf = (
  { config, clock, macKey, smsConfigured }: Deps,
  request: Parameters<typeof sessionOf>[0] & Parameters<typeof language>[0],
  payrollId: string,
) => ({
  ...sessionOf(request),
  payrollId,
  now: clock.now(),
  sandbox: config.sandbox,
  macKey,
  network: config.network,
  smsConfigured,
  language: language(request),
})

type PreviewInput = Omit<FactsInput, 'now'> & {
  leave: readonly string[]
  held: HeldChoices
  include: Include
  targetBlocks: TargetBlocks
}

const nothing = { needsCode: false, approvalsRequired: 0, reasons: [] }

/** The codes and approvals that a press needs, and why. */
function needsOf(press: RunRequest, userId: string, plan: PaymentPlan | null) {
  const { reasons } = plan ? withFeeReason(press.approval, plan) : press.approval
  const { required, ownCode } = requirementOfRun(press, userId, plan)
  return { needsCode: ownCode, approvalsRequired: required, reasons }
}

/**
 * Answers the outcome of a press now, of salaries or of a special pay; 404 for an unknown payroll
 * or another company's.
 */
export async function answerPreview(
  deps: Deps,
  actor: ReturnType<typeof previewContextOf>,
  input: PreviewInput,
): Promise<PaymentPreview> {
  const { db, config, macKey } = deps
  const { companyId, userId, payrollId: id, now } = actor
  const settings = { ...config, macKey }
  const all = isUuid(id)
    ? await readFacts(db, companyId, id, settings, false, { ...input, now })
    : null
  if (!all) throw new Refusal('NOT_FOUND')
  const pressing = { ...actor, ...input, ...config, after: '', previewHash: '' }
  const approved = await readApprovedPress(db, pressing, all)
  const press = approved?.press ?? (await readRunRequest(db, actor, all, input, { lock: false }))
  const { facts, wait } = press
  const shown = toShownPreview(approved ? press.facts : all, press)
  await saveShownPreview(db, actor, shown)
  const ofAccount = await refusalsOfAccount(db, actor, wait)
  const shownHeld = press.held.filter(({ payee }) => !press.left.has(payee.employeeId))
  const held = await sayHeld(db, actor, shownHeld)
  const undecided = new Set(press.decided.undecided.map(({ payee }) => payee.employeeId))
  const open = held.filter(({ employee }) => undecided.has(employee._id))
  const ofApproval = (plan: PaymentPlan | null) =>
    approved ? [] : problemsOfApproval(press, userId, plan)
  const planned = planPreview(facts, actor.language, now, { ofAccount, ofApproval, held: open })
  const { said, plan, waitsFor } = planned
  const needs = approved ? nothing : needsOf(press, userId, plan)
  const statuses = await readStatuses(db, deps, actor, [id])
  const status = statuses.get(id)
  if (!status) throw new Error('A payroll that was read has a status')
  const needsFunds = !said.enough && status.cryptoAddress !== ''
  return {
    ...said,
    ...status,
    // The status may be about more people than this press, or another speed or price.
    toFund: needsFunds ? await readToFund(db, facts) : nothingToFund,
    targets: slowerFeeOptions(facts, plan, press.approval.reasons.length > 0),
    waits: waitsOf(wait, facts.salaries),
    sharedUnaccepted: await findUnacceptedSharing(db, deps.macKey, companyId, facts.salaries),
    unpaidPeople: await readUnpaidPeople(db, all, now),
    held,
    paidElsewhere: elsewhereOnWire(press.elsewhere),
    previewHash: shown.sha256.toString('hex'),
    ...needs,
    approvedBefore: approved !== null,
    waitsFor: waitsFor === null ? null : await findTransaction(db, companyId, waitsFor),
    untracked: await transactionsOf(db, companyId, all.untracked),
    uncertain: await sayUncertain(db, facts),
    dollarsUnknownSince: (await readDollarsUnknownSince(db, facts))?.toISOString() ?? null,
  }
}
