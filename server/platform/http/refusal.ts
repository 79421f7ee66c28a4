import type { ErrorCode } from '#contract/errors.ts'
import type { Fault } from '#contract/http.ts'

type Details = {
  /** The values that the code's text names in braces. */
  params?: Record<string, string>
  data?: Record<string, unknown>
  faults?: Fault[]
  retryAfterSeconds?: number
  cause?: unknown
}

/**
 * The one error by which a use-case refuses. `code` selects HTTP status and text in
 * contract/errors.ts; any other error is an internal one and answers 500.
 */
export class Refusal extends Error {
  readonly code: ErrorCode
  readonly details: Details

  constructor(code: ErrorCode, details: Details = {}) {
    super(code, { cause: details.cause })
    this.name = 'Refusal'
    this.code = code
    this.details = details
  }
}
