import { type ApprovalTerms, isReleasedByPress } from '#domain/enough-approvals.ts'
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

/** The people who asked, changed what is paid, and pressed an approved payday; null: nobody. */
export type VouchingContext = Pick<ApprovalTerms, 'askedBy' | 'changers'> & {
  presser?: string | null
}

/**
 * Whether so many have signed whose approvals suffice. Where none is needed, one counting key does, an
 * administrator's own too: nothing moves without a key.
 */
export function isEnough(
  signed: ReadonlyMap<string, CountingKey>,
  required: number,
  { presser = null, ...context }: VouchingContext,
): boolean {
  const people = [...signed.keys()]
  if (required > 0) {
    return isReleasedByPress({ required, ownCode: false, ...context }, presser, people)
  }
  const { askedBy } = context
  return people.some((userId) =>
    askedBy !== null && userId !== askedBy ? true : signed.get(userId)?.role === 'ADMIN',
  )
}
