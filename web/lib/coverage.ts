import { parseUsdNumber, usdNumber } from '#domain/money.ts'

export type Coverage = 'covered' | 'tight' | 'missing'

/** Below this much left over, a rise of the price or of the fee can undo it: the guide's $5. */
const comfortableUsdCents = 500n

interface CoverageInput {
  spendableUsd: number
  totalUsd: number
  /** The network fee that paying now would take. */
  feeUsd: number
}

/**
 * Is payday covered? `percent` of the salaries, cut and not rounded, so that 100 % means all of it;
 * `restUsd` is what is left over without the fee, or with it what is missing.
 */
export function coverageOf({ spendableUsd, totalUsd, feeUsd }: CoverageInput): {
  coverage: Coverage
  percent: number
  restUsd: number
} {
  const spendable = parseUsdNumber(spendableUsd) ?? 0n
  const total = parseUsdNumber(totalUsd) ?? 0n
  const needed = total + (parseUsdNumber(feeUsd) ?? 0n)
  const percent = total === 0n ? 100 : Number((spendable * 100n) / total)
  if (spendable < needed) {
    return { coverage: 'missing', percent, restUsd: usdNumber(needed - spendable) }
  }
  const over = spendable - total
  return {
    coverage: over < comfortableUsdCents ? 'tight' : 'covered',
    percent,
    restUsd: usdNumber(over),
  }
}
