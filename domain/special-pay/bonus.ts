import { partOfSalary } from '#domain/money.ts'
import type { SpecialPay, SpecialPayPerson } from './rule.ts'

/** An amount for each, or so many per cent of the base salary as it stands. */
export type BonusTerms = { amountUsdCents: bigint } | { percent: number }

export function bonusOf(
  terms: BonusTerms,
  { employeeId, baseSalaryUsdCents }: SpecialPayPerson,
): SpecialPay {
  if ('amountUsdCents' in terms) {
    const { amountUsdCents } = terms
    const formula = { kind: 'BONUS', amountUsdCents } as const
    return { employeeId, computedUsdCents: amountUsdCents, reason: null, formula }
  }
  const { percent } = terms
  return {
    employeeId,
    computedUsdCents: partOfSalary(baseSalaryUsdCents, percent, 100),
    reason: null,
    formula: { kind: 'BONUS', percent, baseUsdCents: baseSalaryUsdCents },
  }
}
