import { hourMs } from './durations.ts'

/** The numbers of the rule by which a surplus goes to the company's own address after a run. */

/** The first sweep to an address, which somebody marks as arrived before any other follows. */
export const trialSats = 10_000n

/** A sweep leaves at least this much as the head of its payroll, whatever its floor. */
export const leastHeadSats = 10_000n

/** The floor of a payroll where nobody has set another: $50. */
export const defaultFloorUsdCents = 5_000n

/** No sweep starts so shortly before a payday: while it is unconfirmed nothing else of the payroll can. */
export const quietBeforePaydayMs = 12 * hourMs

/** A sweep that still waits for its block so shortly before a payday is bumped. */
export const hurryBeforePaydayMs = 2 * hourMs

/** A sweep is to be mined within so many blocks. */
export const sweepTargetBlocks = 6

/** The work of a sweep, done once: it stands in its order and in the signer's memory. */
export const sweepOfRun = (paymentId: string): string => `sweep-${paymentId}`
export const sweepOnTrial = (addressId: string): string => `sweep-trial-${addressId}`

/** The run that a sweep follows; null: it is a trial. */
export function runOfSweep(claim: string): string | null {
  const found = /^sweep-(?!trial-)(.+)$/.exec(claim)
  return found?.[1] ?? null
}
