import type { Network } from '#domain/address.ts'
import type { Db } from '#server/platform/database.ts'
import {
  addressesFrom,
  changeBranch,
  type DerivedAddress,
  lastIndexes,
  moveIndexBeyond,
  receiveBranch,
} from './account.ts'
import { type Candidate, scriptKey } from './ours.ts'
import { lookAhead } from './watched-scripts.ts'

/** The wallet's next addresses, which by these records nobody has seen, by their script's key. */
export async function unissuedAddresses(
  db: Db,
  network: Network,
): Promise<Map<string, DerivedAddress>> {
  const found = new Map<string, DerivedAddress>()
  const last = await lastIndexes(db)
  for (const branch of [receiveBranch, changeBranch] as const) {
    const first = last[branch] + 1
    for (const one of await addressesFrom(db, branch, first, lookAhead[branch], network)) {
      found.set(scriptKey(one.script), one)
    }
  }
  return found
}

/**
 * Payrolls' addresses that a block pays and these records never handed out: an old backup was
 * restored. They are skipped from now on, so that no other payroll gets them.
 */
export async function skipPaidAddresses(
  db: Db,
  candidates: readonly Candidate[],
  network: Network,
): Promise<DerivedAddress[]> {
  if (candidates.length === 0) return []
  const unissued = await unissuedAddresses(db, network)
  const paid = candidates.flatMap(({ script }) => {
    const one = unissued.get(scriptKey(script))
    return one?.branch === receiveBranch ? [one] : []
  })
  for (const { branch, index } of paid) await moveIndexBeyond(db, branch, index)
  return paid
}
