import { join } from 'node:path'
import { readConfig } from '#server/config.ts'
import { readPrivateJson } from '#server/embedded/data-dir.ts'
import { resetTwoFactor } from '#server/features/users/index.ts'
import { connect } from '#server/platform/database.ts'

/** Switches the second factor of one user off, by e-mail. The program may run meanwhile. */

const say = (text: string): void => void process.stdout.write(`${text}\n`)

function databaseUrl(config: ReturnType<typeof readConfig>): string {
  if (config.database) return config.database.url
  const connections = readPrivateJson<{ postgres: string }>(
    join(config.dataDir, 'connections.json'),
  )
  if (!connections)
    throw new Error(`Nothing was started on ${config.dataDir} yet: npm start first.`)
  return connections.postgres
}

async function main(): Promise<void> {
  const [email] = process.argv.slice(2)
  if (!email) throw new Error('Whose? npm run user:reset-2fa -- somebody@example.com')
  const config = readConfig(process.env)
  const db = connect(databaseUrl(config), { poolSize: 1, onError: (cause) => say(cause.message) })
  try {
    const smsConfigured = config.sandbox || config.twilio !== null
    if (!(await resetTwoFactor(db, email, { now: new Date(), smsConfigured }))) {
      throw new Error(`Nobody has an account with ${email}.`)
    }
    say(`Two-factor is off for ${email}, all sessions are over, and a message tells of it.`)
  } finally {
    await db.destroy()
  }
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`)
  process.exitCode = 1
})
