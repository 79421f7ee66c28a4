/** A payday of a payroll's own schedule. */
export type SchedulePayday = { key: string; dueAt: Date; isSkipped: boolean }

/** So long before its day a period is paid without naming it. */
const earlyMs = 7 * 24 * 3_600_000

type Input = {
  /** The payday that was named; null: none was. */
  named: SchedulePayday | null
  extra: boolean
  now: Date
  /** Oldest first. */
  paydays: readonly SchedulePayday[]
  /** The newest of which anybody was paid. */
  lastPaid: SchedulePayday | null
  /** Everybody was paid, or a run of everybody was made. */
  isPaid: (key: string) => Promise<boolean>
  /** Somebody has no line of it. */
  lacks: (key: string) => Promise<boolean>
}

type Chosen = { payday: SchedulePayday | null; isPaid: boolean; isOver: boolean }

/**
 * The payday that a press is for: the one that it names, else the newest that is due and neither paid nor
 * skipped, but none before the last paid; else the next one within 7 days. Where all of these are paid it is
 * the last paid one, of which newcomers may lack their line.
 */
export async function choosePeriod(press: Input): Promise<Chosen> {
  const { named, extra, now, paydays, lastPaid, isPaid, lacks } = press
  if (named) return { payday: named, isPaid: false, isOver: named.isSkipped }
  const open = paydays.filter(
    ({ isSkipped, dueAt }) => !isSkipped && (!lastPaid || dueAt >= lastPaid.dueAt),
  )
  const due = open.filter(({ dueAt }) => dueAt <= now)
  const next = open.filter(({ dueAt }) => dueAt > now)
  const found = { isPaid: false, isOver: false }
  if (extra) {
    const payday = due.at(-1) ?? lastPaid ?? next[0] ?? null
    return { payday, ...found }
  }
  for (const payday of due.toReversed()) {
    if (!(await isPaid(payday.key))) return { payday, ...found }
  }
  const soon = next.filter(({ dueAt }) => dueAt.getTime() - now.getTime() <= earlyMs)
  for (const payday of soon) if (!(await isPaid(payday.key))) return { payday, ...found }
  if (lastPaid && !lastPaid.isSkipped && (await lacks(lastPaid.key))) {
    return { payday: lastPaid, ...found }
  }
  return { payday: lastPaid ?? next[0] ?? null, isPaid: true, isOver: false }
}
