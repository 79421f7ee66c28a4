import type { KeyObject } from 'node:crypto'
import {
  type FactorOwner,
  readApp,
  readPasskeys,
  readRecovery,
  updateApp,
  updatePasskey,
  updateRecovery,
} from '#server/authorization/factor-rows.ts'
import type { Trx } from '#server/platform/db/database.ts'
import { Refusal } from '#server/platform/http/refusal.ts'

/** A factor was used in between: the caller may try again. */
function require(isDone: boolean): void {
  if (!isDone) throw new Refusal('REQUEST_IN_PROGRESS')
}

/** Removes everything that a user has besides password and messages. */
export async function removeAllFactors(
  trx: Trx,
  macKey: KeyObject,
  owner: FactorOwner,
  now: Date,
): Promise<void> {
  for (const passkey of await readPasskeys(trx, macKey, owner)) {
    require(await updatePasskey(trx, macKey, passkey, { removed_at: now }))
  }
  const app = await readApp(trx, macKey, owner)
  const none = { sealed: null, confirmed_at: null, pending_sealed: null, pending_at: null }
  if (app) require(await updateApp(trx, macKey, app, none))
  const codes = await readRecovery(trx, macKey, owner)
  if (codes) require(await updateRecovery(trx, macKey, codes, { codes: [], created_at: null }))
}
