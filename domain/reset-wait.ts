import { dayMs } from './durations.ts'

/** After a password reset by mail, money goes to new addresses only this much later. */
const resetWaitMs = dayMs

/** A user's last password reset by mail, and where the codes about money go. */
export type ResetState = { resetAt: Date | null; codesVia: 'EMAIL' | 'SMS' }

/**
 * Until when a user may not send money to new addresses; null: may now. A code by text message proves
 * more than the mailbox that reset the password.
 */
export function waitsUntil({ resetAt, codesVia }: ResetState, now: Date): Date | null {
  if (!resetAt || codesVia === 'SMS') return null
  const until = new Date(resetAt.getTime() + resetWaitMs)
  return now < until ? until : null
}

/** Whether such a user's order to new addresses needs a code, whatever the company's settings say. */
export function needsOtherChannel({ resetAt, codesVia }: ResetState, now: Date): boolean {
  return codesVia === 'SMS' && waitsUntil({ resetAt, codesVia: 'EMAIL' }, now) !== null
}
