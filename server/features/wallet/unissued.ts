import { sql } from 'kysely'
import type { Network } from '#domain/address.ts'
import type { Db } from '#server/platform/database.ts'
import {
  addressesAt,
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
    const skipped = await skippedIndexes(db, branch)
    for (const one of await addressesAt(db, branch, skipped, network)) {
      found.set(scriptKey(one.script), one)
    }
  }
  return found
}

/** The indexes that these records skipped after a restore: the lost ones may have handed them out. */
async function skippedIndexes(db: Db, branch: number): Promise<number[]> {
  const [first, last] =
    branch === receiveBranch
      ? [sql.ref('first_receive_index'), sql.ref('last_receive_index')]
      : [sql.ref('first_change_index'), sql.ref('last_change_index')]
  const { rows } = await sql<{ n: number }>`
    SELECT n FROM restorations, generate_series(${first}, ${last}) AS n
    WHERE NOT EXISTS (SELECT FROM addresses WHERE branch = ${branch} AND index = n)`.execute(db)
  return rows.map(({ n }) => n)
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
