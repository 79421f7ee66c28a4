import type { ErrorCode } from '#contract/errors.ts'
import type { HeldChoices } from '#contract/held-choices.ts'
import type { Include } from '#contract/include.ts'
import type { Language } from '#contract/languages.ts'
import { needsApproval, type Requirement } from '#domain/approval-requirement.ts'
import { occurrenceWindowMs } from '#domain/occurrence-state.ts'
import { paydaySheetOf, sheetSha256InTurns } from '#server/authorization/sheet.ts'
import type { NotifyDeps } from '#server/features/notifications/index.ts'
import { createChangeOrder } from '#server/features/quorum/index.ts'
import type { Trx } from '#server/platform/db/database.ts'
import { Refusal } from '#server/platform/http/refusal.ts'
import { type Actor, record } from '#server/platform/observe/audit.ts'
import type { Deps } from '#server/startup/deps.ts'
import { sayHeld } from '../changes/held-wire.ts'
import { readChangers } from '../changes/index.ts'
import { readPayment } from '../read-payment.ts'
import { refusalsOfAccount } from '../run/account-refusals.ts'
import { isInDollarsAlone, refusalsOf } from '../run/check-and-plan.ts'
import { elsewhereOnWire } from '../run/elsewhere.ts'
import { inBitcoin, sumOfBitcoin, sumOfDollars, toOrderedDollars } from '../run/payee.ts'
import { readFacts } from '../run/read-facts.ts'
import { type RunRequest, readRunRequest } from '../run/read-request.ts'
import { countOthers, problemsOfApproval, requirementOfRun } from '../run/requirement.ts'
import { paydayApproved } from './approved.ts'
import { type Ceiling, paydayCeiling } from './ceiling.ts'
import { endPreparation } from './end-preparations.ts'
import { insertSheet } from './insert-sheet.ts'

/** A payday whose sheet is being stored, with its present mode. */
export type Preparable = {
  id: string
  companyId: string
  payrollId: string
  periodKey: string
  dueAt: Date
  timeZone: string
  mode: 'REMIND' | 'PREPARE' | 'PAY'
}

export type PrepareDeps = NotifyDeps &
  Pick<Deps, 'smsConfigured'> & {
    config: Pick<Deps['config'], 'network' | 'feeCeilings' | 'publicUrl'>
    /** People are paid play money. */
    isSandbox: boolean
  }

type Preparing = {
  payday: Preparable
  /** The person who pressed; without one the calendar prepares it. */
  actor: Actor
  held: HeldChoices
  /** Null: nobody has chosen about people paid elsewhere. */
  include: Include | null
  language: Language
}

/**
 * Problems that a preparation ignores: node, funds and open payments matter only at the hour of
 * payment.
 */
const laterProblems: ReadonlySet<ErrorCode> = new Set([
  'PAYMENT_IN_PROGRESS',
  'ALREADY_PAID',
  'PERIOD_UNCERTAIN',
  'NODE_UNAVAILABLE',
  'PAYMENTS_STOPPED',
  'FEE_TOO_HIGH',
  'INSUFFICIENT_FUNDS',
  'WALLET_AHEAD_OF_RECORDS',
])

/**
 * Stores who is paid how much at which address on a payday, and asks for the approvals of such a
 * payment. The people are those of a press at this moment. An earlier sheet ends together with its
 * approval. Refuses what a press would refuse.
 */
export async function preparePayday(
  trx: Trx,
  deps: PrepareDeps,
  preparing: Preparing,
  now: Date,
): Promise<void> {
  const { payday, actor } = preparing
  if (payday.dueAt.getTime() + occurrenceWindowMs <= now.getTime()) {
    throw new Refusal('OCCURRENCE_IS_OVER')
  }
  const press = await readPress(trx, deps, preparing, now)
  const { facts } = press
  const rate = facts.price?.usdCentsPerBtc ?? null
  const ceiling = paydayCeiling(facts, isInDollarsAlone(facts) ? null : rate)
  await refuse(trx, deps, preparing, press, ceiling, now)
  const { choices } = press.decided
  const { companyId, payrollId, periodKey } = payday
  const sheet = paydaySheetOf({
    pays: { companyId, payrollId, kind: 'REGULAR', periodKey, extra: false },
    lines: inBitcoin(facts.salaries).map(({ employeeId, script, bitcoinUsdCents: usdCents }) => ({
      employeeId,
      script,
      usdCents,
    })),
    dollars: toOrderedDollars(facts.salaries),
    ceilingUsdCents: ceiling.usdCents,
    held: choices,
  })
  const sheetSha256 = await sheetSha256InTurns(sheet)
  await endPreparation(trx, { companyId: payday.companyId, occurrenceId: payday.id }, now)
  const requirement = requirementOf(preparing, press, ceiling)
  const changeOrderId = needsApproval(requirement)
    ? await askForApproval(trx, deps, preparing, { press, ceiling, sheetSha256, requirement }, now)
    : null
  await insertSheet(trx, deps.macKey, {
    payday,
    preparedBy: actor.userId,
    changeOrderId,
    ceiling,
    sheetSha256,
    now,
    salaries: facts.salaries,
    previous: press.decided.previous,
    held: choices,
    included: press.included,
    leftOut: press.leftOut,
  })
  await note(trx, preparing, press)
}

