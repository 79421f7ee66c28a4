import { dayMs } from '../durations.ts'

/**
 * Local times of an IANA time zone as instants, by the platform's own data (`Intl`): Node 24 has no
 * `Temporal` yet.
 */

const formats = new Map<string, Intl.DateTimeFormat>()

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone)
  if (known) return known
  const format = new Intl.DateTimeFormat('en-US-u-ca-gregory-nu-latn', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  })
  formats.set(timeZone, format)
  return format
}

/** Whether the platform knows a zone of this name. Offsets such as '-06:00' are none: they have no rules. */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false
  try {
    formatOf(name)
    return true
  } catch (error) {
    if (error instanceof RangeError) return false
    throw error
  }
}

/** The wall clock of a zone at an instant, `'YYYY-MM-DDTHH:MM:SS'`. RangeError: an unknown zone. */
function wallClock(instant: number, timeZone: string): string {
  const parts = formatOf(timeZone).formatToParts(instant)
  const part = (wanted: Intl.DateTimeFormatPartTypes) =>
    parts.find(({ type }) => type === wanted)?.value
  const [year, month, day] = [part('year'), part('month'), part('day')]
  const [hour, minute, second] = [part('hour'), part('minute'), part('second')]
  return `${year}-${month}-${day}T${hour}:${minute}:${second}`
}

function offsetMs(instant: number, timeZone: string): number {
  const whole = Math.floor(instant / 1000) * 1000
  return Date.parse(`${wallClock(whole, timeZone)}Z`) - whole
}

/** The calendar day in a zone at an instant, `'YYYY-MM-DD'`. RangeError: an unknown zone, no instant. */
export function dayIn(timeZone: string, instant: Date): string {
  return wallClock(instant.getTime(), timeZone).slice(0, 10)
}

/**
 * The instant of `day` ('YYYY-MM-DD') at `hour` ('HH:MM') in a zone. An hour that a change of time
 * skips is the first instant after it; an hour that occurs twice is the first of the two.
 * RangeError: an unknown zone.
 */
export function instantOf(day: string, hour: string, timeZone: string): Date {
  const local = Date.parse(`${day}T${hour}:00Z`)
  // No zone is further than 14 hours from UTC, so a change of that day lies between these two.
  const before = offsetMs(local - dayMs, timeZone)
  const after = offsetMs(local + dayMs, timeZone)
  const instants = [local - before, local - after].filter(
    (instant) => instant + offsetMs(instant, timeZone) === local,
  )
  if (instants.length > 0) return new Date(Math.min(...instants))
  return new Date(changeBetween(local - after, local - before, timeZone))
}

/** The first instant after `early` with the offset of `late`: where the clocks change. */
function changeBetween(early: number, late: number, timeZone: string): number {
  const changed = offsetMs(late, timeZone)
  let [below, above] = [early, late]
  while (above - below > 1) {
    const middle = Math.floor((below + above) / 2)
    if (offsetMs(middle, timeZone) === changed) above = middle
    else below = middle
  }
  return above
}

/**
 * The first day of the year from `from` on whose clocks skip `hour` ('HH:MM'); null: no day does.
 * RangeError: an unknown zone.
 */
export function findSkippedDay(hour: string, timeZone: string, from: Date): string | null {
  for (let noon = from.getTime(); noon < from.getTime() + 366 * dayMs; noon += dayMs) {
    // An hour is skipped only on a day between two offsets.
    if (offsetMs(noon, timeZone) === offsetMs(noon + dayMs, timeZone)) continue
    // An hour after the last one of a day is passed over: 24 hours later is the third.
    for (const instant of [noon, noon + dayMs / 2, noon + dayMs]) {
      const day = wallClock(instant, timeZone).slice(0, 10)
      const found = wallClock(instantOf(day, hour, timeZone).getTime(), timeZone)
      if (found.slice(0, 16) !== `${day}T${hour}`) return day
    }
  }
  return null
}
