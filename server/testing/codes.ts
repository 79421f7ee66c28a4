import { expect } from 'vitest'
import type { Db } from '#server/platform/database.ts'
import type { Client } from './client.ts'

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

/** The newest six digits that are a word in what the program sent: an id in a link may have six in a row. */
export async function newestCode(client: Client, email: string): Promise<string> {
  const path = `/api/sandbox/messages?to=${encodeURIComponent(email)}`
  const { messages } = await client.call<{ messages: { text: string }[] }>('GET', path)
  for (const { text } of messages) {
    const [code] = /\b\d{6}\b/.exec(text) ?? []
    if (code) return code
  }
  throw new Error('No code was sent')
}
