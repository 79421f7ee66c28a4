import { createHash } from 'node:crypto'
import type { Language } from '#contract/languages.ts'
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

/** Notes the user's device; returns whether it is new and not the first of all. */
export async function noteDevice(
  trx: Trx,
  { companyId, userId }: { companyId: string; userId: string },
  { agent }: Device,
  now: Date,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('known_devices')
    .values({ company_id: companyId, user_id: userId, sha256: fingerprint(agent), first_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  if (numInsertedOrUpdatedRows !== 1n) return false
  const { devices } = await trx
    .selectFrom('known_devices')
    .select(({ fn }) => fn.countAll<bigint>().as('devices'))
    .where('company_id', '=', companyId)
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return devices > 1n
}
