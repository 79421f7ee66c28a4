import {
  ago,
  type BackupTimes,
  backupState,
  isRecordOld,
  readBackups,
} from '#server/features/monitoring/index.ts'
import type { Config } from '#server/startup/config.ts'
import { type Finding, fine, note } from './finding.ts'
import { lookInto } from './look-into.ts'

/** Play money needs none; one's own way of backing up is not known here, so a missing one is a note. */
export async function examineBackups(
  url: string | null,
  { sandbox }: Pick<Config, 'sandbox'>,
  now = new Date(),
): Promise<Finding[]> {
  if (!url) return []
  const looked = await lookInto(url, async (db) => ({ backups: await readBackups(db) }))
  if (!looked) return []
  const { backups } = looked
  const state = backupState(backups, now)
  if (!backups) {
    return sandbox ? [] : [note('No backup is listed: npm run backup, each night by its timer.')]
  }
  const proven = backups.provenAt ? `proven on ${day(backups.provenAt)}` : 'not proven yet'
  const record = examineRecord(backups, now)
  const said = `Last backup: ${ago(backups.lastAt, now, 'en')}, ${proven}.`
  if (state === 'old') return [note(`${said} Last night's is missing.`), record]
  const isDue = state === 'proofDue'
  return [isDue ? note(`${said} npm run backup:verify is due.`) : fine(said), record]
}

/** Signatures since its last copy are unknown where the machine is lost. */
function examineRecord(backups: BackupTimes, now: Date): Finding {
  const { recordAt } = backups
  if (!recordAt) return note('The signing record is copied nowhere: BACKUP_RECORD_TO.')
  const said = `Last copy of the signing record: ${ago(recordAt, now, 'en')}.`
  return isRecordOld(backups, now) ? note(`${said} Last night's is missing.`) : fine(said)
}

const day = (at: Date) => at.toISOString().slice(0, 10)
