import type { Language } from '#contract/languages.ts'
import type { Payment } from '#contract/payments.ts'
import type { RunTerms } from '#domain/approval-code-reasons.ts'
import type { TargetBlocks } from '#domain/fee-targets.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { Deps } from '#server/startup/deps.ts'
import { type Approval, approvalOfRun, readTerms } from '../approval/index.ts'
import { leaveOut } from './left-out.ts'
import type { Payee } from './payee.ts'
import type { Facts } from './read-facts.ts'
import { type RunWait, runWaitOf } from './reset-wait.ts'

type RequestActor = Pick<Deps, 'macKey' | 'smsConfigured'> & {
  companyId: string
  userId: string
  payrollId: string
  now: Date
  sandbox: boolean
  language: Language
}

/**
 * The people paid by a press, those left out, and the codes it asks for. Preview and payment both
 * read it here.
 */
export type RunRequest = {
  /** Without the people who are left out, at the rate of the target. */
  facts: Facts
  leftOut: Payment['leftOut']
  /** The terms of everybody, as a preview shows them. */
  terms: RunTerms
  approval: Approval
  wait: RunWait
}

/** The terms of a run that pays these people alone. */
function termsOf(terms: RunTerms, salaries: readonly Payee[]): RunTerms {
  const ids = new Set(salaries.map(({ employeeId }) => employeeId))
  const all = terms.differences
  const differences = all.filter(({ employeeId }) => ids.has(employeeId))
  const totalUsdCents = salaries.reduce((total, { usdCents }) => total + usdCents, 0n)
  return { ...terms, people: salaries.length, totalUsdCents, differences }
}

/** After a password reset people at a new address need the code of another channel. */
function withResetCode(approval: Approval, { rule, newPeople }: RunWait): Approval {
  const isAsked = approval.reasons.some(({ code }) => code === 'CHANGED_ADDRESS')
  if (rule !== 'code' || newPeople.length === 0 || isAsked) return approval
  const reason = { code: 'CHANGED_ADDRESS', people: newPeople.length } as const
  return { ...approval, reasons: [...approval.reasons, reason] }
}

export async function readRunRequest(
  db: Db,
  actor: RequestActor,
  all: Facts,
  { leave, targetBlocks }: { leave: readonly string[]; targetBlocks: TargetBlocks },
  options: { lock: boolean },
): Promise<RunRequest> {
  const { facts, leftOut } = leaveOut(all, leave, actor.language)
  const terms = await readTerms(db, actor, all, options)
  const waitOfAll = await runWaitOf(db, actor, all.salaries)
  const paid = new Set(facts.salaries.map(({ employeeId }) => employeeId))
  const waiting = new Set(waitOfAll.newPeople)
  const wait = { ...waitOfAll, newPeople: waitOfAll.newPeople.filter((id) => paid.has(id)) }
  return {
    facts: { ...facts, feeRateSatsPerKvb: facts.feeRates[targetBlocks] },
    leftOut: leftOut.map(({ employeeId, firstName, lastName }) => ({
      employeeId,
      name: `${firstName} ${lastName}`,
      reason: waiting.has(employeeId) ? 'WAITS_AFTER_RESET' : 'ASKED',
    })),
    terms,
    approval: withResetCode(approvalOfRun(termsOf(terms, facts.salaries)), wait),
    wait,
  }
}
