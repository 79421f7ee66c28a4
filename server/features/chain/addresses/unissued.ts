import { sql } from 'kysely'
import type { Network } from '#domain/address.ts'
import type { Db } from '#server/platform/db/database.ts'
import { type OutputCandidate, scriptKey } from '../apply/owned.ts'
import {
  changeBranch,
  type DerivedAddress,
  deriveAddressesAt,
  moveIndexBeyond,
  readLastIndexes,
  receiveBranch,
} from './account.ts'
import { gapLimit } from './watched-scripts.ts'

/**
 * Finds the wallet's addresses that these records never handed out, by their script's key: the next
 * ones, those skipped after a restore, and those whose plan was rolled back.
 */
export async function findUnissuedAddresses(
  db: Db,
  network: Network,
): Promise<Map<string, DerivedAddress>> {
  const found = new Map<string, DerivedAddress>()
  const last = await readLastIndexes(db)
  for (const branch of [receiveBranch, changeBranch] as const) {
    const indexes = await findUnissuedIndexes(db, branch, last[branch] + gapLimit[branch])
    for (const one of await deriveAddressesAt(db, branch, indexes, network)) {
      found.set(scriptKey(one.script), one)
    }
  }
  return found
}

async function findUnissuedIndexes(db: Db, branch: number, upTo: number): Promise<number[]> {
  const { rows } = await sql<{ n: number }>`
    SELECT n FROM generate_series(0, ${upTo}::integer) AS n
    WHERE NOT EXISTS (SELECT FROM addresses WHERE branch = ${branch} AND index = n)`.execute(db)
  return rows.map(({ n }) => n)
}

/**
 * Skips payrolls' addresses that a block pays but these records never handed out, because an old
 * backup was restored. Otherwise another payroll could get one of them.
 */
export async function skipPaidAddresses(
  db: Db,
  candidates: readonly OutputCandidate[],
  network: Network,
): Promise<DerivedAddress[]> {
  if (candidates.length === 0) return []
  const unissued = await findUnissuedAddresses(db, network)
  const paid = candidates.flatMap(({ script }) => {
    const one = unissued.get(scriptKey(script))
    return one?.branch === receiveBranch ? [one] : []
  })
  for (const { branch, index } of paid) await moveIndexBeyond(db, branch, index)
  return paid
}
