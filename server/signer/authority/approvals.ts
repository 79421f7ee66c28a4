import type { Db } from '#server/platform/db/database.ts'
import {
  type AssertionSubject,
  keyThatSigned,
  type Site,
  type StoredAssertion,
} from './assertions.ts'
import type { CountingKey } from './authority.ts'

/** The assertions of passkeys over a subject, without codes. */
export async function readAssertions(db: Db, subjectId: string): Promise<StoredAssertion[]> {
  return db
    .selectFrom('approvals')
    .select(['subject_id', 'user_id', 'nonce', 'assertion'])
    .where('subject_id', '=', subjectId)
    .where('kind', '=', 'PASSKEY')
    .execute()
}

/** The people whose counting keys have signed the subject, each once, with their keys. */
export async function signersOf(
  keys: readonly CountingKey[],
  site: Site,
  subject: AssertionSubject,
  assertions: readonly StoredAssertion[],
): Promise<Map<string, CountingKey>> {
  const signed = new Map<string, CountingKey>()
  for (const one of assertions) {
    const key = await keyThatSigned(keys, site, subject, one)
    if (key) signed.set(key.userId, key)
  }
  return signed
}

/**
 * Whether so many others have signed. Where none is needed, one counting key does, an administrator's
 * own too: nothing moves without a key.
 */
export function isEnough(
  signed: ReadonlyMap<string, CountingKey>,
  needed: number,
  askedBy: string,
): boolean {
  const others = [...signed.keys()].filter((userId) => userId !== askedBy)
  if (needed > 0) return others.length >= needed
  return others.length > 0 || signed.get(askedBy)?.role === 'ADMIN'
}
