import { parseArgs } from 'node:util'
import { rekey } from '#server/signer/rekey.ts'
import { readConfig } from '#server/startup/config.ts'
import { readMacKey } from '#server/startup/secrets.ts'
import { command } from './command.ts'
import { print } from './print.ts'
import { withStoppedProgram } from './stopped-program.ts'

/** Renews everything under MAC_KEY_FILE with another key, while nothing of the program runs. */

command(async () => {
  const { values, positionals } = parseArgs({
    options: { 'leave-unverified': { type: 'boolean', default: false } },
    allowPositionals: true,
  })
  const [newKeyFile] = positionals
  if (!newKeyFile) throw new Error('Under which key? npm run keys:rekey -- /path/of/the/new.key')
  const config = readConfig(process.env)
  const { macKeyFile, network } = config
  const [old, next] = [await readMacKey(macKeyFile, network), await readMacKey(newKeyFile, network)]
  if (old.equals(next)) throw new Error(`${newKeyFile} holds the present key.`)
  const { remade, left } = await withStoppedProgram(config, (db) =>
    rekey(db, { old, next }, { leave: values['leave-unverified'] }),
  )
  print(`Under ${newKeyFile} from now on:`)
  for (const [what, count] of Object.entries(remade)) print(`${String(count).padStart(9)} ${what}`)
  if (left > 0)
    print(`${left} rows that the old key did not make stay as they were: nobody is paid by them.`)
  print('Everybody signs in again, and asks for another code or link where one is on its way.')
  print('Put the new file in the place of MAC_KEY_FILE at every api and signer, and start them.')
  print('Older backups of the database go with the old key: keep it with them.')
})
