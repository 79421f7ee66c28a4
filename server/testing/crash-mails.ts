import type { KeyObject } from 'node:crypto'
import { expect } from 'vitest'
import type { Role } from '#domain/roles.ts'
import { insertCompany, insertUser } from '#server/authorization/account-rows.ts'
import type { Trx } from '#server/platform/db/database.ts'
import { readMacKey } from '#server/startup/secrets.ts'
import type { Installation } from './installation.ts'
import type { TakenMail } from './smtp.ts'

/** The key under which the processes of an installation write their MACs. */
export const macKeyOf = ({ settingsOf }: Pick<Installation, 'settingsOf'>): Promise<KeyObject> =>
  readMacKey(settingsOf('worker', 'worker').MAC_KEY_FILE ?? '', 'regtest')

/** A company, as rows alone. */
export async function aCompanyRow(trx: Trx, macKey: KeyObject): Promise<string> {
  const { id } = await insertCompany(trx, macKey, { name: 'Café Izalco', sector: 'Agroindustria' })
  return id
}

/** Somebody of it who cannot sign in. */
export async function aUserRow(
  trx: Trx,
  macKey: KeyObject,
  company: string,
  { email = 'marcela@izalco.sv', role = 'ADMIN' }: { email?: string; role?: Role } = {},
): Promise<string> {
  const { id } = await insertUser(trx, macKey, {
    company_id: company,
    first_name: 'Marcela',
    last_name: 'Portillo',
    email,
    password_hash: 'none',
    role,
    role_since: new Date(),
    email_verified_at: new Date(),
  })
  return id
}

/** A server that took a mail and heard of no mark gets it again under the same id, and shows it once. */
export function onceEach(mails: readonly TakenMail[]): void {
  for (const [to, taken] of Map.groupBy(mails, (mail) => mail.to.join())) {
    expect(new Set(taken.map(({ messageId }) => messageId)).size, to).toBe(1)
  }
}
