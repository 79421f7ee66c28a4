import { readConfig } from '#server/startup/config.ts'
import { readMacKey } from '#server/startup/secrets.ts'
import { backupMacKey } from './backup/manifest-mac.ts'
import { command } from './command.ts'
import { print } from './print.ts'

/**
 * Prints the key of the MACs over backups, for the file of BACKUP_MAC_KEY_FILE: the user who backs up then
 * needs no MAC key.
 */
command(async () => {
  const { macKeyFile, network } = readConfig(process.env)
  const key = backupMacKey(await readMacKey(macKeyFile, network))
  print(key.export().toString('hex'))
  return true
})
