import { sql } from 'kysely'
import type { Language } from '#contract/languages.ts'
import { dayMs, hourMs, minuteMs } from '#domain/durations.ts'
import type { Db } from '#server/platform/db/database.ts'

/** A backup is made each night, and may take two hours. */
const nightMs = 26 * hourMs
/** A backup is proved each week, and the proof may be a day late. */
const weekMs = 8 * dayMs

/** The times that `npm run backup` noted about its files. */
export type BackupTimes = {
  lastAt: Date
  firstAt: Date
  provenAt: Date | null
  /** The time of the newest copy of the signing record. */
  recordAt: Date | null
}
export type BackupState = 'none' | 'old' | 'proofDue' | 'unproven' | 'ok'

export async function readBackups(db: Db): Promise<BackupTimes | null> {
  const { rows } = await sql<
    Omit<BackupTimes, 'lastAt' | 'firstAt'> & Record<'lastAt' | 'firstAt', Date | null>
  >`
    SELECT max(at) AS "lastAt", min(at) AS "firstAt", max(proven_at) AS "provenAt",
      max(record_at) AS "recordAt" FROM backups`.execute(db)
  const { lastAt = null, firstAt = null, provenAt = null, recordAt = null } = rows[0] ?? {}
  return lastAt && firstAt ? { lastAt, firstAt, provenAt, recordAt } : null
}

/** Whether last night's copy of the signing record is missing. */
export const isRecordOld = ({ recordAt }: Pick<BackupTimes, 'recordAt'>, now: Date): boolean =>
  recordAt === null || now.getTime() - recordAt.getTime() > nightMs

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
