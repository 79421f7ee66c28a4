import { sql } from 'kysely'
import type { Db, Trx } from '#server/platform/db/database.ts'
import { type CodeScope, triesAtMost } from './codes.ts'

/** Five wrong codes of any kind end a sign-in that is half-way, however many codes were sent. */

/** Reads how many attempts are left; null where the subject is no sign-in. */
export async function signInTriesLeft(db: Db, subject: CodeScope): Promise<number | null> {
  if (subject.purpose !== 'sign-in') return null
  const challenge = await db
    .selectFrom('mfa_challenges')
    .select('tries')
    .where('company_id', '=', subject.companyId)
    .where('id', '=', subject.subjectId)
    .executeTakeFirst()
  // The sign-in has ended.
  return challenge ? triesAtMost - challenge.tries : 0
}

export async function countSignInTry(trx: Trx, subject: CodeScope): Promise<void> {
  if (subject.purpose !== 'sign-in') return
  await trx
    .updateTable('mfa_challenges')
    .set({ tries: sql`tries + 1` })
    .where('company_id', '=', subject.companyId)
    .where('id', '=', subject.subjectId)
    .execute()
}
