import type { KeyObject } from 'node:crypto'
import type { Network } from '#domain/address.ts'
import { insertPayroll } from '#server/authorization/payroll-rows.ts'
import type { RecordedSignature } from '#server/authorization/signing-record.ts'
import { deriveRecorded, newReceiveAddress, watchAddress } from '#server/features/chain/index.ts'
import type { Trx } from '#server/platform/db/database.ts'

/** Makes the payroll of a recorded signature, or of dollars, where the backup does not know it; answers its name. */
export async function savePayroll(
  trx: Trx,
  { network, macKey }: { network: Network; macKey: KeyObject },
  signed: Pick<RecordedSignature, 'payroll' | 'company' | 'addresses'>,
): Promise<string | null> {
  const { payroll: id, company: company_id } = signed
  const known = await trx
    .selectFrom('payrolls')
    .select('id')
    .where('id', '=', id)
    .executeTakeFirst()
  if (known) return null
  const [funded] = await deriveRecorded(trx, signed, network)
  const shown = funded?.branch === 0 ? funded : await newReceiveAddress(trx, network)
  const name = `Recuperada ${id.slice(-4)}`
  const description = 'Pagada después de la copia restaurada'
  const { address } = shown
  await insertPayroll(trx, macKey, { id, company_id, name, description, type: 'REGULAR', address })
  await watchAddress(trx, { companyId: company_id, payrollId: id }, shown)
  return name
}
