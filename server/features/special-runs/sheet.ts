import type { Language } from '#contract/languages.ts'
import type { SpecialRun, SpecialRunLine } from '#contract/special-runs.ts'
import { usdNumber } from '#domain/money.ts'
import {
  type ComputedPay,
  higherPayOf,
  lawOf,
  type SpecialPay,
  type SpecialPayTerms,
  specialPaysOf,
} from '#domain/special-pay/index.ts'
import type { DraftLine } from '#server/authorization/draft-rows.ts'
import type { PayrollMember, SpecialDraft } from './store.ts'
import { formulaWords } from './words.ts'

export type SheetLine = DraftLine & {
  member: PayrollMember
  pay: SpecialPay
  /** By the reference day of the law before; null: it is not more, or the sheet is paid. */
  higher: ComputedPay | null
}
export type SpecialRunSheet = { lines: SheetLine[]; totalUsdCents: bigint; isSaved: boolean }

export function termsOf(
  run: Pick<SpecialDraft, 'kind' | 'year' | 'bonusUsdCents' | 'bonusPercent'>,
) {
  const { kind, year, bonusUsdCents, bonusPercent } = run
  if (kind !== 'BONUS') return { kind, year } satisfies SpecialPayTerms
  if (bonusUsdCents !== null) return { kind, year, bonus: { amountUsdCents: bonusUsdCents } }
  if (bonusPercent === null) throw new Error('A bonus has an amount or a percentage')
  return { kind, year, bonus: { percent: bonusPercent } }
}

/**
 * The sheet as it is now: amounts set by hand stay, and the others follow people and salaries until
 * the sheet is saved. A bonus has the people who were chosen.
 */
export function sheetOf(
  run: Parameters<typeof termsOf>[0],
  everybody: readonly PayrollMember[],
  stored: readonly DraftLine[],
): SpecialRunSheet {
  const known = new Map(stored.map((line) => [line.employeeId, line]))
  const members = everybody.filter(
    ({ employeeId }) => run.kind !== 'BONUS' || known.has(employeeId),
  )
  const pays = specialPaysOf(termsOf(run), members)
  const lines = members.map((member, index): SheetLine => {
    const pay = pays[index]
    if (!pay) throw new Error('Each of the people has a line')
    const { computedUsdCents } = pay
    const before = known.get(member.employeeId)
    const edited = before?.edited ?? false
    const usdCents = before?.edited ? before.usdCents : computedUsdCents
    const higher = higherPayOf(run, member)
    return {
      employeeId: member.employeeId,
      member,
      pay,
      computedUsdCents,
      edited,
      usdCents,
      higher,
    }
  })
  const isSaved =
    lines.length === stored.length &&
    lines.every((line) => {
      const before = known.get(line.employeeId)
      return before?.usdCents === line.usdCents && before.computedUsdCents === line.computedUsdCents
    })
  const totalUsdCents = lines.reduce((sum, { usdCents }) => sum + (usdCents ?? 0n), 0n)
  return { lines, totalUsdCents, isSaved }
}

/** The paid sheet: its amounts stay as saved, whatever people and salaries are now. */
export function paidSheetOf(
  run: Parameters<typeof termsOf>[0],
  everybody: readonly PayrollMember[],
  stored: readonly DraftLine[],
): SpecialRunSheet {
  const known = new Map(stored.map((line) => [line.employeeId, line]))
  const members = everybody.filter(({ employeeId }) => known.has(employeeId))
  const now = sheetOf(run, members, stored)
  const lines = now.lines.map((line) => ({ ...line, ...known.get(line.employeeId), higher: null }))
  const totalUsdCents = stored.reduce((sum, { usdCents }) => sum + (usdCents ?? 0n), 0n)
  return { lines, totalUsdCents, isSaved: true }
}

const usdOrNull = (cents: bigint | null) => (cents === null ? null : usdNumber(cents))

function higherOnWire({ higher }: SheetLine, speak: Language): SpecialRunLine['byFormerDay'] {
  if (higher === null || !('referenceDay' in higher.formula)) return null
  const { referenceDay } = higher.formula
  const usd = usdNumber(higher.computedUsdCents)
  return { referenceDay, usd, ...formulaWords(higher, speak) }
}

function lineOnWire(line: SheetLine, speak: Language): SpecialRunLine {
  const { member, pay } = line
  const { employeeId: _id, baseSalaryUsdCents, ...employee } = member
  const { firstName, lastName, hiredOn, payFrequency, creationType } = employee
  const monthly =
    payFrequency === null ? null : baseSalaryUsdCents * (payFrequency === 'MONTH' ? 1n : 2n)
  return {
    employee: { _id, firstName, lastName, hiredOn, payFrequency, creationType },
    monthlyUsd: usdOrNull(monthly),
    ...formulaWords(pay, speak),
    usd: usdOrNull(line.usdCents),
    computedUsd: usdOrNull(line.computedUsdCents),
    edited: line.edited,
    reason: line.usdCents !== null ? null : (pay.reason ?? 'LEFT_OUT'),
    byFormerDay: higherOnWire(line, speak),
  }
}

/** The sheet for the wire, with people who are out at the end. */
export function toSpecialRun(
  run: SpecialDraft,
  sheet: SpecialRunSheet,
  payment: SpecialRun['payment'],
  speak: Language,
): SpecialRun {
  const lines = sheet.lines.map((line) => lineOnWire(line, speak))
  const law = lawOf(run)
  const [first, last] = law?.window ?? []
  return {
    _id: run.id,
    kind: run.kind,
    year: run.year,
    periodKey: run.periodKey,
    payroll: { _id: run.payrollId, name: run.payrollName },
    dueAt: run.dueAt.toISOString(),
    window: first && last ? { first: `${run.year}-${first}`, last: `${run.year}-${last}` } : null,
    rule: law && {
      law: law.law,
      articles: law.articles,
      enactedOn: law.enactedOn,
      reviewedOn: law.reviewedOn,
      referenceDay: `${run.year}-${law.referenceDay}`,
    },
    lines: [...lines.filter(isIn), ...lines.filter((line) => !isIn(line))],
    totalUsd: usdNumber(sheet.totalUsdCents),
    payment,
    saved: sheet.isSaved,
  }
}

const isIn = ({ reason }: SpecialRunLine) =>
  reason === null || reason === 'MISSING_HIRED_ON' || reason === 'MISSING_PAY_FREQUENCY'
