import type { KeyObject } from 'node:crypto'
import { sql } from 'kysely'
import type { PaymentPreview } from '#contract/payments.ts'
import { readAcceptedPairs } from '#server/authorization/shared-addresses.ts'
import type { Db } from '#server/platform/db/database.ts'
import { inBitcoin, type Payee } from './payee.ts'

const groupsAtMost = 100
const namedAtMost = 50

/**
 * Finds people of a run who are paid at one address without every two of them being accepted as
 * sharing it: at most 100 addresses, with the first 50 people of each.
 */
export async function findUnacceptedSharing(
  db: Db,
  macKey: KeyObject,
  companyId: string,
  salaries: readonly Payee[],
): Promise<PaymentPreview['sharedUnaccepted']> {
  const groups = [
    ...Map.groupBy(inBitcoin(salaries), ({ script }) => script.toString('hex')).values(),
  ].filter(({ length }) => length > 1)
  if (groups.length === 0) return []
  const accepted = await countAcceptedPairs(db, macKey, companyId, groups)
  return groups
    .filter(({ length }, index) => (accepted.get(index) ?? 0) < (length * (length - 1)) / 2)
    .slice(0, groupsAtMost)
    .map((group) => group.slice(0, namedAtMost))
    .map((group) => ({
      ids: group.map(({ employeeId }) => employeeId),
      names: group.map(({ firstName, lastName }) => `${firstName} ${lastName}`),
    }))
}

/** Counts the accepted pairs, by the index of the group. */
async function countAcceptedPairs(
  db: Db,
  macKey: KeyObject,
  companyId: string,
  groups: readonly Payee[][],
) {
  const pairs = await readAcceptedPairs(db, macKey, companyId)
  const people = groups.flatMap((group, index) => group.map((one) => ({ ...one, index })))
  const { rows } = await sql<{ index: number; pairs: number }>`
    WITH people AS MATERIALIZED (
      SELECT * FROM unnest(${people.map(({ employeeId }) => employeeId)}::uuid[],
        ${people.map(({ index }) => index)}::integer[],
        ${people.map(({ script }) => script)}::bytea[]) AS p (id, index, script))
    SELECT one.index, count(*)::integer AS pairs
    FROM ${pairs} a
    JOIN people one ON one.id = a.employee_id AND one.script = a.script_pubkey
    JOIN people other ON other.id = a.other_id AND other.script = a.script_pubkey
    GROUP BY one.index`.execute(db)
  return new Map(rows.map(({ index, pairs }) => [index, pairs]))
}
