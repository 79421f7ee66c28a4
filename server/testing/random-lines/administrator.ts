import { approve, requireOrderOf } from '#server/features/payments/approval/approve-or-reject.ts'
import { consolidate } from '#server/features/payments/consolidate/consolidate.ts'
import { insertBump, planBump } from '#server/features/payments/fee-bump/bump.ts'
import { insertCancellation, planCancellation } from '#server/features/payments/fee-bump/cancel.ts'
import { askNode } from '#server/features/payments/fee-bump/node-view.ts'
import { readStuck } from '#server/features/payments/fee-bump/stuck.ts'
import { planRun } from '#server/features/payments/run/run.ts'
import { readUnpaidLines } from '#server/features/payments/run/unpaid-lines.ts'
import { acknowledge } from '#server/features/payments/untracked/acknowledge.ts'
import { requestWithdrawal } from '#server/features/withdrawals/withdrawals.ts'
import { inTransaction } from '#server/platform/db/database.ts'
import { Refusal } from '#server/platform/http/refusal.ts'
import { anAddress } from '../engine.ts'
import type { Random } from '../random.ts'
import { rightCode } from '../right-code.ts'
import { findUnacknowledged } from '../untracked-steps.ts'
import type { SteppedProgram } from './program.ts'
import { findUnpaidPeriod, readTaken, type Staff } from './staff.ts'

/** The acts of a person who may pay; each returns `done`, or the code of a refusal. */

async function outcomeOf(work: () => Promise<unknown>): Promise<string> {
  try {
    await work()
    return 'done'
  } catch (error) {
    if (error instanceof Refusal) return error.code
    throw error
  }
}

type Named = { payment?: { _id: string } | null; transaction?: { _id: string } | null }

type Chosen = { leave: string[]; only: string[] | null }

function pressFor(
  { db, settings, network }: SteppedProgram,
  staff: Staff,
  { leave, only }: Chosen,
  after: string,
) {
  const { companyId, userId, payrollId } = staff
  const press = {
    ip: null,
    now: new Date(),
    after,
    note: '',
    previewHash: '',
    leave,
    held: {},
    include: [],
    only,
    periodKey: '',
    extra: false,
    readSheet: null,
  }
  const as = { smsConfigured: true, language: 'es' as const, targetBlocks: 3 as const, network }
  const input = { ...settings, companyId, userId, payrollId, ...press, ...as }
  return planRun(db, input, (plan) => inTransaction(db, plan))
}

/** Some of these people, now and then, to be paid alone; null: everybody. */
function chooseSome(random: Random, people: readonly string[]): string[] | null {
  if (!random.chance(0.3) || people.length === 0) return null
  const some = people.filter(() => random.chance(0.5))
  return some.length > 0 ? some : [...people]
}

/**
 * Presses 'Pagar' for whom the records show as unpaid; where everybody is paid, for the next period.
 * With `random` now and then for some of them alone.
 */
export async function payUnpaid(
  program: SteppedProgram,
  staff: Staff,
  random: Random | null,
): Promise<string> {
  const taken = await readTaken(program, staff)
  const period = findUnpaidPeriod(staff, taken) ?? staff.periods + 1
  const rest = await readUnpaidLines(program.db, staff.payrollId)
  const paid = taken.get(period) ?? new Set()
  const inRest = new Set(rest?.salaries.map(({ employeeId }) => employeeId))
  const others = staff.employeeIds.filter((id) => !paid.has(id) && !inRest.has(id))
  const only = random && chooseSome(random, rest && random.chance(0.5) ? [...inRest] : others)
  const leave = rest || only ? [] : [...paid]
  const once = async (after: string) => {
    const paymentId = await pressFor(program, staff, { leave, only }, after)
    if (staff.periodOf.has(paymentId)) return
    staff.periodOf.set(paymentId, period)
    staff.periods = Math.max(staff.periods, period)
  }
  return outcomeOf(async () => {
    try {
      await once('')
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      if (error.code === 'DEPOSITS_TO_CONSOLIDATE') await consolidateDeposits(program, staff)
      if (error.code !== 'ALREADY_PAID') throw error
      const { payment, transaction } = (error.details.data ?? {}) as Named
      await once(payment?._id ?? transaction?._id ?? '')
    }
  })
}

const consolidateDeposits = ({ db, settings, network }: SteppedProgram, staff: Staff) => {
  const { companyId, userId, payrollId } = staff
  const actor = { companyId, userId, payrollId, ip: null, now: new Date() }
  const deps = { ...settings, network }
  return outcomeOf(() => inTransaction(db, (trx) => consolidate(trx, deps, actor)))
}

export const bump = (
  { db, node, network, feeCeilings }: SteppedProgram,
  staff: Staff,
  id: string,
  rate: bigint,
) =>
  outcomeOf(async () => {
    const slow = await readStuck(db, staff.companyId, id, feeCeilings)
    const wanted = { feeRateSatsPerKvb: rate, raise: true }
    const planned = await planBump(node.port, slow, await askNode(node.port, slow), wanted)
    await inTransaction(db, (trx) => insertBump(trx, slow, planned, network))
  })

export const cancelPayment = (
  { db, node, network, feeCeilings, macKey }: SteppedProgram,
  staff: Staff,
  id: string,
) =>
  outcomeOf(async () => {
    const planned = await planCancellation(db, node.port, staff.companyId, id, feeCeilings)
    const confirmer = { userId: staff.userId, at: new Date(), macKey }
    await inTransaction(db, (trx) => insertCancellation(trx, planned, network, confirmer))
  })

/** Without an amount, everything. */
export const withdraw = (program: SteppedProgram, staff: Staff, amount?: string) =>
  outcomeOf(async () => {
    const { db, settings, network, macKey } = program
    const { companyId, userId, payrollId } = staff
    const who = { companyId, userId, ip: null }
    const as = { language: 'es' as const, network, now: new Date(), ...settings }
    const needs = { ...settings, smsConfigured: true }
    const body = { address: anAddress(), ...(amount === undefined ? {} : { amount }) }
    await inTransaction(db, async (trx) => {
      const input = { ...as, ...who, payrollId }
      const { transactionId } = await requestWithdrawal(trx, needs, input, body)
      const given = await rightCode(trx, macKey, who)
      const orderId = await requireOrderOf(trx, companyId, transactionId)
      await approve(trx, needs, who, { orderId, given }, new Date())
    })
  })

/** Approves every run that waits for a code, and acknowledges untracked spends. */
export async function approveWaitingRuns(
  { db, macKey, settings }: SteppedProgram,
  staff: Staff,
): Promise<void> {
  const { companyId, userId, payrollId } = staff
  const who = { companyId, userId, ip: null }
  const waiting = await db
    .selectFrom('transactions')
    .select('id')
    .where('payroll_id', '=', payrollId)
    .where('waiting_for', '=', 'approval')
    .executeTakeFirst()
  if (waiting) {
    await inTransaction(db, async (trx) => {
      const given = await rightCode(trx, macKey, who)
      const orderId = await requireOrderOf(trx, companyId, waiting.id)
      await approve(trx, settings, who, { orderId, given }, new Date())
    })
  }
  const found = await findUnacknowledged(db, payrollId)
  if (found.length === 0) return
  await inTransaction(db, (trx) => acknowledge(trx, who, { id: payrollId, name: 'Oficina' }, found))
}
