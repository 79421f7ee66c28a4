import { createSecretKey } from 'node:crypto'
import { expect } from 'vitest'
import type { Db } from '#server/platform/db/database.ts'
import { openTexts } from '#server/platform/security/message-seal.ts'

/** The key of the MACs in every app and engine of the tests. */
export const testMacKey = createSecretKey(Buffer.alloc(32, 7))

/** The six digits of the newest message to somebody. */
export async function codeSentTo(db: Db, recipient: string): Promise<string> {
  const text = (await messagesTo(db, recipient)).at(-1)?.text ?? ''
  const [code] = /\b\d{6}\b/.exec(text) ?? []
  expect(code, text).toMatch(/^\d{6}$/)
  return code ?? ''
}

/** The messages to somebody, opened, the oldest first; where nobody is named those to everybody. */
export async function messagesTo(db: Db, recipient?: string, macKey = testMacKey) {
  const rows = await db
    .selectFrom('messages')
    .selectAll()
    .$if(recipient !== undefined, (query) => query.where('recipient', '=', recipient ?? ''))
    .where('sealed', 'is not', null)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return rows.map(({ sealed, ...row }) => ({
    ...row,
    ...openTexts(macKey, row, sealed ?? Buffer.alloc(0)),
  }))
}
