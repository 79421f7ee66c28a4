import { dayMs, hourMs } from './durations.ts'

/** A payday is paid from its hour on for so long; after that a person decides. */
export const occurrenceWindowMs = 6 * hourMs

/** A run that names no period pays the next one from so long before its payday. */
export const paidEarlyMs = 7 * dayMs

/** The sheet of a payday is stored, and its approval asked for, so long before. */
export const prepareBeforeMs = 2 * dayMs

/** Screens tell of a payday as the newest event for so long after it was paid. */
export const recentPaydayMs = 72 * hourMs

/** A payday that was missed is the next one for so long, unless a later one is due or paid. */
export const missedForMs = 7 * dayMs

/** How long before a payday the company is reminded. */
export const reminderBeforeMs = {
  DAYS_7: 7 * dayMs,
  DAYS_2: 2 * dayMs,
  HOURS_4: 4 * hourMs,
} as const
export type ReminderKind = keyof typeof reminderBeforeMs

export type OccurrenceFacts = {
  dueAt: Date
  /** The run that counts for its period; `isUnapproved`: it still waits for an approval. */
  run: { isUnapproved: boolean } | null
  isSkipped: boolean
  isPrepared: boolean
  isApproved: boolean
  /** Something is missing, or in the way. */
  isHindered: boolean
}

/** The state of a payday: the first that applies. */
export function occurrenceState(
  { dueAt, run, isSkipped, isPrepared, isApproved, isHindered }: OccurrenceFacts,
  now: Date,
) {
  if (run) return run.isUnapproved ? 'prepared' : 'paid'
  if (isSkipped) return 'skipped'
  const late = now.getTime() - dueAt.getTime()
  if (late > occurrenceWindowMs) return 'missed'
  if (late >= 0 && isHindered) return 'held'
  return isApproved ? 'approved' : isPrepared ? 'prepared' : 'planned'
}

/** When the company is reminded next of a payday that is open; null: not again. */
export function nextReminder(dueAt: Date, now: Date): Date | null {
  const times = Object.values(reminderBeforeMs).map((before) => dueAt.getTime() - before)
  const next = times.filter((time) => time > now.getTime()).sort((a, b) => a - b)[0]
  return next === undefined ? null : new Date(next)
}
