import { sql } from 'kysely'
import type { Language } from '#contract/languages.ts'
import { dayMs, hourMs, minuteMs } from '#domain/durations.ts'
import type { Db } from '#server/platform/db/database.ts'

/** A backup is made each night, and may take two hours. */
const nightMs = 26 * hourMs
/** A backup is proved each week, and the proof may be a day late. */
const weekMs = 8 * dayMs

/** The times that `npm run backup` noted about its files. */
export type BackupTimes = { lastAt: Date; firstAt: Date; provenAt: Date | null }
export type BackupState = 'none' | 'old' | 'proofDue' | 'unproven' | 'ok'

export async function readBackups(db: Db): Promise<BackupTimes | null> {
  const { rows } = await sql<{ last: Date | null; first: Date | null; proven: Date | null }>`
    SELECT max(at) AS last, min(at) AS first, max(proven_at) AS proven FROM backups`.execute(db)
  const { last, first, proven } = rows[0] ?? {}
  return last && first ? { lastAt: last, firstAt: first, provenAt: proven ?? null } : null
}

/**
 * The state of the backups. `unproven`: the first are younger than a week, so their proof is still
 * to come.
 */
export function backupState(backups: BackupTimes | null, now: Date): BackupState {
  if (!backups) return 'none'
  const since = (at: Date) => now.getTime() - at.getTime()
  if (since(backups.lastAt) > nightMs) return 'old'
  if (since(backups.provenAt ?? backups.firstAt) > weekMs) return 'proofDue'
  return backups.provenAt ? 'ok' : 'unproven'
}

const units = [
  { unit: 'day', ms: dayMs },
  { unit: 'hour', ms: hourMs },
  { unit: 'minute', ms: minuteMs },
] as const

/** A time ago, such as 'hace 6 h': whole units, and days from two on. */
export function ago(at: Date, now: Date, language: Language): string {
  const passed = Math.max(0, now.getTime() - at.getTime())
  const { unit, ms } = units.find((each) => passed >= 2 * each.ms) ?? units[2]
  return new Intl.RelativeTimeFormat(language, { style: 'short' }).format(
    -Math.floor(passed / ms),
    unit,
  )
}

/** A day such as '20 nov', by the companies' calendar. */
export const shortDay = (at: Date, language: Language): string =>
  new Intl.DateTimeFormat(language, {
    day: 'numeric',
    month: 'short',
    timeZone: 'America/El_Salvador',
  }).format(at)
