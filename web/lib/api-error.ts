import type { ErrorCode } from '#contract/errors.ts'
import type { Fault } from '#contract/http.ts'

/** Codes of this side, for answers that never came or can't be read. */
export type LocalErrorCode = 'NETWORK' | 'UNREADABLE'

/** A call that did not succeed. `message` is for people, in their language. */
export class ApiError extends Error {
  readonly code: ErrorCode | LocalErrorCode
  /** 0 where there was no answer. */
  readonly status: number
  readonly faults: readonly Fault[]
  readonly data: Record<string, unknown> | null

  constructor(
    code: ErrorCode | LocalErrorCode,
    message: string,
    details: {
      status?: number
      faults?: readonly Fault[] | undefined
      data?: Record<string, unknown> | null
      cause?: unknown
    } = {},
  ) {
    super(message, { cause: details.cause })
    this.name = 'ApiError'
    this.code = code
    this.status = details.status ?? 0
    this.faults = details.faults ?? []
    this.data = details.data ?? null
  }

  /** Errors that the screen of the call leaves out: one is silent, one has a toast of its own. */
  get isAboutSession(): boolean {
    return this.code === 'INVALID_TOKEN' || this.code === 'SESSION_EXPIRED'
  }

  /** The server answers, and its database does not: a failover takes about 20 s. */
  get isDatabaseAway(): boolean {
    return this.code === 'DATABASE_UNAVAILABLE'
  }

  /** Whether the server may have done what was asked: its answer is missing, or it lost its database meanwhile. */
  get outcomeUnknown(): boolean {
    return this.isDatabaseAway || this.code === 'NETWORK' || this.code === 'UNREADABLE'
  }
}
