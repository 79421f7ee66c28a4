import type { PayoutBody } from '#contract/employee-page.ts'
import type { Language } from '#contract/languages.ts'
import { parseBtcAddress } from '#domain/address.ts'
import { isWalletScript } from '#server/features/chain/index.ts'
import type { Db } from '#server/platform/db/database.ts'
import { faultText } from '#server/platform/http/language.ts'
import { Refusal } from '#server/platform/http/refusal.ts'
import type { Deps } from '#server/startup/deps.ts'
import type { EmployeeSession } from './sessions.ts'

type Payee = { address: string; script: Buffer }

function refuse(
  text: 'addressOfShare' | 'addressOfWallet' | 'notYours',
  language: Language,
): never {
  const message = faultText(text, language)
  const code = text === 'addressOfWallet' ? ({ code: 'OWN_ADDRESS' } as const) : {}
  throw new Refusal('VALIDATION', { faults: [{ path: 'cryptoAddress', message, ...code }] })
}

/**
 * Checks the address at which a person wants to be paid. It may be neither this installation's nor
 * a colleague's: couples who share an address tell their company.
 */
export async function payeeOf(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  session: EmployeeSession,
  { cryptoAddress, bitcoinPercent }: PayoutBody,
  present: string,
  language: Language,
): Promise<Payee> {
  if (cryptoAddress === '') {
    if (bitcoinPercent > 0) refuse('addressOfShare', language)
    return { address: '', script: Buffer.alloc(0) }
  }
  const parsed = parseBtcAddress(cryptoAddress, config.network)
  if (!parsed.ok) throw new Error('A body that passed its schema has an address')
  const payee = { address: parsed.address, script: Buffer.from(parsed.script) }
  if (payee.address === present) return payee
  if (await isWalletScript(db, payee.script)) refuse('addressOfWallet', language)
  if (await isColleagues(db, session, payee.script)) refuse('notYours', language)
  return payee
}

async function isColleagues(
  db: Db,
  { companyId, employeeIds }: EmployeeSession,
  script: Buffer,
): Promise<boolean> {
  const other = await db
    .selectFrom('employees')
    .select('id')
    .where('company_id', '=', companyId)
    .where('script_pubkey', '=', script)
    .where('deleted_at', 'is', null)
    .where('id', 'not in', employeeIds)
    .limit(1)
    .executeTakeFirst()
  return other !== undefined
}
