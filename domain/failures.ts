/** How a transaction ended without paying. `contract/wire-names.ts` has the names that the wire uses. */
export const failureCodes = [
  'PRICE_MOVED',
  'NOT_APPROVED_IN_TIME',
  'REJECTED',
  'PLAN_EXPIRED',
  'FROZEN',
  'CANCELLED',
  'LANE_LOST',
  'UTXO_GONE',
  'SPENT_ELSEWHERE',
  'PARENT_GONE',
  'GIVEN_UP',
  'NO_HELP_NEEDED',
  'RESTORED',
  'SIGNER_REFUSED',
] as const
export type FailureCode = (typeof failureCodes)[number]

export const isFailureCode = (text: unknown): text is FailureCode =>
  failureCodes.some((code) => code === text)
