import { createHmac, type KeyObject, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { changeDelayMs } from '#domain/change-times.ts'
import type { Db } from '#server/platform/db/database.ts'
import { isSameMac } from '#server/platform/security/same-mac.ts'

/**
 * The end of a company's rules at the word of the person who has the seed. Nobody can undo it: a thief of
 * the api would.
 */
type Ending = { id: string; company_id: string; requested_at: Date; effective_at: Date }

/** Under the key of the signer's memory, which only the seed gives. */
const macOf = (key: KeyObject, row: Ending): Buffer =>
  createHmac('sha256', key)
    .update(
      JSON.stringify([
        'rule ending',
        row.id,
        row.company_id,
        row.requested_at.toISOString(),
        row.effective_at.toISOString(),
      ]),
      'utf8',
    )
    .digest()

/** Asks for the end of a company's rules, 24 hours from now by the database's clock. Answers when. */
export async function requestRuleEnding(
  db: Db,
  memoryKey: KeyObject,
  companyId: string,
): Promise<Date> {
  const { now } = await db
    .selectNoFrom(sql<Date>`date_trunc('milliseconds', now())`.as('now'))
    .executeTakeFirstOrThrow()
  const row = {
    id: randomUUID(),
    company_id: companyId,
    requested_at: now,
    effective_at: new Date(now.getTime() + changeDelayMs),
  }
  await db
    .insertInto('rule_endings')
    .values({ ...row, mac: macOf(memoryKey, row) })
    .execute()
  return row.effective_at
}

/** The endings of a company whose time has come, without rows that the seed did not make. */
export async function readDueRuleEndings(
  db: Db,
  memoryKey: KeyObject,
  companyId: string,
  now: Date,
): Promise<Ending[]> {
  const rows = await db
    .selectFrom('rule_endings')
    .select(['id', 'company_id', 'requested_at', 'effective_at', 'mac'])
    .where('company_id', '=', companyId)
    .where('effective_at', '<=', now)
    .orderBy('effective_at')
    .orderBy('id')
    .execute()
  return rows.filter((row) => isSameMac(row.mac, macOf(memoryKey, row)))
}
