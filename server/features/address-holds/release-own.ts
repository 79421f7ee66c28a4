import { readHolds } from '#server/authorization/address-holds.ts'
import type { Trx } from '#server/platform/db/database.ts'
import { endReleaseOrders } from './ask-release.ts'
import type { OwnChanging } from './changing.ts'
import { insertReleases, type Releasing, recordRelease } from './release.ts'

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
    ({ row }) =>
      row.employee_id === employeeId && row.kind === 'ADDRESS' && row.address === address,
  )
  if (holds.length === 0 || holds.some(({ reportedAt }) => reportedAt !== null)) return
  await insertReleases(trx, macKey, holds, { released_by: null, at: now, kind: 'EMPLOYEE' })
  await endReleaseOrders(trx, companyId, employeeId, now)
  const name = `${first_name} ${last_name}`
  const actor = { companyId, userId: null, ip }
  await recordRelease(trx, actor, { employeeId, name, address, account: '' })
}
