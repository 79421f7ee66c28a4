import type { KeyObject } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import { documentKey } from '#domain/document.ts'
import { hashDocument } from '#server/authorization/signing-record.ts'
import type { Db } from '#server/platform/db/database.ts'

/**
 * Reads who of a company has the document of somebody whom a restored backup does not know, of whom it has
 * the hash alone, as a table of a statement with `employee_id` and `paid_id`.
 */
export async function readRestoredDocuments(
  db: Db,
  macKey: KeyObject,
  companyId: string,
): Promise<RawBuilder<unknown>> {
  const pairs = await findPairs(db, macKey, companyId)
  return sql`(SELECT * FROM unnest(${pairs.map(({ id }) => id)}::uuid[],
    ${pairs.map(({ paidId }) => paidId)}::uuid[]) AS pair (employee_id, paid_id))`
}

async function findPairs(db: Db, macKey: KeyObject, companyId: string) {
  const restored = await db
    .selectFrom('restored_people')
    .select(['employee_id as id', 'document'])
    .where('company_id', '=', companyId)
    .execute()
  if (restored.length === 0) return []
  const paidOf = Map.groupBy(restored, ({ document }) => document.toString('hex'))
  const people = await db
    .selectFrom('employees')
    .select(['id', 'identification'])
    .where('company_id', '=', companyId)
    .where('deleted_at', 'is', null)
    .execute()
  return people.flatMap(({ id, identification }) => {
    if (documentKey(identification) === null) return []
    const paid = paidOf.get(hashDocument(macKey, companyId, identification)) ?? []
    return paid.map((one) => ({ id, paidId: one.id }))
  })
}
