import type { KeyObject } from 'node:crypto'
import type { Language } from '#contract/languages.ts'
import type { FieldText } from '#contract/texts/keys.ts'
import type { WithdrawBody } from '#contract/withdrawals.ts'
import { type Network, type ParsedAddress, parseBtcAddress } from '#domain/address.ts'
import { isTrue } from '#server/authorization/mac.ts'
import { macColumns } from '#server/authorization/registry.ts'
import { deriveFundingAddresses, isWalletScript } from '#server/features/chain/index.ts'
import { type Db, isUuid } from '#server/platform/db/database.ts'
import { faultText } from '#server/platform/http/language.ts'
import { Refusal } from '#server/platform/http/refusal.ts'

/** `payrollName`: the company's payroll that owns the address. */
export type Destination = Extract<ParsedAddress, { ok: true }> & { payrollName: string | null }

type DestinationContext = {
  companyId: string
  payrollId: string
  macKey: KeyObject
  network: Network
  language: Language
}

/**
 * Finds where a withdrawal goes: to an address, or to another payroll of the company, named by id
 * or by its address. Every other address of the wallet is refused: the funds would come back less a
 * fee, or reach another company that cannot say where they came from.
 */
export async function destinationOf(
  db: Db,
  { address, payrollId }: WithdrawBody,
  context: DestinationContext,
): Promise<Destination> {
  const refuse = (path: string, text: FieldText): never => {
    const message = faultText(text, context.language)
    throw new Refusal('VALIDATION', { faults: [{ path, message }] })
  }
  const { network } = context
  if (payrollId !== undefined) {
    if (payrollId.toLowerCase() === context.payrollId.toLowerCase()) {
      return refuse('payrollId', 'destinationItself')
    }
    const payroll = isUuid(payrollId) ? await findLive(db, context, 'id', payrollId) : null
    if (!payroll) throw new Refusal('NOT_FOUND')
    if (payroll.address === null) return refuse('payrollId', 'payrollWithoutAddress')
    return { ...parsedOf(payroll.address, network), payrollName: payroll.name }
  }
  const to = parsedOf(address ?? '', network)
  const payroll = await findLive(db, context, 'address', to.address)
  if (payroll?.address && payroll.id !== context.payrollId.toLowerCase()) {
    return { ...to, payrollName: payroll.name }
  }
  if (await isWalletScript(db, Buffer.from(to.script))) {
    return refuse('address', 'addressOfPayroll')
  }
  return { ...to, payrollName: null }
}

function parsedOf(address: string, network: Network) {
  const parsed = parseBtcAddress(address, network)
  if (!parsed.ok) throw new Error('A body that passed its schema has an address')
  return parsed
}

/**
 * A payroll of the company that was not deleted, with its derived address; null: the stored one is
 * another.
 */
async function findLive(
  db: Db,
  { companyId, macKey }: DestinationContext,
  column: 'id' | 'address',
  value: string,
) {
  const row = await db
    .selectFrom('payrolls')
    .select(macColumns.payrolls)
    .select('name')
    .where('company_id', '=', companyId)
    .where('deleted_at', 'is', null)
    .where(column, '=', value)
    .executeTakeFirst()
  if (!row || !isTrue(macKey, 'payrolls', row)) return null
  return { ...row, address: (await deriveFundingAddresses(db, [row.id])).get(row.id) ?? null }
}
