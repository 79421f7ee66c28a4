import { createHash, type KeyObject } from 'node:crypto'
import type { Language } from '#contract/languages.ts'
import { isTrue, macOf } from '#server/authorization/mac.ts'
import { macColumns } from '#server/authorization/registry.ts'
import type { Trx } from '#server/platform/db/database.ts'

/** The browser of a sign-in, and its language, in which messages are written from then on. */
export type Device = {
  ip: string
  agent: string
  language: Language
  /** The secret of an earlier sign-in; null where the browser has none. */
  cookie: string | null
}

/** A hash of the browser's name without version numbers, so that an update is no new browser. */
const fingerprint = (agent: string): Buffer =>
  createHash('sha256')
    .update(agent.replaceAll(/\d+(?:[._]\d+)*/g, ''))
    .digest()

/**
 * Notes the user's device; returns whether it is new and not the first of all. One that the program did
 * not note is new each time.
 */
export async function noteDevice(
  trx: Trx,
  macKey: KeyObject,
  { companyId, userId }: { companyId: string; userId: string },
  { agent }: Device,
  now: Date,
): Promise<boolean> {
  const sha256 = fingerprint(agent)
  const row = { user_id: userId, company_id: companyId, sha256, first_at: now }
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('known_devices')
    .values({ ...row, mac: macOf(macKey, 'known_devices', row) })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  const all = await trx
    .selectFrom('known_devices')
    .select(macColumns.known_devices)
    .where('company_id', '=', companyId)
    .where('user_id', '=', userId)
    .execute()
  if (numInsertedOrUpdatedRows === 1n) return all.length > 1
  const known = all.find((one) => one.sha256.equals(sha256))
  return !known || !isTrue(macKey, 'known_devices', known)
}
