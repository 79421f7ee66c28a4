import type { KeyObject } from 'node:crypto'
import type { Employee, SharedAddressBody } from '#contract/employees.ts'
import type { Language } from '#contract/languages.ts'
import { isTrue, macOf } from '#server/authorization/mac.ts'
import { type CoveredRow, macColumns } from '#server/authorization/registry.ts'
import { type Db, inTransaction, isUuid, type Trx } from '#server/platform/db/database.ts'
import { faultText } from '#server/platform/http/language.ts'
import { Refusal } from '#server/platform/http/refusal.ts'
import { type Actor, record, shortenAddress } from '#server/platform/observe/audit.ts'
import { type EmployeeContext, requireEmployee } from './read.ts'
import { type EmployeeRow, lockForSharing } from './store.ts'

/** People without an address share none. */
const isShared = (one: EmployeeRow, other: EmployeeRow) =>
  one.address !== '' && one.script_pubkey.equals(other.script_pubkey)

const nameOf = (row: EmployeeRow) => `${row.first_name} ${row.last_name}`

type Pair = Omit<CoveredRow<'accepted_shared_addresses'>, 'version'>

/** Accepts a pair, or takes that back; returns whether the program says another thing now. */
async function writePair(
  trx: Trx,
  macKey: KeyObject,
  pair: Pair,
  accepted: boolean,
): Promise<boolean> {
  const before = await trx
    .selectFrom('accepted_shared_addresses')
    .select(macColumns.accepted_shared_addresses)
    .where('company_id', '=', pair.company_id)
    .where('script_pubkey', '=', pair.script_pubkey)
    .where('employee_id', '=', pair.employee_id)
    .where('other_id', '=', pair.other_id)
    .executeTakeFirst()
  const row = { ...pair, version: (before?.version ?? 0) + 1 }
  const mac = accepted ? macOf(macKey, 'accepted_shared_addresses', row) : null
  const { accepted_at, version } = row
  if (before || accepted) {
    await trx
      .insertInto('accepted_shared_addresses')
      .values({ ...row, mac })
      .onConflict((conflict) =>
        conflict
          .columns(['company_id', 'script_pubkey', 'employee_id', 'other_id'])
          .doUpdateSet({ accepted_at, version, mac }),
      )
      .execute()
  }
  const wasAccepted = before !== undefined && isTrue(macKey, 'accepted_shared_addresses', before)
  return wasAccepted !== accepted
}

/**
 * Accepts that two people share their address, or withdraws that. Warnings depend on it, and whether
 * one of them counts as paid where the other was; a changed address needs its code all the same.
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
    const [first, second] = [one.id, other.id].sort() as [string, string]
    const pair = { company_id: companyId, employee_id: first, other_id: second }
    const row = { ...pair, script_pubkey: one.script_pubkey, accepted_at: now }
    if (await writePair(trx, macKey, row, accepted)) {
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
