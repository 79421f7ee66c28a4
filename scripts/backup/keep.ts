import { dayMs } from '#domain/durations.ts'

/** The names of backups, and which of them stay. */

/**
 * A backup's name has the time of the snapshot, in UTC, so that names sort as the backups were
 * made.
 */
export const backupName = (at: Date): string =>
  `quincena-${at.toISOString().replaceAll(/[-:]|\.\d+/g, '')}.age`

const shape = /^quincena-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z\.age$/

/** The time in a name; null where `npm run backup` did not give it. */
export function timeOf(name: string): Date | null {
  const [, ...parts] = shape.exec(name) ?? []
  if (parts.length === 0) return null
  const [year = 0, month = 1, ...rest] = parts.map(Number)
  const time = new Date(Date.UTC(year, month - 1, ...rest))
  return backupName(time) === name ? time : null
}

const day = (time: Date) => time.toISOString().slice(0, 10)
const month = (time: Date) => time.toISOString().slice(0, 7)
/** Weeks begin on Monday; 1970 began on a Thursday. */
const week = (time: Date) => String(Math.floor((time.getTime() / dayMs + 3) / 7))

const rules = [
  { spanOf: day, spans: 7 },
  { spanOf: week, spans: 4 },
  { spanOf: month, spans: 12 },
]

/**
 * The newest backup of each of the last 7 days, 4 weeks and 12 months that have any stays, and all of the
 * last 24 hours. The others may go; a file of another name is never among them.
 */
export function findOutlived(names: readonly string[]): string[] {
  const backups = names
    .flatMap((name) => {
      const time = timeOf(name)
      return time ? [{ name, time }] : []
    })
    .toSorted((a, b) => b.time.getTime() - a.time.getTime())
  const newestTime = backups[0]?.time.getTime() ?? 0
  const recent = backups.filter(({ time }) => newestTime - time.getTime() < dayMs)
  const kept = new Set(recent.map(({ name }) => name))
  for (const { spanOf, spans } of rules) {
    const newest = new Map<string, string>()
    for (const { name, time } of backups) {
      const span = spanOf(time)
      if (!newest.has(span)) newest.set(span, name)
    }
    for (const name of [...newest.values()].slice(0, spans)) kept.add(name)
  }
  return backups.flatMap(({ name }) => (kept.has(name) ? [] : [name]))
}
