import { randomBytes } from 'node:crypto'
import type { ApprovalBody } from '#contract/approvals.ts'
import { minuteMs } from '#domain/durations.ts'
import { insertApproval } from '#server/authorization/approval-rows.ts'
import type { Approvable } from '#server/authorization/approvals-that-count.ts'
import { approvalChallenge } from '#server/authorization/sheet.ts'
import { assertionOptions, verifyAssertion } from '#server/features/factors/index.ts'
import type { NotifyDeps } from '#server/features/notifications/index.ts'
import {
  type CodeSubject,
  type RightCode,
  useCode as spendCode,
  tryCode,
} from '#server/features/verification-codes/index.ts'
import type { Db, Trx } from '#server/platform/db/database.ts'
import { Refusal } from '#server/platform/http/refusal.ts'
import type { Deps } from '#server/startup/deps.ts'
import { readCountingKeys } from './key-holders.ts'

/** An order or a change, with everything of it that a passkey signs. */
export type Sheeted = Approvable & { feeCeilingUsdCents: bigint }

type Who = { companyId: string; userId: string }
type GivingDeps = Pick<Deps, 'db' | 'clock'> & NotifyDeps

/** A right factor, which is spent together with the approval. */
export type Given =
  | { kind: 'CODE'; right: RightCode }
  | { kind: 'PASSKEY'; nonce: Buffer; passkeyId: string; assertion: Record<string, unknown> }

const challengeLivesMs = 10 * minuteMs

const challengeOf = (subject: Sheeted, { userId }: Who, nonce: Buffer): Buffer =>
  approvalChallenge({
    orderId: subject.id,
    sheetSha256: subject.sheetSha256,
    feeCeilingUsdCents: subject.feeCeilingUsdCents,
    userId,
    nonce,
  })

/**
 * Makes the options for the person's passkeys to sign; null: the person has none. Newer options
 * void these.
 */
export async function makeApprovalOptions(
  trx: Trx,
  deps: GivingDeps,
  subject: Sheeted,
  who: Who,
  now: Date,
): Promise<Record<string, unknown> | null> {
  const nonce = randomBytes(32)
  const row = { nonce, created_at: now }
  await trx
    .insertInto('approval_challenges')
    .values({ ...row, company_id: who.companyId, subject_id: subject.id, user_id: who.userId })
    .onConflict((conflict) => conflict.columns(['subject_id', 'user_id']).doUpdateSet(row))
    .execute()
  return assertionOptions({ ...deps, db: trx }, who, challengeOf(subject, who, nonce))
}

/**
 * Checks the code or the passkey's signature, before the SQL transaction that spends it, so that a
 * wrong code stays counted. Under `strongOnly` no code approves.
 */
export async function tryGiven(
  deps: GivingDeps,
  subject: Sheeted,
  {
    userId,
    codeSubject,
    strongOnly,
  }: { userId: string; codeSubject: CodeSubject; strongOnly: boolean },
  { code, assertion }: ApprovalBody,
  now: Date,
): Promise<Given> {
  const { companyId } = subject
  if (assertion) {
    const given = await tryApprovalAssertion(deps, subject, { companyId, userId }, assertion, now)
    const counting = strongOnly
      ? await readCountingKeys(deps.db, deps.macKey, companyId, now)
      : null
    if (counting && !counting.has(given.passkeyId)) throw new Refusal('WRONG_ASSERTION')
    return given
  }
  if (strongOnly) throw new Refusal('WRONG_ASSERTION')
  if (!code) throw new Refusal('CODE_REQUIRED')
  return { kind: 'CODE', right: await tryCode(deps.db, deps, { ...codeSubject, code }, now) }
}

/** Checks a signature by any passkey of the person. */
export async function tryApprovalAssertion(
  deps: GivingDeps,
  subject: Sheeted,
  who: Who,
  assertion: Record<string, unknown>,
  now: Date,
): Promise<Extract<Given, { kind: 'PASSKEY' }>> {
  const nonce = await readNonce(deps.db, subject.id, who, now)
  if (!nonce) throw new Refusal('WRONG_ASSERTION')
  const expectedChallenge = challengeOf(subject, who, nonce)
  const { passkeyId } = await verifyAssertion(deps, {
    ...who,
    expectedChallenge,
    response: assertion,
  })
  return { kind: 'PASSKEY', nonce, passkeyId, assertion }
}

async function readNonce(db: Db, subjectId: string, who: Who, now: Date): Promise<Buffer | null> {
  const row = await db
    .selectFrom('approval_challenges')
    .select('nonce')
    .where('company_id', '=', who.companyId)
    .where('subject_id', '=', subjectId)
    .where('user_id', '=', who.userId)
    .where('created_at', '>', new Date(now.getTime() - challengeLivesMs))
    .executeTakeFirst()
  return row?.nonce ?? null
}

/** Adds the approval, and spends its factor. Two tabs of one person add one. */
export async function recordApproval(
  trx: Trx,
  deps: Pick<Deps, 'macKey'>,
  subject: Sheeted,
  { userId, given }: { userId: string; given: Given },
  now: Date,
): Promise<void> {
  const passkey =
    given.kind === 'PASSKEY'
      ? { nonce: given.nonce, passkey_id: given.passkeyId, assertion: given.assertion }
      : { nonce: null, passkey_id: null, assertion: null }
  const isNew = await insertApproval(trx, deps.macKey, {
    company_id: subject.companyId,
    subject_id: subject.id,
    user_id: userId,
    at: now,
    kind: given.kind,
    sheet_sha256: subject.sheetSha256,
    ...passkey,
  })
  if (!isNew) throw new Refusal('ALREADY_APPROVED')
  if (given.kind === 'CODE') await spendCode(trx, given.right, now)
  else await spendNonce(trx, subject.id, userId, given.nonce)
}

/** Spends a challenge: each is good once. */
export async function spendNonce(
  trx: Trx,
  subjectId: string,
  userId: string,
  nonce: Buffer,
): Promise<void> {
  const { numDeletedRows } = await trx
    .deleteFrom('approval_challenges')
    .where('subject_id', '=', subjectId)
    .where('user_id', '=', userId)
    .where('nonce', '=', nonce)
    .executeTakeFirst()
  if (numDeletedRows !== 1n) throw new Refusal('WRONG_ASSERTION')
}
