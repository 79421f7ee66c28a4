/** A payday is paid from its hour on for so long; after that a person decides. */
export const occurrenceWindowMs = 6 * 3_600_000

/** A payday that was missed is the next one for so long, unless a later one is due or paid. */
export const missedForMs = 7 * 86_400_000

/** How long before a payday the company is reminded. */
export const reminderBeforeMs = {
  DAYS_7: 7 * 86_400_000,
  DAYS_2: 2 * 86_400_000,
  HOURS_4: 4 * 3_600_000,
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
