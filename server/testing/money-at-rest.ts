import type { KeyObject } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Breach, breachText, checkInvariants } from '#server/features/invariants/index.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { Chain } from '#server/ports.ts'
import { testMacKey } from './codes.ts'

/** Open work ends within this long; a node that a test took away does not come back. */
const restMs = 30_000
const nodeMs = 3_000

/** The breaches of the money once all work has ended, without those that a test expects. */
export async function breachesAtRest(
  db: Db,
  chain: Chain,
  foreseen: readonly Breach['invariant'][] = [],
  macKey: KeyObject | null = testMacKey,
): Promise<Breach[]> {
  const begun = Date.now()
  for (;;) {
    const { breaches: all, notAtNode } = await checkInvariants(db, chain, {
      history: 'all',
      node: 'scan',
      macKey,
      secondLookAfterMs: 0,
    })
    const breaches = all.filter(({ invariant }) => !foreseen.includes(invariant))
    const waited = Date.now() - begun
    const isWaitedFor = breaches.length > 0 ? waited < restMs : notAtNode && waited < nodeMs
    if (!isWaitedFor) return breaches
    await sleep(200)
  }
}

export const describeBreaches = (breaches: readonly Breach[]): string =>
  breaches.map((one) => `${one.invariant}, ${one.kind}, ${breachText(one)}`).join('\n')
