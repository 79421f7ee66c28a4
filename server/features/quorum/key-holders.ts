import type { KeyObject } from 'node:crypto'
import { readPasskeys } from '#server/authorization/factor-rows.ts'
import { readFactors } from '#server/features/factors/index.ts'
import type { Db } from '#server/platform/db/database.ts'
import { isSameKey, readApprovedKeys } from './approved-keys.ts'
import { readList } from './key-list.ts'

/** People who have a passkey. */
export async function readKeyHolders(db: Db, companyId: string): Promise<ReadonlySet<string>> {
  const factors = await readFactors(db, companyId)
  return new Set([...factors].flatMap(([id, kinds]) => (kinds.includes('PASSKEY') ? [id] : [])))
}

/**
 * Reads the passkeys that count under `strongOnly`, with their owners: those that signed the list
 * or were approved since, and still exist.
 */
export async function readCountingKeys(
  db: Db,
  macKey: KeyObject,
  companyId: string,
  now: Date,
): Promise<ReadonlyMap<string, string>> {
  const list = await readList(db, macKey, companyId)
  const counting = new Map<string, string>()
  if (!list) return counting
  for (const { user_id: userId, passkey_id: id } of list.signed) {
    const present = await readPasskeys(db, macKey, { companyId, userId })
    if (present.some((key) => key.id === id)) counting.set(id ?? '', userId)
  }
  const since = { after: list.row.asked_at, now }
  for (const key of await readApprovedKeys(db, macKey, companyId, since)) {
    const present = await readPasskeys(db, macKey, { companyId, userId: key.userId })
    const found = present.find((one) => isSameKey(one, key))
    if (found) counting.set(found.id, key.userId)
  }
  return counting
}

/** The people whose keys count under `strongOnly`. */
export async function readCountingHolders(
  db: Db,
  macKey: KeyObject,
  companyId: string,
  now: Date,
): Promise<ReadonlySet<string>> {
  return new Set((await readCountingKeys(db, macKey, companyId, now)).values())
}
