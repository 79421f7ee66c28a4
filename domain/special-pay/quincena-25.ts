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

type Quincena25Rule = DatedRule & {
  percent: number
  /** Somebody who earns a cent more a month gets nothing. */
  monthlyAtMostUsdCents: bigint
}

/**
 * Passed on 14 January 2026; private employers may pay it in 2026 and must from 2027 on. Less than a year of
 * service is paid in proportion, as the aguinaldo is (Código de Trabajo, art. 197). Nothing is deducted.
 */
export const quincena25Rules: readonly Quincena25Rule[] = [
  {
    fromYear: 2027,
    law: 'Ley Especial Quincena Veinticinco',
    articles: 'Código de Trabajo, 197',
    enactedOn: '2026-01-14',
    reviewedOn: '2026-11-14',
    referenceDay: '01-25',
    window: ['01-15', '01-25'],
    percent: 50,
    monthlyAtMostUsdCents: 150_000n,
  },
]

export function quincena25Of(
  { percent, monthlyAtMostUsdCents, ...rule }: Quincena25Rule,
  year: number,
  { employeeId, baseSalaryUsdCents, hiredOn, payFrequency }: SpecialPayPerson,
): SpecialPay {
  // Whether it is a month's or a fortnight's: it is too much for either.
  const least = monthlyUsdCents(baseSalaryUsdCents, payFrequency ?? 'MONTH')
  if (least > monthlyAtMostUsdCents) return nothingDue(employeeId, 'EARNS_MORE')
  if (hiredOn === null) return nothingDue(employeeId, 'MISSING_HIRED_ON')
  const referenceDay = `${year}-${rule.referenceDay}`
  const service = serviceOn(referenceDay, hiredOn)
  if (!service) return nothingDue(employeeId, 'NOT_YET_HIRED')
  if (payFrequency === null) return nothingDue(employeeId, 'MISSING_PAY_FREQUENCY')
  const { servedDays } = service
  const monthly = monthlyUsdCents(baseSalaryUsdCents, payFrequency)
  const formula = {
    kind: 'QUINCENA_25',
    percent,
    monthlyUsdCents: monthly,
    servedDays,
    referenceDay,
  } as const
  const [of, whole] = [percent * (servedDays ?? daysOfYear), 100 * daysOfYear]
  return { employeeId, computedUsdCents: partOfSalary(monthly, of, whole), reason: null, formula }
}
