import { createHmac, type KeyObject, randomInt } from 'node:crypto'
import { recoveryAlphabet, recoveryCodeLength } from '#contract/fields.ts'
import {
  type FactorOwner,
  readRecovery,
  replaceRecovery,
  updateRecovery,
} from '#server/authorization/factor-rows.ts'
import type { Db, Trx } from '#server/platform/db/database.ts'
import { deriveKey } from '#server/platform/security/derived-keys.ts'

export const recoveryCodeCount = 10

const newCode = () =>
  Array.from(
    { length: recoveryCodeLength },
    () => recoveryAlphabet[randomInt(recoveryAlphabet.length)],
  ).join('')

/**
 * A keyed hash, because 49 bits could be found from a plain one. It covers the user, so that nobody
 * else's code fits.
 */
const hashOf = (macKey: KeyObject, { companyId, userId }: FactorOwner, code: string): Buffer =>
  createHmac('sha256', deriveKey(macKey, 'recovery code'))
    .update(JSON.stringify([companyId, userId, code]), 'utf8')
    .digest()

/** Makes ten new codes, which void those before, in two halves for display. */
export async function makeRecoveryCodes(
  trx: Trx,
  macKey: KeyObject,
  owner: FactorOwner,
  now: Date,
): Promise<string[]> {
  const codes = Array.from({ length: recoveryCodeCount }, newCode)
  const hashes = codes.map((code) => hashOf(macKey, owner, code))
  await replaceRecovery(trx, macKey, owner, { codes: hashes, created_at: now })
  const half = recoveryCodeLength / 2
  return codes.map((code) => `${code.slice(0, half)}-${code.slice(half)}`)
}

/** Whether a code is one of the remaining ones. */
export async function isRecoveryCodeOf(
  db: Db,
  macKey: KeyObject,
  owner: FactorOwner,
  code: string,
): Promise<boolean> {
  const row = await readRecovery(db, macKey, owner)
  const hash = hashOf(macKey, owner, code)
  return row?.codes.some((one) => one.equals(hash)) ?? false
}

/**
 * Spends a code; returns how many are left, or null where it is none or another request was faster.
 */
export async function spendRecoveryCode(
  trx: Trx,
  macKey: KeyObject,
  owner: FactorOwner,
  code: string,
): Promise<number | null> {
  const row = await readRecovery(trx, macKey, owner)
  const hash = hashOf(macKey, owner, code)
  if (!row?.codes.some((one) => one.equals(hash))) return null
  const codes = row.codes.filter((one) => !one.equals(hash))
  return (await updateRecovery(trx, macKey, row, { codes })) ? codes.length : null
}
