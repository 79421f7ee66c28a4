import { requiredEmail } from '#contract/fields.ts'
import { inviteCompany } from '#server/features/auth/index.ts'
import { readConfig } from '#server/startup/config.ts'
import { readMacKey } from '#server/startup/secrets.ts'
import { command, withDatabase } from './command.ts'
import { whereDatabase } from './installation-paths.ts'
import { print } from './print.ts'

/** Prints the link with which one more company signs up. The program may run meanwhile. */
command(async () => {
  const [text] = process.argv.slice(2)
  if (!text) throw new Error('Whom? npm run company:invite -- somebody@example.com')
  const { success, data: email } = requiredEmail.safeParse(text)
  if (!success) throw new Error(`${text} is no e-mail address.`)
  const config = readConfig(process.env)
  const macKey = await readMacKey(config.macKeyFile, config.network)
  const { publicUrl } = config
  const link = await withDatabase(whereDatabase(config).url, (db) =>
    inviteCompany(db, email, { macKey, publicUrl, now: new Date() }),
  )
  if (!link) throw new Error(`${email} has an account already.`)
  print(link.url)
  print(
    `Good once, for ${email} alone, until ${link.until.toISOString()}. An earlier link is void.`,
  )
})
