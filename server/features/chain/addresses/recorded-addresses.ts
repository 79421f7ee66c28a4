import { sql } from 'kysely'
import type { Network } from '#domain/address.ts'
import type { RecordedSignature } from '#server/authorization/signing-record.ts'
import type { Trx } from '#server/platform/db/database.ts'
import {
  changeBranch,
  type DerivedAddress,
  deriveAddressesAt,
  moveIndexBeyond,
  receiveBranch,
  watchShownAddress,
} from './account.ts'

/** The wallet's addresses in a recorded signature; those that receive come first. */
export async function deriveRecorded(
  trx: Trx,
  { addresses }: Pick<RecordedSignature, 'addresses'>,
  network: Network,
): Promise<DerivedAddress[]> {
  const found: DerivedAddress[] = []
  for (const branch of [receiveBranch, changeBranch]) {
    const indexes = addresses.filter((one) => one.branch === branch).map(({ index }) => index)
    found.push(...(await deriveAddressesAt(trx, branch, indexes, network)))
  }
  return found
}

/**
 * Watches the addresses of a recorded signature, and hands them to nobody else. Change addresses belong to
 * the payroll that first signed at them: a plan of these records may have taken one for another payroll.
 */
export async function watchRecorded(
  trx: Trx,
  signed: RecordedSignature,
  network: Network,
): Promise<void> {
  const owner = { companyId: signed.company, payrollId: signed.payroll }
  for (const derived of await deriveRecorded(trx, signed, network)) {
    await watchShownAddress(trx, owner, derived)
    await moveIndexBeyond(trx, derived.branch, derived.index)
  }
  const scripts = signed.scripts.map((one) => Buffer.from(one.split(':')[0] ?? '', 'hex'))
  await trx
    .updateTable('addresses')
    .set({ company_id: owner.companyId, payroll_id: owner.payrollId })
    .where('script_pubkey', '=', sql<Buffer>`ANY(${scripts}::bytea[])`)
    .where('branch', '=', changeBranch)
    .execute()
}
