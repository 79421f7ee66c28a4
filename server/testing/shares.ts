import type { KeyObject } from 'node:crypto'
import { randomUUID } from 'node:crypto'
import { macOf } from '#server/authorization/mac.ts'
import type { Db } from '#server/platform/db/database.ts'

/** Writes what somebody said about being paid in bitcoin, as the program does. */
export async function insertConsent(
  { db, macKey, companyId }: Owner,
  employeeId: string,
  agreed: boolean,
  at = new Date(),
): Promise<void> {
  const said = { agreed, text_version: 1, language: 'es', bitcoin_percent: 100 }
  const row = {
    id: randomUUID(),
    company_id: companyId,
    employee_id: employeeId,
    ...said,
    address_fingerprint: '',
    at,
    ip: null,
    by_user: null,
    note: '',
  }
  const mac = macOf(macKey, 'employee_consents', row)
  await db
    .insertInto('employee_consents')
    .values({ ...row, mac })
    .execute()
}

type Owner = { db: Db; macKey: KeyObject; companyId: string }

/** Sets how much of a salary is paid in bitcoin, as an edit does; `address: null` takes it away. */
export async function setShare(
  { db, macKey }: Omit<Owner, 'companyId'>,
  employeeId: string,
  share: { bitcoinPercent: number; address?: null },
): Promise<void> {
  const row = await db
    .selectFrom('employees')
    .selectAll()
    .where('id', '=', employeeId)
    .executeTakeFirstOrThrow()
  const { bitcoinPercent } = share
  const address = share.address === null ? '' : row.address
  const terms = {
    bitcoin_percent: bitcoinPercent,
    address,
    bank: 'Banco Agrícola',
    bank_account: '003-0114-4417',
    version: row.version + 1,
  }
  await db
    .updateTable('employees')
    .set({
      ...terms,
      ...(share.address === null && { script_pubkey: Buffer.alloc(0) }),
      mac: macOf(macKey, 'employees', { ...row, ...terms }),
    })
    .where('id', '=', employeeId)
    .execute()
}
