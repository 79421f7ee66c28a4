import { expect } from 'vitest'
import type { Db } from '#server/platform/database.ts'

/** The six digits of the newest message to somebody. */
export async function codeSentTo(db: Db, recipient: string): Promise<string> {
  const { body } = await db
    .selectFrom('messages')
    .select('body')
    .where('recipient', '=', recipient)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  const [code] = /\b\d{6}\b/.exec(body ?? '') ?? []
  expect(code, body ?? '').toMatch(/^\d{6}$/)
  return code ?? ''
}
