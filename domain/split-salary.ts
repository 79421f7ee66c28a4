/** A salary as it is paid: both parts in cents, and together the salary. */
export type SplitSalary = { bitcoinUsdCents: bigint; dollarsUsdCents: bigint }

/**
 * Splits a salary of so many cents. `percent` 0 to 100 is the part in bitcoin: it is rounded down to the
 * cent, and the rest is paid in dollars (`employees.md`, section 3).
 */
export function splitSalary(usdCents: bigint, percent: number): SplitSalary {
  const bitcoinUsdCents = (usdCents * BigInt(percent)) / 100n
  return { bitcoinUsdCents, dollarsUsdCents: usdCents - bitcoinUsdCents }
}
