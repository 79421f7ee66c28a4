import { readHolds } from '#server/authorization/address-holds.ts'
import { macOf } from '#server/authorization/mac.ts'
import type { Trx } from '#server/platform/db/database.ts'
import { record, shortenAddress } from '#server/platform/observe/audit.ts'
import { endReleaseOrders } from './ask-release.ts'
import type { OwnChanging } from './changing.ts'
import type { Releasing } from './release.ts'

/**
 * Releases the present address of an employee who has proved both channels. A reported address
 * stays held: either the report or the proof may be a thief's.
 */
export async function releaseOwnAddress(
  trx: Trx,
  { macKey, now }: Releasing,
  { companyId, ip }: OwnChanging,
  employeeId: string,
): Promise<void> {
  const { address, first_name, last_name } = await trx
    .selectFrom('employees')
    .select(['address', 'first_name', 'last_name'])
    .where('company_id', '=', companyId)
    .where('id', '=', employeeId)
    .executeTakeFirstOrThrow()
  const holds = (await readHolds(trx, macKey, companyId, now)).filter(
    ({ row }) => row.employee_id === employeeId && row.address === address,
  )
  if (holds.length === 0 || holds.some(({ reportedAt }) => reportedAt !== null)) return
  const row = {
    company_id: companyId,
    employee_id: employeeId,
    address,
    version: Math.max(...holds.map((hold) => hold.row.version)),
    released_by: null,
    at: now,
    kind: 'EMPLOYEE',
  }
  await trx
    .insertInto('address_releases')
    .values({ ...row, mac: macOf(macKey, 'address_releases', row) })
    .execute()
  await endReleaseOrders(trx, companyId, employeeId, now)
  await record(trx, {
    companyId,
    userId: null,
    ip,
    action: 'employee.addressReleased',
    subject: `${first_name} ${last_name}`,
    detail: { employee: employeeId, to: shortenAddress(address) },
  })
}
