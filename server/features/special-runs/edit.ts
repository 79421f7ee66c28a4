import type { SpecialRunEdit } from '#contract/special-runs.ts'
import { parseUsdNumber, usdText } from '#domain/money.ts'
import { endDraft, saveDraftLines } from '#server/authorization/draft-rows.ts'
import { isTrue } from '#server/authorization/mac.ts'
import { changePaydays, findPayday } from '#server/authorization/occurrence-rows.ts'
import { findUndeletedPayroll } from '#server/features/payments/index.ts'
import { isUuid, type Trx } from '#server/platform/db/database.ts'
import { fieldFault } from '#server/platform/http/field-fault.ts'
import { Refusal } from '#server/platform/http/refusal.ts'
import { record } from '#server/platform/observe/audit.ts'
import type { SpecialRunContext } from './create.ts'
import { findCountingRun } from './paid.ts'
import { sheetOf } from './sheet.ts'
import { findRun, readMembers, type SpecialDraft } from './store.ts'

async function lockRun(
  trx: Trx,
  { companyId, macKey }: SpecialRunContext,
  id: string,
): Promise<SpecialDraft> {
  const run = isUuid(id) ? await findRun(trx, macKey, companyId, id, true) : null
  if (!run) throw new Refusal('NOT_FOUND')
  // The payroll's lock keeps a run from beginning meanwhile.
  const payroll = await findUndeletedPayroll(trx, macKey, companyId, run.payrollId, true)
  if (!payroll) throw new Refusal('NOT_FOUND')
  if (await findCountingRun(trx, run)) throw new Refusal('OCCURRENCE_IS_OVER')
  return run
}

/** Saves the sheet: amounts set by hand, and all others as people and salaries make them now. */
export async function saveRun(
  trx: Trx,
  context: SpecialRunContext,
  id: string,
  { lines: edits }: SpecialRunEdit,
): Promise<void> {
  const { companyId, macKey, userId, ip } = context
  const run = await lockRun(trx, context, id)
  const members = await readMembers(trx, macKey, companyId, run.payrollId)
  const before = sheetOf(run, members, run.lines)
  const amounts = editsOf(context, edits, new Set(before.lines.map(({ employeeId }) => employeeId)))
  const lines = before.lines.map((line) => {
    const usdCents = amounts.get(line.employeeId)
    if (usdCents === undefined) return line
    return { ...line, usdCents, edited: usdCents !== line.computedUsdCents }
  })
  await saveDraftLines(trx, macKey, run, lines)
  const total = lines.reduce((sum, { usdCents }) => sum + (usdCents ?? 0n), 0n)
  await record(trx, {
    companyId,
    userId,
    ip,
    action: 'specialRun.saved',
    subject: run.payrollName,
    detail: {
      period: run.periodKey,
      usd: usdText(total),
      edited: lines.filter(({ edited }) => edited).length,
    },
  })
}

/**
 * The edits by employee. A person who is not in the sheet, or is in it twice, is a fault of that
 * line.
 */
function editsOf(
  { language }: SpecialRunContext,
  edits: SpecialRunEdit['lines'],
  people: Set<string>,
) {
  const amounts = new Map<string, bigint | null>()
  for (const [index, { employee, usd }] of edits.entries()) {
    const employeeId = employee.toLowerCase()
    if (!people.has(employeeId)) throw fieldFault(`lines.${index}.employee`, 'notInRun', language)
    if (amounts.has(employeeId)) throw fieldFault(`lines.${index}.employee`, 'invalid', language)
    amounts.set(employeeId, usd === null ? null : parseUsdNumber(usd))
  }
  return amounts
}

/** Ends a draft, also one that was changed past the program: nothing of it is believed. */
export async function deleteRun(trx: Trx, context: SpecialRunContext, id: string): Promise<void> {
  const { companyId, macKey, userId, ip } = context
  const run = isUuid(id) ? await endDraft(trx, macKey, { companyId, id }) : null
  const payroll = run && (await findUndeletedPayroll(trx, macKey, companyId, run.payrollId, true))
  if (!run || !payroll) throw new Refusal('NOT_FOUND')
  if (await findCountingRun(trx, run)) throw new Refusal('OCCURRENCE_IS_OVER')
  const before = await findPayday(trx, run)
  if (before && isTrue(macKey, 'occurrences', before)) {
    await changePaydays(trx, macKey, [{ before, changes: { ended: true } }])
  }
  await record(trx, {
    companyId,
    userId,
    ip,
    action: 'specialRun.deleted',
    subject: payroll.name,
    detail: { period: run.periodKey },
  })
}
