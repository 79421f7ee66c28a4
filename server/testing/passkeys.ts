import type { FactorOwner } from '#server/authorization/factor-rows.ts'
import {
  keepPasskey,
  registrationOptions,
  verifyRegistration,
} from '#server/features/factors/index.ts'
import type { TestApp } from './app.ts'
import type { SoftwareKey } from './software-authenticator.ts'

/** Gives a user a passkey without the calls and their codes; answers its id. */
export async function addPasskeyRow(
  t: Pick<TestApp, 'db' | 'macKey' | 'log' | 'config' | 'now'>,
  owner: FactorOwner,
  key: SoftwareKey,
): Promise<string> {
  const deps = { ...t, clock: { now: t.now } }
  const session = { ...owner, sessionId: 'test' }
  const person = { email: 'marcela@izalco.sv', name: 'Marcela Portillo' }
  const options = await registrationOptions(deps, session, person)
  const input = { name: 'MacBook', response: key.register(options) }
  const passkey = await verifyRegistration(deps, session, input)
  await t.db.transaction().execute((trx) => keepPasskey(trx, deps, passkey))
  return passkey.id
}
