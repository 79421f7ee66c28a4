import type { Utxo } from '#domain/coin-selection.ts'
import { findShortfallOfRaise, type Raise } from '#domain/fee-raise.ts'
import { Refusal } from '#server/platform/http/refusal.ts'
import { toInsufficientFunds } from '../run/check-and-plan.ts'
import type { NewChild, NewVersion } from './insert-version.ts'
import type { Replacements } from './versions.ts'

export type Bump = {
  method: 'CPFP' | 'RBF'
  feeRateSatsPerKvb: bigint
  /** The addition to the fees paid so far. */
  costSats: bigint
  /** Deposits that the bump spends beyond the inputs of the version before. */
  more: Utxo[]
} & ({ child: NewChild } | { version: NewVersion })

/**
 * The rate to reach. Where the node asks for more, `raise` takes the node's minimum, and a bump
 * without it is refused.
 */
export type WantedRate = { feeRateSatsPerKvb: bigint; raise: boolean }

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
