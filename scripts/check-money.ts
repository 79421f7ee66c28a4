import { existsSync } from 'node:fs'
import { createChain } from '#server/adapters/bitcoind/chain.ts'
import {
  acceptBreaches,
  breachText,
  checkInvariants,
  invariants,
  invariantTexts,
} from '#server/features/invariants/index.ts'
import { readConfig } from '#server/startup/config.ts'
import { readMacKey } from '#server/startup/secrets.ts'
import { command, withDatabase } from './command.ts'
import { whereDatabase, whereNode } from './installation-paths.ts'
import { print } from './print.ts'

/**
 * Proves all the money in the tables against itself and the node; the program may run meanwhile.
 * Ends with 1 where an invariant is broken or the node could not be asked. With --accept the
 * breaches stop payments no longer.
 */
command(async () => {
  const config = readConfig(process.env)
  const chain = createChain(whereNode(config))
  const { macKeyFile, network } = config
  const macKey = existsSync(macKeyFile) ? await readMacKey(macKeyFile, network) : null
  return withDatabase(whereDatabase(config).url, async (db) => {
    const { breaches, notAtNode } = await checkInvariants(db, chain, {
      history: 'all',
      node: 'scan',
      macKey,
      secondLookAfterMs: 15_000,
    })
    for (const invariant of invariants) {
      const found = breaches.filter((breach) => breach.invariant === invariant)
      const unknown = invariant === 'I2' && notAtNode
      const mark = found.length > 0 ? '✗' : unknown ? '?' : '✓'
      print(`${mark} ${invariant}  ${invariantTexts[invariant]}`)
      for (const breach of found) print(`      ${breachText(breach)}`)
      if (unknown) print(`      not compared with the node: ${notAtNode}`)
    }
    print()
    print(breaches.length === 0 ? 'No breach.' : `Breaches: ${breaches.length}.`)
    if (process.argv.includes('--accept') && breaches.length > 0) {
      await acceptBreaches(db, breaches)
      print(
        'Accepted: they stop payments no longer. One that goes and comes back stops them again.',
      )
    }
    return breaches.length === 0 && !notAtNode
  })
})
