import type { Network } from '#domain/address.ts'
import type { WalkedTransaction } from '#domain/block.ts'
import type { Db } from '#server/platform/database.ts'
import {
  addressesFrom,
  changeBranch,
  type DerivedAddress,
  lastIndex,
  moveIndexBeyond,
  receiveBranch,
} from './account.ts'
import { mayBeOurs, scriptKey } from './ours.ts'

/** The first bytes of the hash in a script of ours. */
const beginningOf = (script: Uint8Array) =>
  ((script[2] ?? 0) << 16) | ((script[3] ?? 0) << 8) | (script[4] ?? 0)

/** So far beyond the last address that was handed out is looked, for records that are behind. */
const lookAhead = { [receiveBranch]: 100, [changeBranch]: 500 } as const

/** The wallet's next addresses, which by these records nobody has seen, by their script's key. */
export async function unissuedAddresses(
  db: Db,
  network: Network,
): Promise<Map<string, DerivedAddress>> {
  const found = new Map<string, DerivedAddress>()
  for (const branch of [receiveBranch, changeBranch] as const) {
    const first = (await lastIndex(db, branch)) + 1
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
  transactions: WalkedTransaction[],
  network: Network,
): Promise<DerivedAddress[]> {
  const unissued = await unissuedAddresses(db, network)
  // Most scripts of a block differ in their first bytes already, and need no key.
  const beginnings = new Set([...unissued.values()].map(({ script }) => beginningOf(script)))
  const paid: DerivedAddress[] = []
  for (const { outputs } of transactions) {
    for (const { script } of outputs) {
      if (!mayBeOurs(script) || !beginnings.has(beginningOf(script))) continue
      const one = unissued.get(scriptKey(script))
      if (one?.branch === receiveBranch) paid.push(one)
    }
  }
  for (const { branch, index } of paid) await moveIndexBeyond(db, branch, index)
  return paid
}
