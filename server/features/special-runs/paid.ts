import type { KeyObject } from 'node:crypto'
import { sql } from 'kysely'
import type { SpecialRun } from '#contract/special-runs.ts'
import type { PayForBase } from '#domain/usual-pay.ts'
import {
  countsForPeriod,
  readPaidElsewhere,
  readPayment,
  readSpecialPeriod,
  type SpecialPress,
} from '#server/features/payments/index.ts'
import type { Db } from '#server/platform/db/database.ts'
import { type SheetLine, sheetOf } from './sheet.ts'
import type { PayrollMember, SpecialDraft } from './store.ts'

/**
 * Finds the newest run of the sheet that has paid something, or still may: from then on the sheet
 * is final.
 */
export async function findCountingRun(
  db: Db,
  { companyId, id }: Pick<SpecialDraft, 'companyId' | 'id'>,
): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    SELECT p.id FROM sheets p
    WHERE p.company_id = ${companyId} AND p.draft_id = ${id} AND ${countsForPeriod}
    ORDER BY p.created_at DESC, p.id DESC LIMIT 1`.execute(db)
  return rows[0]?.id ?? null
}

/** Reads the state of the sheet's run, and how many of its people have a line in no run. */
export async function readRun(
  db: Db,
  macKey: KeyObject,
  run: SpecialDraft,
  paymentId: string,
  members: readonly PayrollMember[],
): Promise<SpecialRun['payment']> {
  const { companyId, payrollId, periodKey } = run
  const payment = await readPayment(db, companyId, paymentId)
  if (!payment) throw new Error(`Payment ${paymentId} was read a moment ago`)
  const { state, createdAt, transactions } = payment
  const { amounts } = pressOf(run, members)
  const people = members.map(({ employeeId }) => employeeId).filter((one) => amounts.has(one))
  const payroll = { companyId, id: payrollId }
  const { paidBefore } = await readSpecialPeriod(db, macKey, payroll, periodKey, people)
  const ids = people.filter((one) => !paidBefore.has(one))
  const elsewhere = await readPaidElsewhere(db, macKey, { ...payroll, key: periodKey }, { ids })
  return {
    _id: paymentId,
    state,
    at: createdAt,
    people: payment.lines,
    waitingFor: transactions.find((one) => one.waitingFor !== null)?.waitingFor ?? null,
    transaction: transactions[0]?._id ?? null,
    unpaid: ids.length - elsewhere.size,
  }
}

/** The saved sheet in the form of a run; people who are out have no amount. */
export function pressOf(run: SpecialDraft, members: readonly PayrollMember[]): SpecialPress {
  const { id, kind, periodKey, lines } = run
  const amounts = new Map<string, bigint>()
  const computed = new Map<string, bigint>()
  for (const { employeeId, usdCents, computedUsdCents, edited } of lines) {
    if (usdCents !== null && usdCents > 0n) amounts.set(employeeId, usdCents)
    if (edited && computedUsdCents !== null) computed.set(employeeId, computedUsdCents)
  }
  const usual = sheetOf(run, members, lines).lines.map(
    (line) => [line.employeeId, payForBase(line)] as const,
  )
  return { draftId: id, kind, periodKey, amounts, computed, usual: new Map(usual) }
}

/** The law's amount, or the higher one by its former day. A bonus is compared with the base salary. */
function payForBase({ member, pay, higher }: SheetLine): PayForBase {
  const { baseSalaryUsdCents: baseUsdCents } = member
  const byLaw = pay.formula?.kind === 'BONUS' ? null : (higher ?? pay).computedUsdCents
  return { baseUsdCents, usualUsdCents: byLaw ?? baseUsdCents }
}
