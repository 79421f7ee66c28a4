import type { HeldChoices } from '#contract/held-choices.ts'
import type { Include, IncludedLine } from '#contract/include.ts'
import type { Language } from '#contract/languages.ts'
import type { Payment } from '#contract/payments.ts'
import type { Network } from '#domain/address.ts'
import type { Difference, RunTerms } from '#domain/approval-code-reasons.ts'
import type { TargetBlocks } from '#domain/fee-targets.ts'
import { type Quorum, readQuorum } from '#server/features/quorum/index.ts'
import type { Db } from '#server/platform/db/database.ts'
import { faultText } from '#server/platform/http/language.ts'
import { Refusal } from '#server/platform/http/refusal.ts'
import type { Deps } from '#server/startup/deps.ts'
import { approvalOfRun, type RunApproval, readTerms } from '../approval/index.ts'
import {
  type DecidedHeld,
  decideHeld,
  everybodyHeld,
  type HeldPerson,
  type Previous,
  readHeldPeople,
} from '../changes/held-people.ts'
import {
  changesOfRun,
  comparePeople,
  listKnownIds,
  type RunChanges,
  readUsualPay,
  withoutSalaries,
} from '../changes/index.ts'
import { isSecondRun } from './check-and-plan.ts'
import { requireChosen } from './chosen-people.ts'
import { decideElsewhere, type PaidElsewhere } from './elsewhere.ts'
import { leaveOut } from './left-out.ts'
import { inBitcoin, type Payee } from './payee.ts'
import { readLastBonusOf } from './payroll-last-payment.ts'
import type { Facts } from './read-facts.ts'
import { type RunWait, runWaitOf } from './reset-wait.ts'

type Press = {
  leave: readonly string[]
  held: HeldChoices
  include: Include
  targetBlocks: TargetBlocks
}

type RequestActor = Pick<Deps, 'macKey' | 'smsConfigured'> & {
  network: Network
  companyId: string
  userId: string | null
  payrollId: string
  now: Date
  sandbox: boolean
  language: Language
}

/**
 * The people whom a press pays, those left out, and the codes it needs. Preview and payment both
 * use it.
 */
export type RunRequest = {
  /** The facts without the people who are left out, at the rate of the target. */
  facts: Facts
  leftOut: Payment['leftOut']
  /** The terms of everybody, as a preview shows them. */
  terms: RunTerms
  changes: RunChanges
  /** How the paid people differ from the last run, at the address that is paid. */
  differences: readonly Difference[]
  /**
   * Everybody at a held address or account; `decided` has the choices about those who are not left out anyway.
   */
  held: HeldPerson[]
  decided: DecidedHeld
  /** People who are left out by name, or because another payroll has paid them. */
  left: ReadonlySet<string>
  /** Everybody paid elsewhere, and the choice to pay some of them here too. */
  elsewhere: PaidElsewhere[]
  included: readonly IncludedLine[]
  approval: RunApproval
  quorum: Quorum
  wait: RunWait
}

/** The terms of a run of these people alone. */
function termsOf(
  terms: RunTerms,
  salaries: readonly Payee[],
  previous: DecidedHeld['previous'],
): RunTerms {
  const ids = new Set(salaries.map(({ employeeId }) => employeeId))
  const all = terms.differences.map((one) => {
    const at = previous.get(one.employeeId)
    return {
      ...one,
      isMoved: one.isMoved && !at?.address,
      isAccountMoved: one.isAccountMoved && !at?.account,
    }
  })
  const differences = all.filter(({ employeeId }) => ids.has(employeeId))
  const totalUsdCents = salaries.reduce((total, { usdCents }) => total + usdCents, 0n)
  return { ...terms, people: salaries.length, totalUsdCents, differences }
}

/** Requires the code of a second channel for people at a new address after a password reset. */
function withResetCode(approval: RunApproval, { rule, newPeople }: RunWait): RunApproval {
  const addressesNeedCode = approval.reasons.some(({ code }) => code === 'CHANGED_ADDRESS')
  if (rule !== 'code' || newPeople.length === 0 || addressesNeedCode) return approval
  const reason = { code: 'CHANGED_ADDRESS', people: newPeople.length } as const
  return { ...approval, reasons: [...approval.reasons, reason] }
}

