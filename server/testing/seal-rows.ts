import type { KeyObject } from 'node:crypto'
import { sql } from 'kysely'
import { macOf } from '#server/authorization/mac.ts'
import { macPlaces } from '#server/authorization/mac-places.ts'
import { kinds, type MacKind } from '#server/authorization/registry.ts'
import type { Db } from '#server/platform/db/database.ts'

/** Puts the rows of a table that a test wrote by SQL under MACs, as the program would have. */
export async function sealRows(db: Db, macKey: KeyObject, kind: MacKind): Promise<void> {
  const { table, mac } = kinds[kind]
  const place = macPlaces.find((one) => one.kind === kind && one.table === table)
  if (!place) throw new Error(`${kind} has no place of its own`)
  const { rows } = await place.rows.execute(db)
  const bare = rows.filter((row) => (row as Record<string, unknown>)[mac] === null)
  await sql`
    UPDATE ${sql.table(table)} t SET ${sql.ref(mac)} = u.mac
    FROM unnest(${bare.map((row) => row.row_place)}::tid[],
      ${bare.map((row) => macOf(macKey, kind, row))}::bytea[]) AS u (at, mac)
    WHERE t.ctid = u.at`.execute(db)
}
