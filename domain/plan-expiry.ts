import { dayMs, hourMs } from './durations.ts'

/** An order that nobody approves within this long is rejected. */
export const approvalLivesMs = dayMs

/** The time before the end at which approvers are asked once more. */
export const reminderMs = 4 * hourMs

/** A rate locked longer ago than this is signed for no first time. */
export const planLivesMs = hourMs

export type OrderTimes = { needsApproval: boolean; requestedAt: Date; approvedAt: Date | null }

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

export const isPlanExpired = (order: OrderTimes, now: Date): boolean => now > planEndsAt(order)
