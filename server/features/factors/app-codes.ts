import type { KeyObject } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { openSecret } from '#server/authorization/app-secret.ts'
import {
  type AppRow,
  type FactorOwner,
  readApp,
  updateApp,
} from '#server/authorization/factor-rows.ts'
import type { Db, Trx } from '#server/platform/db/database.ts'

const stepMs = 30_000
/**
 * Steps before and after now that are accepted, since phones' clocks differ a little; RFC 6238
 * section 5.2 recommends one.
 */
const window = 1
const secretBytes = 20

const generator = (bytes: Uint8Array, label = '') =>
  new TOTP({
    issuer: 'Quincena',
    label,
    secret: new Secret({ buffer: Uint8Array.from(bytes).buffer }),
    algorithm: 'SHA1',
    digits: 6,
    period: stepMs / 1000,
  })

/**
 * Makes a new secret, in the forms that an app takes: typed in, or as the `otpauth:` address of a
 * QR code.
 */
export function newSecret(email: string): { bytes: Uint8Array; secret: string; uri: string } {
  const { bytes } = new Secret({ size: secretBytes })
  const app = generator(bytes, email)
  return { bytes, secret: app.secret.base32, uri: app.toString() }
}

/** Finds the step of a code, at most one from now; null for a wrong code. */
export function stepOf(secret: Uint8Array, code: string, now: Date): bigint | null {
  const timestamp = now.getTime()
  const delta = generator(secret).validate({ token: code, timestamp, window })
  return delta === null ? null : BigInt(Math.floor(timestamp / stepMs) + delta)
}

/** Finds the step of a code of the confirmed app; `used` where it was used before. */
export function ownStep(
  macKey: KeyObject,
  app: AppRow,
  code: string,
  now: Date,
): bigint | 'used' | null {
  if (!app.sealed) return null
  const step = stepOf(openSecret(macKey, app, app.sealed), code, now)
  if (step === null) return null
  return step > app.last_step ? step : 'used'
}

/** Spends a step and all before it; false where another request was faster. */
export async function spendStep(
  trx: Trx,
  macKey: KeyObject,
  owner: FactorOwner,
  step: bigint,
): Promise<boolean> {
  const app = await readApp(trx, macKey, owner)
  if (!app?.sealed || step <= app.last_step) return false
  // Several requests may read the same row, but only one finds it unchanged.
  return updateApp(trx, macKey, app, { last_step: step })
}

/** Reads the app of a user, if it is confirmed. */
export async function readConfirmedApp(
  db: Db,
  macKey: KeyObject,
  owner: FactorOwner,
): Promise<AppRow | null> {
  const app = await readApp(db, macKey, owner)
  return app?.sealed ? app : null
}
