import { daysBetween, yearsLater } from '#domain/iso-day.ts'

export const specialPayKinds = ['AGUINALDO', 'QUINCENA_25', 'BONUS'] as const
export type SpecialPayKind = (typeof specialPayKinds)[number]

/** A rule of the law as it holds from a year on, until the next row. Days are 'MM-DD' of the year of the pay. */
export type DatedRule = {
  fromYear: number
  /** Law and articles are for people who look them up. */
  law: string
  articles: string
  /** The day of the law, and when somebody last read it for this row. */
  enactedOn: string
  reviewedOn: string
  /** Service is counted until this day. */
  referenceDay: string
  /** The first and the last day on which it may be paid. */
  window: readonly [string, string]
}

/** The newest row that holds in a year; null: the law begins later. */
export function ruleOf<Rule extends DatedRule>(rows: readonly Rule[], year: number): Rule | null {
  const inForce = rows.filter(({ fromYear }) => fromYear <= year)
  return inForce.toSorted((a, b) => b.fromYear - a.fromYear)[0] ?? null
}

/** The facts of one person that special pays count by; null: nobody has said. */
export type SpecialPayPerson = {
  employeeId: string
  baseSalaryUsdCents: bigint
  hiredOn: string | null
  payFrequency: 'MONTH' | 'FORTNIGHT' | null
}

export const specialPayReasons = [
  'MISSING_HIRED_ON',
  'MISSING_PAY_FREQUENCY',
  'EARNS_MORE',
  'NOT_YET_HIRED',
] as const
/** Why nothing is due, or why nothing can be said. */
export type SpecialPayReason = (typeof specialPayReasons)[number]

/** How an amount came about: codes and numbers, for the texts. */
export type SpecialPayFormula =
  | ({ kind: 'AGUINALDO'; days: number; monthlyUsdCents: bigint } & Served)
  | ({ kind: 'QUINCENA_25'; percent: number; monthlyUsdCents: bigint } & Served)
  | { kind: 'BONUS'; percent: number; baseUsdCents: bigint }
  | { kind: 'BONUS'; amountUsdCents: bigint }

type Served = {
  /** The days of the year before the reference day, where it is less than a whole one. */
  servedDays: number | null
  referenceDay: string
}

export type ComputedPay = {
  employeeId: string
  computedUsdCents: bigint
  reason: null
  formula: SpecialPayFormula
}
export type SpecialPay =
  | ComputedPay
  | { employeeId: string; computedUsdCents: null; reason: SpecialPayReason; formula: null }

export const nothingDue = (employeeId: string, reason: SpecialPayReason): SpecialPay => ({
  employeeId,
  computedUsdCents: null,
  reason,
  formula: null,
})

/** A year of service, for its parts; 29 February does not make it longer. */
export const daysOfYear = 365

/**
 * Whole years of service on the reference day, and the days where it is less than one. Somebody hired on
 * the very day has served none; null: not yet hired.
 */
export function serviceOn(
  referenceDay: string,
  hiredOn: string,
): { years: number; servedDays: number | null } | null {
  const days = daysBetween(hiredOn, referenceDay)
  if (days <= 0) return null
  let years = 0
  while (yearsLater(hiredOn, years + 1) <= referenceDay) years++
  // 365 days that hold a 29 February are no whole year, and count as one all the same.
  return { years, servedDays: years === 0 ? Math.min(days, daysOfYear) : null }
}

/** A month's salary; a fortnight's base counts twice. */
export const monthlyUsdCents = (base: bigint, payFrequency: 'MONTH' | 'FORTNIGHT'): bigint =>
  payFrequency === 'MONTH' ? base : base * 2n
