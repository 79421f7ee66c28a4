import { sql } from 'kysely'
import type { Employee, SharedAddressBody } from '#contract/employees.ts'
import type { Language } from '#contract/languages.ts'
import { type Db, inTransaction, isUuid } from '#server/platform/db/database.ts'
import { faultText } from '#server/platform/http/language.ts'
import { Refusal } from '#server/platform/http/refusal.ts'
import { type Actor, record, shortenAddress } from '#server/platform/observe/audit.ts'
import { type EmployeeContext, requireEmployee } from './read.ts'
import { type EmployeeRow, lockForSharing } from './store.ts'

/** People without an address share none. */
const isShared = (one: EmployeeRow, other: EmployeeRow) =>
  one.address !== '' && one.script_pubkey.equals(other.script_pubkey)

const nameOf = (row: EmployeeRow) => `${row.first_name} ${row.last_name}`

/**
 * Accepts that two people share their address, or withdraws that. Only warnings depend on it: a
 * changed address needs its code all the same.
 */
export async function acceptSharedAddress(
  db: Db,
  { language, macKey, now, ...actor }: Actor & { language: Language } & EmployeeContext,
  id: string,
  { with: otherId, accepted }: SharedAddressBody,
): Promise<Employee> {
  const { companyId } = actor
  return inTransaction(db, async (trx) => {
    const rows = await lockForSharing(trx, companyId, [id, otherId].filter(isUuid))
    const one = rows.find((row) => row.id === id.toLowerCase())
    if (!one) throw new Refusal('NOT_FOUND')
    const other = rows.find((row) => row.id === otherId.toLowerCase())
    if (!other) throw new Refusal('NOT_FOUND')
    if (other === one || !isShared(one, other)) {
      const message = faultText('addressNotShared', language)
      throw new Refusal('VALIDATION', { faults: [{ path: 'with', message }] })
    }
    const pair = sql`least(${one.id}::uuid, ${other.id}::uuid), greatest(${one.id}::uuid, ${other.id}::uuid)`
    const { numAffectedRows } = await (accepted
      ? sql`
          INSERT INTO accepted_shared_addresses (company_id, script_pubkey, employee_id, other_id)
          VALUES (${companyId}, ${one.script_pubkey}, ${pair}) ON CONFLICT DO NOTHING`
      : sql`
          DELETE FROM accepted_shared_addresses
          WHERE company_id = ${companyId} AND script_pubkey = ${one.script_pubkey}
            AND (employee_id, other_id) = (${pair})`
    ).execute(trx)
    if (numAffectedRows) {
      await record(trx, {
        ...actor,
        action: accepted ? 'employee.sharedAddressAccepted' : 'employee.sharedAddressUnaccepted',
        subject: `${nameOf(one)} · ${nameOf(other)}`,
        detail: { employee: one.id, with: other.id, address: shortenAddress(one.address) },
      })
    }
    return requireEmployee(trx, { companyId, macKey, now }, one.id)
  })
}
