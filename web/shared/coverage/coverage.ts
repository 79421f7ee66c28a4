import { minimumHeadSats } from '#domain/fees.ts'
import { missingAmountAt, parseUsdNumber, usdNumber } from '#domain/money.ts'

/** `coming`: short now, and what lacks is on its way already. */
export type Coverage = 'covered' | 'tight' | 'coming' | 'missing'

/** Below this much left over, a rise of the price or of the fee can undo it: the guide's $5. */
const comfortableUsdCents = 500n

interface CoverageInput {
  spendableUsd: number
  /** In the mempool for it, not yet to be spent. */
  incomingUsd?: number
  totalUsd: number
  /** The network fee that paying now would take. */
  feeUsd: number
  /** The least that a payment leaves in the payroll: its head. */
  headUsd: number
}

/** The head of the least size at a price, rounded up: so many dollars suffice. */
export const headUsdAt = (rateUsdCentsPerBtc: bigint): number =>
  missingAmountAt(minimumHeadSats, rateUsdCentsPerBtc).usd

const centsOf = (usd: number): bigint => parseUsdNumber(usd) ?? 0n

/**
 * Is payday covered? `percent` of the salaries by what can be spent, cut and not rounded, so that
 * 100 % means all of it; `restUsd` is what is left over beside the salaries, or with fee and head what
 * is still to be deposited: what is on its way is not asked for again.
 */
export function coverageOf(input: CoverageInput): {
  coverage: Coverage
  percent: number
  restUsd: number
} {
  const spendable = centsOf(input.spendableUsd)
  const total = centsOf(input.totalUsd)
  const needed = total + centsOf(input.feeUsd) + centsOf(input.headUsd)
  const percent = total === 0n ? 100 : Number((spendable * 100n) / total)
  if (spendable < needed) {
    const lacking = needed - spendable - centsOf(input.incomingUsd ?? 0)
    if (lacking <= 0n) return { coverage: 'coming', percent, restUsd: 0 }
    return { coverage: 'missing', percent, restUsd: usdNumber(lacking) }
  }
  const over = spendable - total
  return {
    coverage: over < comfortableUsdCents ? 'tight' : 'covered',
    percent,
    restUsd: usdNumber(over),
  }
}
