import type { KeyObject } from 'node:crypto'
import { sql } from 'kysely'
import { openSecret, sealSecret } from '#server/authorization/app-secret.ts'
import type { AppRow } from '#server/authorization/factor-rows.ts'
import type { Trx } from '#server/platform/db/database.ts'
import { type MessageRow, openTexts, sealTexts } from '#server/platform/security/message-seal.ts'
import { eachPage, type RekeyKeys, type Unverified } from './rekey-pages.ts'

/** The secrets of an app, opened with the old key and sealed under the next. */
export function resealApp({ old, next }: RekeyKeys, row: AppRow) {
  const resealed = (sealed: Buffer | null) =>
    sealed && sealSecret(next, row, openSecret(old, row, sealed))
  return { sealed: resealed(row.sealed), pending_sealed: resealed(row.pending_sealed) }
}

type Sealed = MessageRow & { sealed: Buffer }

function opened(key: KeyObject, row: Sealed) {
  try {
    return openTexts(key, row, row.sealed)
  } catch {
    // The text is not under this key; the caller says so.
    return null
  }
}

/** Messages that wait, or that the sandbox keeps: opened with the old key and sealed under the next. */
export async function resealMessages(
  trx: Trx,
  { old, next }: RekeyKeys,
  unverified: Unverified[],
): Promise<number> {
  let count = 0
  const rows = sql<Sealed>`SELECT id, company_id, recipient, via, sealed FROM messages
    WHERE sealed IS NOT NULL`
  await eachPage(trx, rows, async (page) => {
    const ids: string[] = []
    const seals: Buffer[] = []
    for (const row of page) {
      const texts = opened(old, row)
      if (texts) {
        ids.push(row.id)
        seals.push(sealTexts(next, row, texts))
      } else {
        const isUnderNext = opened(next, row) !== null
        unverified.push({ what: 'messages', name: row.id, isUnderNext })
      }
    }
    await sql`UPDATE messages m SET sealed = u.sealed
      FROM unnest(${ids}::uuid[], ${seals}::bytea[]) AS u (id, sealed)
      WHERE m.id = u.id`.execute(trx)
    count += ids.length
  })
  return count
}