export async function readRunRequest(
  db: Db,
  actor: RequestActor,
  all: Facts,
  { leave, held: heldChoices, include, targetBlocks }: Press,
  options: { lock: boolean },
): Promise<RunRequest> {
  requirePeriod(all, actor.language)
  const found = { people: all.found, reopens: all.rest !== null }
  requireChosen(all.only, found, actor.language)
  const { companyId, payrollId, macKey } = actor
  const owner = { companyId, payrollId, macKey }
  const everything = await comparePeople(db, owner, all.salaries)
  const comparison = all.special ? withoutSalaries(everything, all.salaries) : everything
  const usual = await readUsualPay(db, all, everything, actor.now)
  const terms = await readTerms(db, actor, all, comparison, usual, options)
  const isPart =
    all.only !== null || all.rest !== null || all.paidBefore.length > 0 || !!all.special
  const { salaryGuardPercent } = terms
  const compared = { isPart, salaryGuardPercent, comparison }
  const changes = await changesOfRun(db, owner, all.salaries, compared)
  const keepsLines = all.rest !== null
  const held = await readHeldPeople(db, actor, all.salaries, { keepsLines })
  requireOfRun(all, heldChoices, actor.language)
  const elsewhere = decideElsewhere(all, include, actor.language)
  const left = new Set([...leave.map((id) => id.toLowerCase()), ...elsewhere.left.keys()])
  const decided = decideHeld(held, heldChoices, left)
  const waits = Object.entries(decided.choices).flatMap(([id, choice]) =>
    choice === 'leave' ? [id] : [],
  )
  const { facts: ofOthers, leftOut } = leaveOut(
    withPrevious(all, decided),
    [...new Set([...left, ...waits])],
    actor.language,
  )
  const last = ofOthers.special
    ? await readLastBonusOf(
        db,
        companyId,
        ofOthers.special,
        listKnownIds(everything, ofOthers.salaries),
      )
    : ofOthers.last
  const facts = { ...ofOthers, last }
  const waitOfAll = await runWaitOf(db, actor, inBitcoin([...facts.salaries, ...leftOut]))
  const paid = new Set(facts.salaries.map(({ employeeId }) => employeeId))
  const waiting = new Set(waitOfAll.newPeople)
  const isHeld = new Set(held.map(({ payee }) => payee.employeeId))
  const lastRun = terms.lastRun && { ...terms.lastRun, isRecent: isSecondRun(facts, actor.now) }
  const termsOfPaid = termsOf({ ...terms, lastRun }, facts.salaries, decided.previous)
  const wait = { ...waitOfAll, newPeople: waitOfAll.newPeople.filter((id) => paid.has(id)) }
  return {
    facts: { ...facts, feeRateSatsPerKvb: facts.feeRates[targetBlocks] },
    leftOut: leftOut.map(({ employeeId, firstName, lastName }) => ({
      employeeId,
      name: `${firstName} ${lastName}`,
      ...(elsewhere.left.get(employeeId) ?? {
        reason: isHeld.has(employeeId)
          ? 'HELD_ADDRESS'
          : waiting.has(employeeId)
            ? 'WAITS_AFTER_RESET'
            : 'ASKED',
      }),
    })),
    terms,
    changes,
    differences: termsOfPaid.differences,
    held,
    decided,
    left,
    elsewhere: elsewhere.people,
    included: elsewhere.included,
    quorum: await readQuorum(db, actor.macKey, actor.companyId, actor.now),
    approval: withResetCode(approvalOfRun(termsOfPaid), wait),
    wait,
  }
}

/** A person at the previous address and account, where the present ones are held. */
const atPrevious = (payee: Payee, { address, account }: Previous): Payee => ({
  ...payee,
  ...(address && { address: address.address, script: address.script }),
  ...(account && { bank: account.bank, bankAccount: account.account }),
})

/** Puts the previous address and account into the facts of people whom the order pays there. */
function withPrevious(facts: Facts, { previous }: DecidedHeld): Facts {
  if (previous.size === 0) return facts
  const salaries = facts.salaries.map((one) => {
    const at = previous.get(one.employeeId)
    return at ? atPrevious(one, at) : one
  })
  return { ...facts, salaries }
}

/** Answers 400 for a period that the payroll does not have. */
function requirePeriod({ periodRefusal }: Facts, language: Language): void {
  if (periodRefusal !== 'UNKNOWN_PERIOD') return
  const message = faultText('invalid', language)
  throw new Refusal('VALIDATION', { faults: [{ path: 'periodKey', message }] })
}

/** Answers 400 for a choice about a person who is not in the run. */
function requireOfRun({ salaries }: Facts, choices: HeldChoices, language: Language): void {
  const ids = new Set(salaries.map(({ employeeId }) => employeeId))
  const isKnown = (id: string) => id === everybodyHeld || ids.has(id.toLowerCase())
  if (Object.keys(choices).every(isKnown)) return
  const message = faultText('heldNotInRun', language)
  throw new Refusal('VALIDATION', { faults: [{ path: 'held', message }] })
}
