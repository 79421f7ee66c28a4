import { verifyAudit } from '#server/features/audit/index.ts'
import { readConfig } from '#server/startup/config.ts'
import { command, withDatabase } from './command.ts'
import { whereDatabase } from './installation-paths.ts'
import { print } from './print.ts'

/**
 * Proves that no event of the audit trail was changed, removed or put in between; the program may run
 * meanwhile. Ends with 1 where one was, or where events are not sealed.
 */
command(async () => {
  const { url } = whereDatabase(readConfig(process.env))
  const { companies, events, unsealed, faults } = await withDatabase(url, verifyAudit)
  for (const { companyId, position, message } of faults) {
    print(`✗ company ${companyId}, event ${position}: ${message}`)
  }
  if (unsealed > 0n) print(`✗ ${unsealed} events wait to be sealed: is a worker running?`)
  print(`${events} events of ${companies} companies; broken chains: ${faults.length}.`)
  return faults.length === 0 && unsealed === 0n
})
