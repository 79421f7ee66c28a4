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

/** So far beyond the last address that was handed out is looked, for records that are behind. */
const lookAhead = { [receiveBranch]: 100, [changeBranch]: 500 } as const

/** The wallet's next addresses, which by these records nobody has seen, by their script in hex. */
export async function unissuedAddresses(
  db: Db,
  network: Network,
): Promise<Map<string, DerivedAddress>> {
  const found = new Map<string, DerivedAddress>()
  for (const branch of [receiveBranch, changeBranch] as const) {
    const first = (await lastIndex(db, branch)) + 1
    for (const one of await addressesFrom(db, branch, first, lookAhead[branch], network)) {
      found.set(one.script.toString('hex'), one)
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
  const paid: DerivedAddress[] = []
  for (const { outputs } of transactions) {
    for (const { script } of outputs) {
      if (script.length !== 22) continue
      const one = unissued.get(Buffer.from(script).toString('hex'))
      if (one?.branch === receiveBranch) paid.push(one)
    }
  }
  for (const { branch, index } of paid) await moveIndexBeyond(db, branch, index)
  return paid
}
