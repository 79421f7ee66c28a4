import { resealSeed } from '#server/signer/reseal-seed.ts'
import { readConfig } from '#server/startup/config.ts'
import { readSignerSecret } from '#server/startup/secrets.ts'
import { command, withDatabase } from './command.ts'
import { whereOwner } from './installation-paths.ts'
import { print } from './print.ts'

/** Seals the seed under a new key. The signer may run meanwhile: it has opened the seed already. */
command(async () => {
  const [newKeyFile] = process.argv.slice(2)
  if (!newKeyFile) throw new Error('Under which key? npm run seed:reseal -- /path/of/the/new.key')
  const config = readConfig(process.env)
  const { signerKeyFile, network } = config
  const secret = await readSignerSecret(signerKeyFile, network)
  const next = await readSignerSecret(newKeyFile, network)
  await withDatabase(whereOwner(config), (db) => resealSeed(db, network, secret, next))
  print(`The seed is sealed under ${newKeyFile}; ${signerKeyFile} opens it no more.`)
  print('Set SIGNER_KEY_FILE to the new file, or put it in the place of the old one, and start the')
  print(
    'signer again. Older backups of the database open with the old key alone: keep it with them.',
  )
})
