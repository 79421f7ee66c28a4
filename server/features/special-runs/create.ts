import type { KeyObject } from 'node:crypto'
import { sql } from 'kysely'
import type { Language } from '#contract/languages.ts'
import type { SpecialRunBody } from '#contract/special-runs.ts'
import { parseUsdNumber, usdText } from '#domain/money.ts'
import { dayIn } from '#domain/schedule/zoned-time.ts'
import { lawOf, specialPeriodKey } from '#domain/special-pay/index.ts'
import { insertDraft } from '#server/authorization/draft-rows.ts'
import { findUndeletedPayroll } from '#server/features/payments/index.ts'
import { newId, type Trx } from '#server/platform/db/database.ts'
import { fieldFault } from '#server/platform/http/field-fault.ts'
import { Refusal } from '#server/platform/http/refusal.ts'
import { type Actor, record } from '#server/platform/observe/audit.ts'
import { dueOf, putOccurrence } from './due.ts'
import { sheetOf } from './sheet.ts'
import { type PayrollMember, readMembers } from './store.ts'

export type SpecialRunContext = Actor & {
  userId: string
  language: Language
  macKey: KeyObject
  now: Date
}

/** The calendar of El Salvador, whose laws define special pays. */
const zone = 'America/El_Salvador'

/** Makes the sheet of a payroll, kind and year, under the payroll's lock. Returns its id. */
export async function createRun(
  trx: Trx,
  context: SpecialRunContext,
  payrollId: string,
  body: SpecialRunBody,
): Promise<string> {
  const { companyId, language, macKey, now } = context
  const payroll = await findUndeletedPayroll(trx, macKey, companyId, payrollId, true)
  if (!payroll) throw new Refusal('NOT_FOUND')
  refuseYear(body, now, language)
  const { kind, year } = body
  const owner = { companyId, payrollId }
  const periodKey =
    kind === 'BONUS' ? await bonusKey(trx, owner, year, now) : specialPeriodKey(kind, year)
  await refuseSecond(trx, owner, periodKey)
  const chosen = chosenOf(await readMembers(trx, macKey, companyId, payrollId), body, language)
  if (chosen.length === 0) throw new Refusal('PAYROLL_HAS_NO_EMPLOYEES')
  const id = await newId(trx)
  const due = await dueOf(trx, macKey, owner, { kind, year }, now)
  const bonusUsdCents = kind === 'BONUS' && body.usd !== undefined ? parseUsdNumber(body.usd) : null
  const bonusPercent = kind === 'BONUS' ? (body.percent ?? null) : null
  const blank = chosen.map(({ employeeId }) => ({
    employeeId,
    usdCents: null,
    computedUsdCents: null,
    edited: false,
  }))
  const sheet = sheetOf({ kind, year, bonusUsdCents, bonusPercent }, chosen, blank)
  const draft = {
    id,
    company_id: companyId,
    payroll_id: payrollId,
    kind,
    period_key: periodKey,
    bonus_usd_cents: bonusUsdCents,
    bonus_percent: bonusPercent,
    due_at: due.dueAt,
    created_by: context.userId,
  }
  await insertDraft(trx, macKey, draft, sheet.lines)
  await putOccurrence(trx, macKey, owner, { id, kind, periodKey }, due, now)
  await record(trx, {
    companyId,
    userId: context.userId,
    ip: context.ip,
    action: 'specialRun.created',
    subject: payroll.name,
    detail: { period: periodKey, usd: usdText(sheet.totalUsdCents) },
  })
  return id
}

/** Refuses a year before the law, or so distant that it must be a typing error. */
function refuseYear({ kind, year }: SpecialRunBody, now: Date, speak: Language): void {
  const thisYear = Number(dayIn(zone, now).slice(0, 4))
  if (Math.abs(year - thisYear) > 1) throw fieldFault('year', 'specialYear', speak)
  if (kind !== 'BONUS' && !lawOf({ kind, year }))
    throw fieldFault('year', 'specialYearOfLaw', speak)
}

/** A bonus's key such as `2026-11-BONUS-1`, with the month in which it is made. */
async function bonusKey(
  trx: Trx,
  { companyId, payrollId }: { companyId: string; payrollId: string },
  year: number,
  now: Date,
): Promise<string> {
  const start = `${year}-${dayIn(zone, now).slice(5, 7)}-BONUS-`
  const { rows } = await sql<{ next: number }>`
    SELECT coalesce(max(split_part(period_key, '-', 4)::integer), 0) + 1 AS next
    FROM drafts WHERE company_id = ${companyId} AND payroll_id = ${payrollId}
      AND starts_with(period_key, ${start})`.execute(trx)
  return `${start}${rows[0]?.next ?? 1}`
}

async function refuseSecond(
  trx: Trx,
  { companyId, payrollId }: { companyId: string; payrollId: string },
  periodKey: string,
): Promise<void> {
  const present = await trx
    .selectFrom('drafts')
    .select('id')
    .where('company_id', '=', companyId)
    .where('payroll_id', '=', payrollId)
    .where('period_key', '=', periodKey)
    .where('ended', '=', false)
    .executeTakeFirst()
  if (present) {
    throw new Refusal('SPECIAL_RUN_EXISTS', { data: { specialRun: { _id: present.id } } })
  }
}

/** The people of the sheet: a bonus may be for some of them. */
function chosenOf(members: PayrollMember[], { kind, employees }: SpecialRunBody, speak: Language) {
  if (kind !== 'BONUS' || !employees) return members
  const wanted = new Set(employees.map((id) => id.toLowerCase()))
  const chosen = members.filter(({ employeeId }) => wanted.has(employeeId))
  if (chosen.length !== wanted.size) throw fieldFault('employees', 'notInRun', speak)
  return chosen
}
