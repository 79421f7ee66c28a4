import { dayMs, hourMs } from './durations.ts'

/** An order that nobody approves within this long is rejected. */
export const approvalLivesMs = dayMs

/** The time before the end at which approvers are asked once more. */
export const reminderMs = 4 * hourMs

/** A rate locked longer ago than this is signed for no first time. */
export const planLivesMs = hourMs

export type OrderTimes = { needsApproval: boolean; requestedAt: Date; approvedAt: Date | null }

/** The hold after a restored backup; `until` is null while it is on. */
export type RestoreHold = { since: Date; until: Date | null }

/**
 * Until when the first transaction of an order may be signed: one hour after the press or, where it
 * needs an approval, after that. An approval comes within 24 hours of the press or counts as of their
 * end. An order that has a signature does not end.
 */
export function planEndsAt({ needsApproval, requestedAt, approvedAt }: OrderTimes): Date {
  const lastApproval = requestedAt.getTime() + approvalLivesMs
  const approval = Math.min(approvedAt?.getTime() ?? lastApproval, lastApproval)
  return new Date((needsApproval ? approval : requestedAt.getTime()) + planLivesMs)
}

/** A hold stops the clock of an order that had not expired when it began: it has an hour after it. */
export function isPlanExpired(order: OrderTimes, now: Date, hold: RestoreHold | null): boolean {
  const endsAt = planEndsAt(order)
  if (now <= endsAt) return false
  if (!hold || hold.since > endsAt) return true
  return hold.until !== null && now.getTime() > hold.until.getTime() + planLivesMs
}
