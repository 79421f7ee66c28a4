import { partOfSalary } from '#domain/money.ts'
import {
  type DatedRule,
  daysOfYear,
  monthlyUsdCents,
  nothingDue,
  type SpecialPay,
  type SpecialPayPerson,
  serviceOn,
} from './rule.ts'

type AguinaldoRule = DatedRule & {
  /** Days of pay from so many whole years of service on; less than the first is a part of its days. */
  tiers: readonly { fromYears: number; days: number }[]
  /** A day's pay is this part of a month's. */
  daysOfMonth: number
}

/**
 * Art. 196: owed for each year of work. Art. 197: less than a year on 12 December is paid in proportion.
 * Art. 198, as reformed in December 2013: the days. Art. 199: of the basic salary. Art. 200: paid in
 * December; the company may pay it from 20 October on.
 */
export const aguinaldoRules: readonly AguinaldoRule[] = [
  {
    fromYear: 2014,
    law: 'Código de Trabajo',
    articles: '196–202',
    enactedOn: '1972-06-23',
    reviewedOn: '2026-11-24',
    referenceDay: '12-12',
    window: ['10-20', '12-20'],
    tiers: [
      { fromYears: 1, days: 15 },
      { fromYears: 3, days: 19 },
      { fromYears: 10, days: 21 },
    ],
    daysOfMonth: 30,
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
