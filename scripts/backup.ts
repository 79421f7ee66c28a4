import { armFailpoint } from '#server/platform/observe/failpoint.ts'
import { readBackup } from '#server/startup/config.ts'
import { copyRecord } from './backup/copy-record.ts'
import { readBackupMacKey } from './backup/manifest-mac.ts'
import { withServer } from './backup/server.ts'
import { storeOf } from './backup/store.ts'
import { summary } from './backup/sums.ts'
import { noteRecordCopied, writeBackup } from './backup/write-backup.ts'
import { command } from './command.ts'
import { readConnections } from './installation-paths.ts'
import { print } from './print.ts'

/** Writes one encrypted backup and deletes those that have had their time. The program may run. */
command(async () => {
  const config = readBackup(process.env)
  armFailpoint(config.failpoint)
  const store = storeOf(config.backup)
  // Says so where there is nothing to back up.
  if (!config.ownerUrl && !readConnections(config.dataDir)?.postgres) {
    throw new Error(
      `DATABASE_OWNER_URL is not set, and nothing was started on ${config.dataDir} yet.`,
    )
  }
  const macKey = await readBackupMacKey(config)
  const { written, record } = await withServer(config, { beside: true }, async (ownerUrl) => {
    const made = await writeBackup(config, { ownerUrl, store, macKey })
    const at = new Date()
    // A record copied after the database has all that the database has.
    const place = await copyRecord(config.backup, config.signerCountFile, at)
    if (place) await noteRecordCopied(ownerUrl, made.name, at)
    return { written: made, record: place }
  })
  print(`${written.name} is in ${store.where}: ${written.bytes} bytes.`)
  print(`In it: ${summary(written.manifest.sums)}.`)
  if (!macKey) {
    print(
      'It carries no MAC, since no key for one can be read: BACKUP_MAC_KEY_FILE (npm run backup:mac-key).',
    )
  }
  print(
    record
      ? `A copy of the signing record is in ${record}.`
      : 'The signing record is copied nowhere: BACKUP_RECORD_TO, another place than this.',
  )
  for (const failure of written.notDeleted) print(`Not deleted: ${failure}`)
  return true
})