/** Reads the people and the sums of a press at this moment; the payroll stays locked. */
async function readPress(
  trx: Trx,
  { macKey, config, smsConfigured, isSandbox: sandbox }: PrepareDeps,
  { payday, actor, held, include, language }: Preparing,
  now: Date,
): Promise<RunRequest> {
  const { companyId, payrollId, periodKey } = payday
  const input = { only: null, periodKey, extra: false, readSheet: null, now }
  const all = await readFacts(trx, companyId, payrollId, { macKey, ...config }, true, input)
  if (!all) throw new Refusal('NOT_FOUND')
  if (all.rest) {
    const payment = await readPayment(trx, companyId, all.rest.paymentId)
    throw new Refusal('PAYMENT_IN_PROGRESS', { data: { payment } })
  }
  const { userId } = actor
  const ids = { companyId, userId, payrollId, network: config.network }
  const editor = { ...ids, macKey, smsConfigured, now, sandbox, language }
  const choices = { leave: [], held, include: include ?? [], targetBlocks: 3 } as const
  return readRunRequest(trx, editor, all, choices, { lock: false })
}

async function refuse(
  trx: Trx,
  { macKey, isSandbox: sandbox }: PrepareDeps,
  { payday: { companyId }, actor: { userId }, include }: Preparing,
  press: RunRequest,
  { plan }: Ceiling,
  now: Date,
): Promise<void> {
  const ofAccount = await refusalsOfAccount(trx, { macKey, companyId, userId, sandbox }, press.wait)
  const pressRead = {
    after: '',
    previewChanged: false,
    ofAccount,
    // Where nobody pressed, the request for approvals says who is missing.
    ofApproval: () => (userId === null ? [] : problemsOfApproval(press, userId, plan)),
    held: await sayHeld(trx, { companyId, macKey }, press.decided.undecided),
  }
  const problems = refusalsOf(press.facts, plan, pressRead, now)
  const problem = problems.find(({ code }) => !laterProblems.has(code))
  const needsChoice = include === null && press.elsewhere.length > 0
  if (problem ? problem.code === 'PAID_ELSEWHERE' : needsChoice) {
    throw new Refusal('PAID_ELSEWHERE', { data: elsewhereOnWire(press.elsewhere) })
  }
  if (!problem) return
  const { code, params, data } = problem
  throw new Refusal(code, { ...(params && { params }), ...(data && { data }) })
}

/**
 * The approvals that the payday needs. A payday that pays itself is approved in any case: by
 * another person or, where nobody else counts, by the person who asks.
 */
function requirementOf(
  { payday, actor: { userId } }: Preparing,
  press: RunRequest,
  { plan }: Ceiling,
): Requirement {
  const required = requirementOfRun(press, userId, plan)
  if (payday.mode !== 'PAY' || required.required > 0) return required
  const isAlone = countOthers(press.quorum, userId) === 0
  return isAlone ? { required: 0, ownCode: true } : { required: 1, ownCode: false }
}

type Context = {
  press: RunRequest
  ceiling: Ceiling
  sheetSha256: Buffer
  requirement: Requirement
}

async function askForApproval(
  trx: Trx,
  deps: PrepareDeps,
  { payday, actor }: Preparing,
  { press, ceiling, sheetSha256, requirement }: Context,
  now: Date,
): Promise<string> {
  const { salaries, payroll } = press.facts
  const until = new Date(payday.dueAt.getTime() + occurrenceWindowMs)
  const bitcoinUsdCents = sumOfBitcoin(salaries)
  const payload = {
    occurrenceId: payday.id,
    payrollId: payday.payrollId,
    payroll: payroll.name,
    periodKey: payday.periodKey,
    mode: payday.mode === 'PAY' ? ('PAY' as const) : ('PREPARE' as const),
    dueAt: payday.dueAt.toISOString(),
    until: until.toISOString(),
    timeZone: payday.timeZone,
    people: salaries.length,
    usdCents: String(bitcoinUsdCents + sumOfDollars(salaries)),
    bitcoinUsdCents: String(bitcoinUsdCents),
    rateUsdCentsPerBtc: String(ceiling.rateUsdCentsPerBtc ?? 0n),
    ceilingUsdCents: String(ceiling.usdCents),
    sheetSha256: sheetSha256.toString('hex'),
    required: requirement.required,
    changers: await readChangers(
      trx,
      { companyId: payday.companyId, payrollId: payday.payrollId, macKey: deps.macKey },
      salaries.map(({ employeeId }) => employeeId),
    ),
    included: [...press.included],
    changes: press.changes.summary,
  }
  const change = { kind: 'OCCURRENCE' as const, payload }
  const request = { actor, change, loosens: true, ...requirement, expiresAt: until }
  return (await createChangeOrder(trx, deps, request, paydayApproved, now)).id
}

async function note(
  trx: Trx,
  { payday, actor }: Preparing,
  { facts, leftOut }: RunRequest,
): Promise<void> {
  const detail = {
    payroll: payday.payrollId,
    period: payday.periodKey,
    employees: facts.salaries.length,
    ...(leftOut.length > 0 ? { leftOut: leftOut.map(({ name }) => name) } : {}),
  }
  const act = { action: 'payroll.paydayPrepared', subject: facts.payroll.name, detail } as const
  await record(trx, { ...actor, ...act })
}
