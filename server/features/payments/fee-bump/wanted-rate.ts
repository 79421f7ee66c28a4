import type { Utxo } from '#domain/coin-selection.ts'
import { findShortfallOfRaise, type Raise } from '#domain/fee-raise.ts'
import { Refusal } from '#server/platform/http/refusal.ts'
import { toInsufficientFunds } from '../run/check-and-plan.ts'
import type { NewChild, NewVersion } from './insert-version.ts'
import type { Stuck } from './stuck.ts'
import type { Replacements } from './versions.ts'

export type Bump = {
  method: 'CPFP' | 'RBF'
  feeRateSatsPerKvb: bigint
  /** The addition to the fees paid so far. */
  costSats: bigint
  /** Deposits that the bump spends beyond the inputs of the version before. */
  more: Utxo[]
  /** The fee is above the ceiling of the order, so a code has to confirm it. */
  needsCode: boolean
  /** Spends of people who were paid: the bump evicts them, and pays their fees too. */
  evictedSpends: number
} & ({ child: NewChild } | { version: NewVersion })

/**
 * The rate to reach. Where the node asks for more, `raise` takes the node's minimum, and a bump
 * without it is refused.
 */
export type WantedRate = { feeRateSatsPerKvb: bigint; raise: boolean }

/**
 * Whether a code has to confirm a fee. No code raises the limit of one transaction, and a sweep has
 * its own.
 */
export function needsCodeFor(
  feeSats: bigint,
  { ceilingSats, feeCeilings, replacements }: Stuck,
): boolean {
  if (feeSats <= ceilingSats) return false
  if (replacements.isSweep || feeSats > feeCeilings.sats) throw new Refusal('FEE_TOO_HIGH')
  return true
}

export function refuseTooLow(leastRate: bigint): never {
  const least = Number(leastRate) / 1000
  throw new Refusal('FEE_RATE_TOO_LOW', { params: { least: String(least) }, data: { least } })
}

export function refuseUnderfunded(raise: Raise, { rateUsdCentsPerBtc }: Replacements): never {
  const { code, ...details } = toInsufficientFunds(
    findShortfallOfRaise(raise),
    rateUsdCentsPerBtc || 1n,
  )
  throw new Refusal(code, details)
}
