import { sql } from 'kysely'
import { joinPayouts } from '#server/authorization/join-payouts.ts'
import type { Db } from '#server/platform/db/database.ts'

type Pay = {
  employee_id: string
  bank: string
  net_usd_cents: bigint
  bitcoin_usd_cents: bigint
  dollars_usd_cents: bigint
  sats: bigint
  split_reason: string | null
}

/** Each person of a sheet, with the payouts of the pay. */
export async function readPays(db: Db, sheetId: string): Promise<Pay[]> {
  const { rows } = await sql<Pay>`
    SELECT l.employee_id, l.bank, l.net_usd_cents, dollars.split_reason,
      coalesce(bitcoin.usd_cents, 0) AS bitcoin_usd_cents,
      coalesce(dollars.usd_cents, 0) AS dollars_usd_cents, coalesce(bitcoin.sats, 0) AS sats
    FROM sheet_lines l ${joinPayouts} WHERE l.sheet_id = ${sheetId}`.execute(db)
  return rows
}
