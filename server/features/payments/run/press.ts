import type { KeyObject } from 'node:crypto'
import type { HeldChoices } from '#contract/held-choices.ts'
import type { Include } from '#contract/include.ts'
import type { Language } from '#contract/languages.ts'
import type { Network } from '#domain/address.ts'
import type { FeeCeilings } from '#domain/fee-ceilings.ts'
import type { TargetBlocks } from '#domain/fee-targets.ts'
import type { PaymentPlan } from '#domain/payment-plan.ts'
import type { Db, Trx } from '#server/platform/db/database.ts'
import { feeCeilingOf } from '../approval/index.ts'
import { sayHeld } from '../changes/held-wire.ts'
import {
  type ApprovedPayday,
  findApprovedPayday,
  findUncoveredReason,
} from '../payday/approved-payday.ts'
import { withSheet } from '../payday/with-sheet.ts'
import { refusalsOfAccount } from './account-refusals.ts'
import { decide, type Problem } from './check-and-plan.ts'
import type { Facts } from './read-facts.ts'
import { type RunRequest, readRunRequest } from './read-request.ts'
import { problemsOfApproval, requirementOfRun } from './requirement.ts'
import { toShownPreview } from './shown-preview.ts'

type Input = {
  companyId: string
  /** Null: nobody presses, an approved payday pays itself. */
  userId: string | null
  payrollId: string
  network: Network
  feeCeilings: FeeCeilings
  sandbox: boolean
  language: Language
  macKey: KeyObject
  smsConfigured: boolean
  now: Date
  after: string
  previewHash: string
  leave: readonly string[]
  held: HeldChoices
  include: Include
  targetBlocks: TargetBlocks
}

/** The people of a press, the plan that pays them, and everything that refuses it. */
export type PressRead = {
  press: RunRequest
  plan: PaymentPlan | null
  problems: Problem[]
  /** The most that the run may take in fees; 0: nothing is planned. */
  feeCeilingSats: bigint
  /** The approved payday that is paid as prepared; null: people are paid as they are now. */
  payday: ApprovedPayday | null
}

/** Reads a press under the locks of its SQL transaction. */
export const readPress = async (trx: Trx, input: Input, all: Facts): Promise<PressRead> =>
  (await readApprovedPress(trx, input, all)) ?? readPressOf(trx, input, all, null)

/**
 * Reads a press that an approved payday covers, so that it needs no further approval; null: not
 * covered.
 */
export async function readApprovedPress(
  db: Db,
  request: Input,
  all: Facts,
): Promise<PressRead | null> {
  const payday = await findApprovedPayday(db, request, all)
  const pressRead = payday && (await readPressOf(db, request, all, payday))
  return pressRead && findUncoveredReasonOfPress(pressRead, request.userId) === null
    ? pressRead
    : null
}

/** Why the approvals of its payday do not cover a press by this person, or null. */
export function findUncoveredReasonOfPress(
  { press, plan, feeCeilingSats, payday }: PressRead,
  userId: string | null,
): ReturnType<typeof findUncoveredReason> {
  const requirement = requirementOfRun(press, userId, plan)
  return payday && findUncoveredReason(payday, { plan, feeCeilingSats, requirement })
}

export async function readPressOf(
  db: Db,
  input: Input,
  all: Facts,
  payday: ApprovedPayday | null,
): Promise<PressRead> {
  const people = payday ? withSheet(all, payday) : all
  const choices = payday ? { leave: [], held: {}, include: 'all' as const } : input
  const { targetBlocks, after, now } = input
  const press = await readRunRequest(
    db,
    input,
    people,
    { ...choices, targetBlocks },
    { lock: db.isTransaction },
  )
  const previewChanged = press.decided.isOutdated || isOutdated(input, people, press)
  const held = await sayHeld(db, input, press.decided.undecided)
  const ofAccount = await refusalsOfAccount(db, input, press.wait)
  const ofApproval = (plan: PaymentPlan | null) =>
    payday || input.userId === null ? [] : problemsOfApproval(press, input.userId, plan)
  const { facts } = press
  const pressRead = { after, previewChanged, ofAccount, ofApproval, held }
  const { plan, problems } = decide(facts, pressRead, now)
  const rate = facts.price?.usdCentsPerBtc
  const feeCeilingSats =
    plan && rate !== undefined ? feeCeilingOf(plan, rate, input.feeCeilings) : 0n
  return { press, plan, problems, feeCeilingSats, payday }
}

/** Whether the press was made on a preview that no longer matches the payroll. */
const isOutdated = ({ previewHash }: Input, all: Facts, press: RunRequest): boolean =>
  previewHash !== '' && toShownPreview(all, press).sha256.toString('hex') !== previewHash
