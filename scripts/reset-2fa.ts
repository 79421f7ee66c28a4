import { withMacsOfActs } from '#server/authorization/audit-rows.ts'
import { resetTwoFactor } from '#server/features/users/index.ts'
import { createLog } from '#server/platform/observe/log.ts'
import { readConfig } from '#server/startup/config.ts'
import { readMacKey } from '#server/startup/secrets.ts'
import { command, withDatabase } from './command.ts'
import { whereDatabase } from './installation-paths.ts'
import { print } from './print.ts'

/** Switches the second factor of one user off, by e-mail. The program may run meanwhile. */
command(async () => {
  const [email] = process.argv.slice(2)
  if (!email) throw new Error('Whose? npm run user:reset-2fa -- somebody@example.com')
  const config = readConfig(process.env)
  const smsConfigured = config.sandbox || config.twilio !== null
  const macKey = await readMacKey(config.macKeyFile, config.network)
  const outcome = await withDatabase(whereDatabase(config).url, (db) =>
    resetTwoFactor(withMacsOfActs(db, macKey), email, {
      macKey,
      config,
      smsConfigured,
      now: new Date(),
      log: createLog('warn'),
    }),
  )
  if (outcome === 'NOBODY') throw new Error(`Nobody has an account with ${email}.`)
  if (outcome === 'KEYS_COUNT') {
    throw new Error(
      `Nothing was done: a passkey of ${email} counts where passkeys alone move money, and another key approves that it goes. An administrator asks for it under Equipo; where nobody is left, npm run company:end-rules -- ${email} --with-seed.`,
    )
  }
  print(`Two-factor is off for ${email}, all sessions are over, and a message tells of it.`)
})
