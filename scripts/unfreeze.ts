import { withMacsOfActs } from '#server/authorization/audit-rows.ts'
import { unfreezeByOperator } from '#server/features/freeze/index.ts'
import { createLog } from '#server/platform/observe/log.ts'
import { readConfig } from '#server/startup/config.ts'
import { readMacKey } from '#server/startup/secrets.ts'
import { command, withDatabase } from './command.ts'
import { whereDatabase } from './installation-paths.ts'
import { print } from './print.ts'

/** Unfreezes the company of one administrator, by e-mail. The program may run meanwhile. */
command(async () => {
  const [email] = process.argv.slice(2)
  if (!email) throw new Error('Whose? npm run company:unfreeze -- somebody@example.com')
  const config = readConfig(process.env)
  const macKey = await readMacKey(config.macKeyFile, config.network)
  const log = createLog('warn')
  const company = await withDatabase(whereDatabase(config).url, (db) =>
    unfreezeByOperator(withMacsOfActs(db, macKey), email, { macKey, log, config, now: new Date() }),
  )
  if (!company) throw new Error(`Nobody has an account with ${email}.`)
  const { name, wasFrozen } = company
  if (!wasFrozen) throw new Error(`${name} is not frozen.`)
  print(`${name} is unfrozen and may pay again; a message tells its administrators.`)
})
