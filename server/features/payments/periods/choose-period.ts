import { paidEarlyMs } from '#domain/occurrence-state.ts'

/** A payday of a payroll's own schedule. */
export type SchedulePayday = { key: string; dueAt: Date; isSkipped: boolean }

type Input = {
  /** The payday that the press names; null: it names none. */
  named: SchedulePayday | null
  extra: boolean
  now: Date
  /** Paydays of the schedule, oldest first. */
  paydays: readonly SchedulePayday[]
  /** The newest payday for which anybody was paid. */
  lastPaid: SchedulePayday | null
  /** Everybody was paid for the period, or a run of everybody was made. */
  isPaid: (key: string) => Promise<boolean>
  /** A person of the payroll has no line of the period. */
  lacks: (key: string) => Promise<boolean>
}

type Chosen = { payday: SchedulePayday | null; isPaid: boolean; isOver: boolean }

/**
 * Chooses the payday that a press is for. A named payday wins. Otherwise it is the newest due
 * payday that is neither paid nor skipped, none before the last paid one; else the next payday
 * within 7 days. Where all of these are paid it is the last paid one, for which newcomers may lack
 * a line.
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
  const soon = next.filter(({ dueAt }) => dueAt.getTime() - now.getTime() <= paidEarlyMs)
  for (const payday of soon) if (!(await isPaid(payday.key))) return { payday, ...found }
  if (lastPaid && !lastPaid.isSkipped && (await lacks(lastPaid.key))) {
    return { payday: lastPaid, ...found }
  }
  return { payday: lastPaid ?? next[0] ?? null, isPaid: true, isOver: false }
}
