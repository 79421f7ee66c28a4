import { createChain } from '#server/adapters/bitcoind/chain.ts'
import { readConfig } from '#server/config.ts'
import {
  acceptBreaches,
  checkInvariants,
  invariants,
  invariantTexts,
} from '#server/features/invariants/index.ts'
import { connect } from '#server/platform/database.ts'
import { whereabouts } from './whereabouts.ts'

/**
 * Proves all the money that the tables know against itself and the node; the program may run
 * meanwhile. Ends with 1 where something is broken or the node could not be asked. With --accept what
 * is found stops payments no longer.
 */

const say = (text = ''): void => void process.stdout.write(`${text}\n`)

async function main(): Promise<boolean> {
  const { url, node } = whereabouts(readConfig(process.env))
  const failed = (cause: Error) => say(cause.message)
  const db = connect(url, { poolSize: 2, onError: failed })
  try {
    const { breaches, notAtNode } = await checkInvariants(db, createChain(node), {
      history: 'all',
      node: 'scan',
      secondLookAfterMs: 15_000,
    })
    for (const invariant of invariants) {
      const found = breaches.filter((breach) => breach.invariant === invariant)
      const unknown = invariant === 'I2' && notAtNode
      const mark = found.length > 0 ? '✗' : unknown ? '?' : '✓'
      say(`${mark} ${invariant}  ${invariantTexts[invariant]}`)
      for (const { subject, message } of found) say(`      ${subject}: ${message}`)
      if (unknown) say(`      not compared with the node: ${notAtNode}`)
    }
    say()
    say(breaches.length === 0 ? 'No breach.' : `Breaches: ${breaches.length}.`)
    if (process.argv.includes('--accept') && breaches.length > 0) {
      await acceptBreaches(db, breaches)
      say('Accepted: they stop payments no longer. One that goes and comes back stops them again.')
    }
    return breaches.length === 0 && !notAtNode
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
