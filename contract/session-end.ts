import { hourMs } from '#domain/durations.ts'

/** How long a session lives without activity, and at most. Polls and the refresh are no activity. */
export const idleLimitMs = hourMs
export const absoluteLimitMs = 12 * hourMs

/** The limit that ends a session: nothing was done, or it began too long ago. */
export type SessionLimit = 'idle' | 'age'

export interface SessionEnd {
  /** Milliseconds, and not a time of day: clocks of browsers are wrong. */
  inMs: number
  by: SessionLimit
}

/** The header of every answer to a live session. */
export const sessionEndName = 'session-ends'

/** `in=118, by=idle`: whole seconds (RFC 8941, a dictionary). */
export const sessionEndHeader = ({ inMs, by }: SessionEnd) =>
  `in=${Math.max(0, Math.ceil(inMs / 1000))}, by=${by}`

/** Null where there is none, or another version's. */
export function readSessionEnd(header: string | null): SessionEnd | null {
  const [, seconds, by] = /^in=(\d{1,9}), by=(idle|age)$/.exec(header ?? '') ?? []
  if (seconds === undefined) return null
  return { inMs: Number(seconds) * 1000, by: by === 'age' ? 'age' : 'idle' }
}
