import { readConfig } from '#server/config.ts'
import { verifyAudit } from '#server/features/audit/index.ts'
import { connect } from '#server/platform/database.ts'
import { whereabouts } from './whereabouts.ts'

/**
 * Proves that no event of the audit trail was changed, removed or put in between; the program may run
 * meanwhile. Ends with 1 where one was, or where events are not sealed.
 */

const say = (text = ''): void => void process.stdout.write(`${text}\n`)

async function main(): Promise<boolean> {
  const db = connect(whereabouts(readConfig(process.env)).url, {
    poolSize: 1,
    onError: (cause) => say(cause.message),
  })
  try {
    const { companies, events, unsealed, faults } = await verifyAudit(db)
    for (const { companyId, position, message } of faults) {
      say(`✗ company ${companyId}, event ${position}: ${message}`)
    }
    if (unsealed > 0n) say(`✗ ${unsealed} events wait to be sealed: is a worker running?`)
    say(`${events} events of ${companies} companies; broken chains: ${faults.length}.`)
    return faults.length === 0 && unsealed === 0n
  } finally {
    await db.destroy()
  }
}

main().then(
  (isWell) => process.exit(isWell ? 0 : 1),
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n`)
    process.exit(1)
  },
)
