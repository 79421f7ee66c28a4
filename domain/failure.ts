/**
 * Why a transaction ended without paying: codes are for programs and stable. Where a person rejects
 * it, the person's own text stands in their place.
 */
export const failureCodes = [
  'PRICE_MOVED',
  'NOT_APPROVED_IN_TIME',
  'REJECTED',
  'PLAN_EXPIRED',
  'FROZEN',
  'CANCELLED',
  'FEEDER_FAILED',
  'COIN_GONE',
  'SPENT_ELSEWHERE',
  'PARENT_GONE',
  'GIVEN_UP',
  'NO_HELP_NEEDED',
  'SIGNER_REFUSED',
] as const
export type FailureCode = (typeof failureCodes)[number]

const isFailureCode = (text: string): text is FailureCode =>
  failureCodes.some((code) => code === text)

/** A code, then the signer's own words. */
export const refusedBySigner = (fault: string) => `SIGNER_REFUSED: ${fault}`

/** The code and what follows it; without a code, what somebody wrote. */
export function readFailure(failure: string): { code: FailureCode | null; detail: string } {
  const [code = '', ...rest] = failure.split(': ')
  return isFailureCode(code) ? { code, detail: rest.join(': ') } : { code: null, detail: failure }
}

/** The kind of fault that the signer found. Its own words are for the operator. */
export type SignerFault = 'PAYMENT_LIMIT' | 'DAY_LIMIT' | 'PAID_BEFORE' | 'NOT_ORDERED' | 'MISMATCH'

const signerFaults: readonly (readonly [RegExp, SignerFault])[] = [
  [/SIGNER_MAX_USD_PER_PAYMENT/, 'PAYMENT_LIMIT'],
  [/SIGNER_MAX_USD_PER_DAY/, 'DAY_LIMIT'],
  [/^(a chain could hold|a line is paid)/, 'PAID_BEFORE'],
  [/without authority|order|approved/, 'NOT_ORDERED'],
]

/** Reads the `detail` of SIGNER_REFUSED. */
export function signerFault(detail: string): SignerFault {
  return signerFaults.find(([pattern]) => pattern.test(detail))?.[1] ?? 'MISMATCH'
}
