import { addDays } from '#domain/schedule/day.ts'
import { aguinaldoOf, aguinaldoRules, higherAguinaldoOf } from './aguinaldo.ts'
import { type BonusTerms, bonusOf } from './bonus.ts'
import { quincena25Of, quincena25Rules } from './quincena-25.ts'
import {
  type ComputedPay,
  type DatedRule,
  ruleOf,
  type SpecialPay,
  type SpecialPayPerson,
} from './rule.ts'

/** A sheet's kind, the year that it is paid for, and of a bonus what it is. */
export type SpecialPayTerms =
  | { kind: 'AGUINALDO' | 'QUINCENA_25'; year: number }
  | { kind: 'BONUS'; year: number; bonus: BonusTerms }

/** The row of the law that holds; null: a bonus has none, and no law holds in that year yet. */
export function lawOf({ kind, year }: Pick<SpecialPayTerms, 'kind' | 'year'>): DatedRule | null {
  if (kind === 'BONUS') return null
  return kind === 'AGUINALDO' ? ruleOf(aguinaldoRules, year) : ruleOf(quincena25Rules, year)
}

/** The amount of each of the people, in their order. RangeError: no law holds in that year. */
export function specialPaysOf(
  terms: SpecialPayTerms,
  people: readonly SpecialPayPerson[],
): SpecialPay[] {
  const { kind, year } = terms
  if (kind === 'BONUS') return people.map((person) => bonusOf(terms.bonus, person))
  if (kind === 'AGUINALDO') {
    const rule = required(ruleOf(aguinaldoRules, year), year)
    return people.map((person) => aguinaldoOf(rule, year, person))
  }
  const rule = required(ruleOf(quincena25Rules, year), year)
  return people.map((person) => quincena25Of(rule, year, person))
}

/** A pay that is more than the law's amount and that the company may give; null: none is known. */
export function higherPayOf(
  { kind, year }: Pick<SpecialPayTerms, 'kind' | 'year'>,
  person: SpecialPayPerson,
): ComputedPay | null {
  if (kind !== 'AGUINALDO') return null
  return higherAguinaldoOf(required(ruleOf(aguinaldoRules, year), year), year, person)
}

function required<Rule>(rule: Rule | null, year: number): Rule {
  if (rule === null) throw new RangeError(`year: ${year}`)
  return rule
}

/** `2027-01-QUINCENA_25`: the month is that of the last day on which it may be paid. */
export const specialPeriodKey = (kind: 'AGUINALDO' | 'QUINCENA_25', year: number): string => {
  const [, last] = required(lawOf({ kind, year }), year).window
  return `${year}-${last.slice(0, 2)}-${kind}`
}

/** The year of a special pay, by its period key such as `2027-01-QUINCENA_25`. */
export const yearOfKey = (periodKey: string): number => Number(periodKey.slice(0, 4))

/** The last working day of the window; the window's last day where none is one. */
export function specialPayday(
  { window }: DatedRule,
  year: number,
  isClosed: (day: string) => boolean,
): string {
  const [first, last] = window.map((day) => `${year}-${day}`) as [string, string]
  let day = last
  while (isClosed(day) && day > first) day = addDays(day, -1)
  return isClosed(day) ? last : day
}

export type { BonusTerms } from './bonus.ts'
export { quincena25Rules } from './quincena-25.ts'
export {
  type ComputedPay,
  type DatedRule,
  daysOfYear,
  type SpecialPay,
  type SpecialPayFormula,
  type SpecialPayKind,
  type SpecialPayPerson,
  type SpecialPayReason,
  specialPayKinds,
  specialPayReasons,
} from './rule.ts'
