import type { KeyObject } from 'node:crypto'
import { sql } from 'kysely'
import type { SignerFault } from '#domain/signer-faults.ts'
import {
  type HoldRows,
  holdKey,
  holdsByDestination,
  openHolds,
  readHoldRows,
} from '#server/authorization/address-holds.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { StoredOutput } from './read-outputs.ts'

/** The tables' rows about held destinations of a plan's company, and whom its order has paid. */
export type StoredHolds = HoldRows & {
  now: Date
  /** Employees for whom this very order was signed before: another version sends nothing elsewhere. */
  signedFor: string[]
}

export async function readStoredHolds(
  db: Db,
  companyId: string,
  orderId: string | null,
): Promise<StoredHolds> {
  const now = new Date()
  const rows = await readHoldRows(db, companyId, now)
  if (rows.changes.length === 0 || !orderId) return { ...rows, now, signedFor: [] }
  const { rows: signed } = await sql<{ id: string }>`
    SELECT DISTINCT unnest(paid) AS id FROM signer.signatures WHERE order_id = ${orderId}`.execute(
    db,
  )
  return { ...rows, now, signedFor: signed.map(({ id }) => id) }
}

/** Why a plan pays somebody at an address that still waits, or null. */
export function findHeldAddressFault(
  { outputs, holds }: { outputs: readonly StoredOutput[]; holds: StoredHolds },
  macKey: KeyObject,
): SignerFault | null {
  if (holds.changes.length === 0) return null
  const held = holdsByDestination(openHolds(macKey, holds, holds.now))
  const signedFor = new Set(holds.signedFor)
  const found = outputs.find(
    ({ line, script }) =>
      line &&
      held.has(holdKey(line.employeeId, { kind: 'ADDRESS', script })) &&
      !signedFor.has(line.employeeId),
  )
  return found?.line ? { code: 'ADDRESS_HELD', lineId: found.line.id } : null
}
