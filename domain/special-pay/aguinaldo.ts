import { partOfSalary } from '#domain/money.ts'
import {
  type ComputedPay,
  type DatedRule,
  daysOfYear,
  monthlyUsdCents,
  nothingDue,
  type SpecialPay,
  type SpecialPayPerson,
  serviceOn,
} from './rule.ts'

type AguinaldoRule = DatedRule & {
  /** The reference day of the row before; null: service was counted until the same day. */
  formerReferenceDay: string | null
  /** Days of pay from so many whole years of service on; less than the first is a part of its days. */
  tiers: readonly { fromYears: number; days: number }[]
  /** A day's pay is this part of a month's. */
  daysOfMonth: number
}

/** Art. 198, as reformed in December 2013, says the days. Art. 199: of the basic salary. */
const pay = {
  tiers: [
    { fromYears: 1, days: 15 },
    { fromYears: 3, days: 19 },
    { fromYears: 10, days: 21 },
  ],
  daysOfMonth: 30,
} as const

/**
 * Art. 196: owed for each year of work. Art. 197: less than a year on the reference day is paid in
 * proportion. Art. 200: the days on which it may be paid. Art. 202: somebody who is dismissed without cause
 * before the reference day gets the part of the days served. Decree 433 (official gazette of 15 October 2025)
 * reforms 197, 200 and 202: the reference day is 20 October instead of 12 December, in full from 2026 on.
 */
export const aguinaldoRules: readonly AguinaldoRule[] = [
  {
    fromYear: 2014,
    law: 'Código de Trabajo',
    articles: '196–202',
    enactedOn: '1972-06-23',
    reviewedOn: '2026-11-24',
    referenceDay: '12-12',
    formerReferenceDay: null,
    window: ['10-20', '12-20'],
    ...pay,
  },
  {
    fromYear: 2026,
    law: 'Código de Trabajo, Decreto 433',
    articles: '196–202',
    enactedOn: '2025-10-15',
    reviewedOn: '2026-11-28',
    referenceDay: '10-20',
    formerReferenceDay: '12-12',
    window: ['10-20', '12-20'],
    ...pay,
  },
]

export function aguinaldoOf(
  { tiers, daysOfMonth, ...rule }: AguinaldoRule,
  year: number,
  { employeeId, baseSalaryUsdCents, hiredOn, payFrequency }: SpecialPayPerson,
): SpecialPay {
  if (hiredOn === null) return nothingDue(employeeId, 'MISSING_HIRED_ON')
  const referenceDay = `${year}-${rule.referenceDay}`
  const service = serviceOn(referenceDay, hiredOn)
  if (!service) return nothingDue(employeeId, 'NOT_YET_HIRED')
  if (payFrequency === null) return nothingDue(employeeId, 'MISSING_PAY_FREQUENCY')
  const { years, servedDays } = service
  const tier = tiers.findLast(({ fromYears }) => fromYears <= Math.max(years, 1))
  if (!tier) throw new Error('A rule has a tier from the first year on')
  const monthly = monthlyUsdCents(baseSalaryUsdCents, payFrequency)
  const { days } = tier
  const formula = {
    kind: 'AGUINALDO',
    days,
    monthlyUsdCents: monthly,
    servedDays,
    referenceDay,
  } as const
  const [of, whole] = [days * (servedDays ?? daysOfYear), daysOfMonth * daysOfYear]
  return { employeeId, computedUsdCents: partOfSalary(monthly, of, whole), reason: null, formula }
}

/**
 * The pay by the former reference day, where it is more than the rule's. A company may give it: art. 198
 * says the least that is owed.
 */
export function higherAguinaldoOf(
  rule: AguinaldoRule,
  year: number,
  person: SpecialPayPerson,
): ComputedPay | null {
  if (rule.formerReferenceDay === null) return null
  const owed = aguinaldoOf(rule, year, person)
  const former = aguinaldoOf({ ...rule, referenceDay: rule.formerReferenceDay }, year, person)
  if (former.computedUsdCents === null) return null
  return former.computedUsdCents > (owed.computedUsdCents ?? 0n) ? former : null
}
