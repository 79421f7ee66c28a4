import type { KeyObject } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../platform/db/database.ts'
import { isTrue } from './mac.ts'
import { macColumns } from './registry.ts'

/**
 * Reads the pairs of people who were accepted as sharing their address, as a table of a statement with
 * `script_pubkey`, `employee_id` and `other_id`. A pair that the program did not write is not accepted.
 */
export async function readAcceptedPairs(
  db: Db,
  macKey: KeyObject,
  companyId: string,
): Promise<RawBuilder<unknown>> {
  const rows = await db
    .selectFrom('accepted_shared_addresses')
    .select(macColumns.accepted_shared_addresses)
    .where('company_id', '=', companyId)
    .where('mac', 'is not', null)
    .execute()
  const own = rows.filter((row) => isTrue(macKey, 'accepted_shared_addresses', row))
  return sql`(SELECT * FROM unnest(${own.map((row) => row.script_pubkey)}::bytea[],
    ${own.map((row) => row.employee_id)}::uuid[], ${own.map((row) => row.other_id)}::uuid[])
    AS pair (script_pubkey, employee_id, other_id))`
}
