import { generateX25519Identity, identityToRecipient } from 'age-encryption'
import { command } from './command.ts'
import { print } from './print.ts'

/** Makes the pair of keys of the backups. Nothing of it is kept on this machine. */
command(async () => {
  const identity = await generateX25519Identity()
  print('# The secret key. It reads all backups: keep it away from this machine, and print it too.')
  print(identity)
  print('# Into the settings of the machine that backs up, which reads none with it:')
  print(`BACKUP_RECIPIENT=${await identityToRecipient(identity)}`)
  return true
})
