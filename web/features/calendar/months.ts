import type { Occurrence } from '#contract/calendar.ts'
import { dayIn } from '#domain/schedule/zoned-time.ts'
import { isOver } from '#web/shared/calendar/occurrence-look.ts'
import { localZone } from './schedule-form.ts'

/** A day of El Salvador, as `2026-11-30`. */
export const localDayOf = (instant: string | number): string => dayIn(localZone, new Date(instant))

/** One line of a month: a payday, or several planned ones of one day in a later month. */
export interface PaydayLine {
  day: string
  /** The first line of its day. */
  isFirst: boolean
  occurrences: readonly [Occurrence, ...Occurrence[]]
}

export interface Month {
  /** `2026-11` */
  key: string
  occurrences: Occurrence[]
  /** Paydays that were paid, folded into one line. */
  done: Occurrence[]
  lines: PaydayLine[]
}

const sumOf = (occurrences: readonly Occurrence[]): number =>
  occurrences.reduce((cents, { totalUsd }) => cents + Math.round(totalUsd * 100), 0) / 100

/** The sum that is left to pay of them, in dollars. */
export const toPayOf = ({ occurrences }: Month): number =>
  sumOf(occurrences.filter((one) => !isOver(one)))

export const totalOf = sumOf

/** Planned pays of one day are one line, special ones each their own. */
const joins = (line: PaydayLine | undefined, one: Occurrence): boolean => {
  const [first] = line?.occurrences ?? []
  return (
    first !== undefined &&
    line?.day === localDayOf(one.dueAt) &&
    [first, one].every(({ kind, state }) => kind === 'REGULAR' && state === 'planned')
  )
}

function linesOf(occurrences: readonly Occurrence[], isGrouped: boolean): PaydayLine[] {
  const lines: { day: string; isFirst: boolean; occurrences: [Occurrence, ...Occurrence[]] }[] = []
  for (const one of occurrences) {
    const last = lines.at(-1)
    if (isGrouped && last && joins(last, one)) last.occurrences.push(one)
    else {
      const day = localDayOf(one.dueAt)
      lines.push({ day, isFirst: last?.day !== day, occurrences: [one] })
    }
  }
  return lines
}

/** The paydays of a line, each in one of its own. */
export const separate = ({ day, isFirst, occurrences }: PaydayLine): PaydayLine[] =>
  occurrences.map((one, index) => ({ day, isFirst: isFirst && index === 0, occurrences: [one] }))

/**
 * The months that have paydays, in order; one that is over is there for what nobody paid. Later months are
 * gathered by day.
 */
export function monthsOf(occurrences: readonly Occurrence[], now: number): Month[] {
  const sorted = occurrences.toSorted(
    (a, b) => a.dueAt.localeCompare(b.dueAt) || a.payroll.name.localeCompare(b.payroll.name),
  )
  const current = localDayOf(now).slice(0, 7)
  const byMonth = Map.groupBy(sorted, ({ dueAt }) => localDayOf(dueAt).slice(0, 7))
  const shown = [...byMonth].filter(
    ([key, ofMonth]) => key >= current || ofMonth.some((one) => !isOver(one)),
  )
  return shown.map(([key, ofMonth]) => ({
    key,
    occurrences: ofMonth,
    done: ofMonth.filter(({ state }) => state === 'paid'),
    lines: linesOf(
      ofMonth.filter(({ state }) => state !== 'paid'),
      key > current,
    ),
  }))
}

/** The payday that is asked about: the first that is not over and whose time has not passed. */
export const nextOf = (occurrences: readonly Occurrence[]): Occurrence | undefined =>
  occurrences
    .filter((one) => !isOver(one) && one.state !== 'missed')
    .toSorted((a, b) => a.dueAt.localeCompare(b.dueAt))[0]
