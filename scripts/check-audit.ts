import { verifyAudit } from '#server/features/audit/index.ts'
import { readConfig } from '#server/startup/config.ts'
import { readMacKey } from '#server/startup/secrets.ts'
import { command, withDatabase } from './command.ts'
import { whereDatabase } from './installation-paths.ts'
import { print } from './print.ts'

const namedAtMost = 20

/**
 * Proves that no event of the audit trail was changed, removed, invented or put in between; the program
 * may run meanwhile. Ends with 1 where one was, or where events are not sealed.
 */
command(async () => {
  const config = readConfig(process.env)
  const macKey = await readMacKey(config.macKeyFile, config.network)
  const { companies, events, unsealed, foreign, faults } = await withDatabase(
    whereDatabase(config).url,
    (db) => verifyAudit(db, macKey),
  )
  for (const { companyId, position, message } of faults) {
    print(`✗ company ${companyId}, event ${position}: ${message}`)
  }
  for (const id of foreign.slice(0, namedAtMost)) {
    print(`✗ event ${id}: the program did not write it, and it is in no chain`)
  }
  if (foreign.length > namedAtMost) print(`✗ and ${foreign.length - namedAtMost} more`)
  if (unsealed > 0) print(`✗ ${unsealed} events wait to be sealed: is a worker running?`)
  print(`${events} events of ${companies} companies; broken chains: ${faults.length}.`)
  return faults.length + foreign.length + unsealed === 0
})
