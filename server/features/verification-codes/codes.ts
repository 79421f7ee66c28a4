import { randomUUID } from 'node:crypto'
import type { CodeSent } from '#contract/auth.ts'
import type { NotifyDeps, QueueDeps } from '#server/features/notifications/index.ts'
import type { Db, Trx } from '#server/platform/db/database.ts'
import { Refusal } from '#server/platform/http/refusal.ts'
import type { Deps } from '#server/startup/deps.ts'
import { type Channel, confirmChannel, masked, presentChannel, trustedChannel } from './channel.ts'
import { codeMac, isCode, newCode } from './mac.ts'
import { queueCode, type Release } from './message.ts'
import { forgetRow, guardRefusal, lockGuard, noteWrong } from './wrong-code-lockout.ts'

export type Purpose = Release['purpose']

/** The use of a code: one subject of one user. */
export type Subject = { companyId: string; userId: string; purpose: Purpose; subjectId: string }

type CodesDeps = QueueDeps & Pick<Deps, 'smsConfigured'>

const lifeMs = 10 * 60_000
const spacingMs = 60_000
const dayMs = 24 * 60 * 60_000
const triesAtMost = 5
/** The first and three more for a challenge; ten a day for one payment, withdrawal or act of a user. */
const sendsAtMost = (purpose: Purpose) => (purpose === 'sign-in' ? 4 : 10)

const ofSubject = ({ companyId, userId, purpose, subjectId }: Subject) => ({
  company_id: companyId,
  user_id: userId,
  purpose,
  subject_id: subjectId,
})

function tooSoon(now: Date, until: number): Refusal {
  return new Refusal('RATE_LIMITED', {
    retryAfterSeconds: Math.max(1, Math.ceil((until - now.getTime()) / 1000)),
  })
}

/** Throws a 429 where the subject had its codes, or the last one less than a minute ago. */
async function checkSends(trx: Trx, subject: Subject, now: Date): Promise<void> {
  // A challenge lives as long as its first code, so that its codes are all there ever were.
  const windowMs = subject.purpose === 'sign-in' ? lifeMs : dayMs
  const sent = await trx
    .selectFrom('verification_codes')
    .select('created_at')
    .where((eb) => eb.and(ofSubject(subject)))
    .where('created_at', '>', new Date(now.getTime() - windowMs))
    .orderBy('created_at')
    .execute()
  const [first] = sent
  const last = sent.at(-1)
  if (first && sent.length >= sendsAtMost(subject.purpose)) {
    throw tooSoon(now, first.created_at.getTime() + windowMs)
  }
  const next = (last?.created_at.getTime() ?? 0) + spacingMs
  if (last && next > now.getTime()) throw tooSoon(now, next)
}

/**
 * Makes a code for the subject, voids the one before, and queues its message in the same transaction.
 * 429 within a minute of the last one and past the day's number. A new code of a payment has five
 * tries of its own; those of a sign-in have five together. A sign-in's code goes by the present factor,
 * a contact's to that contact, all others where codes went 24 hours ago.
 */
export async function sendCode(
  trx: Trx,
  deps: CodesDeps,
  subject: Subject & Release,
  now: Date,
): Promise<CodeSent> {
  await lockGuard(trx, subject)
  await checkSends(trx, subject, now)
  const channel = await channelFor(trx, deps, subject, now)
  const previous = await trx
    .updateTable('verification_codes')
    .set({ voided_at: now })
    .where((eb) => eb.and(ofSubject(subject)))
    .where('voided_at', 'is', null)
    .where('used_at', 'is', null)
    .returning('tries')
    .executeTakeFirst()
  await trx
    .deleteFrom('verification_codes')
    .where('company_id', '=', subject.companyId)
    .where('user_id', '=', subject.userId)
    .where('created_at', '<=', new Date(now.getTime() - dayMs))
    .execute()
  const id = randomUUID()
  const code = newCode()
  await trx
    .insertInto('verification_codes')
    .values({
      id,
      ...ofSubject(subject),
      via: channel.via,
      recipient: channel.to,
      mac: codeMac(deps.macKey, { id, ...subject, channel, createdAt: now }, code),
      tries: subject.purpose === 'sign-in' ? (previous?.tries ?? 0) : 0,
      created_at: now,
    })
    .execute()
  await queueCode(trx, deps, subject, channel, code)
  return { via: channel.via, sentTo: masked(channel) }
}

async function channelFor(
  trx: Trx,
  deps: CodesDeps,
  subject: Subject & Release,
  now: Date,
): Promise<Channel> {
  if (subject.purpose === 'contact:EMAIL') return { via: 'EMAIL', to: subject.to }
  if (subject.purpose === 'contact:SMS') return { via: 'SMS', to: subject.to }
  return subject.purpose === 'sign-in'
    ? presentChannel(trx, deps, subject)
    : trustedChannel(trx, deps, subject, now)
}

/** Whether a code of the subject can still be tried. */
export async function isCodeAlive(db: Db, subject: Subject, now: Date): Promise<boolean> {
  return (await liveCode(db, subject, now)) !== undefined
}

function liveCode(db: Db, subject: Subject, now: Date) {
  return db
    .selectFrom('verification_codes')
    .select(['id', 'mac', 'tries', 'via', 'recipient', 'created_at'])
    .where((eb) => eb.and(ofSubject(subject)))
    .where('voided_at', 'is', null)
    .where('used_at', 'is', null)
    .where('created_at', '>', new Date(now.getTime() - lifeMs))
    .where('tries', '<', triesAtMost)
    .executeTakeFirst()
}

/** A code that was right, and the channel by which it came. */
export type RightCode = Pick<CodesDeps, 'macKey'> & {
  id: string
  companyId: string
  userId: string
  channel: Channel
}

const wrongCode = (triesLeft: number) => new Refusal('WRONG_CODE', { data: { triesLeft } })

/**
 * Looks at a code and counts a wrong one, in an SQL transaction of its own, so that no failure of what
 * the code is for takes the count back. Answers what `useCode` spends. 401 `WRONG_CODE`; 429 and 401
 * `SIGN_IN_BLOCKED` while too many wrong ones lock the user's second factor.
 */
export async function tryCode(
  db: Db,
  deps: NotifyDeps,
  { code, ...subject }: Subject & { code: string },
  now: Date,
): Promise<RightCode> {
  const { macKey } = deps
  if (db.isTransaction) throw new Error('a try must stay counted whatever becomes of its reason')
  const outcome = await db.transaction().execute(async (trx) => {
    const guard = await lockGuard(trx, subject)
    const refusal = guardRefusal(guard, now)
    if (refusal) return refusal
    const live = await liveCode(trx, subject, now)
    // Nothing to guess at, so nothing to count.
    if (!live) return wrongCode(0)
    const { id, mac, via, recipient: to, created_at: createdAt } = live
    const channel = { via, to }
    if (isCode(macKey, { id, ...subject, channel, createdAt }, code, mac)) {
      await forgetRow(trx, subject)
      return { id, companyId: subject.companyId, userId: subject.userId, channel, macKey }
    }
    const tries = live.tries + 1
    await trx.updateTable('verification_codes').set({ tries }).where('id', '=', id).execute()
    await noteWrong(trx, deps, subject, guard, now)
    return wrongCode(triesAtMost - tries)
  })
  if (outcome instanceof Refusal) throw outcome
  return outcome
}

/** Voids the code that lives: it is for something that is no more. */
export async function voidCode(trx: Trx, subject: Subject, now: Date): Promise<void> {
  await trx
    .updateTable('verification_codes')
    .set({ voided_at: now })
    .where((eb) => eb.and(ofSubject(subject)))
    .where('voided_at', 'is', null)
    .where('used_at', 'is', null)
    .execute()
}

/** Spends a code that was right, once, together with what it releases; its channel is confirmed. */
export async function useCode(trx: Trx, right: RightCode, now: Date): Promise<void> {
  const { numUpdatedRows } = await trx
    .updateTable('verification_codes')
    .set({ used_at: now })
    .where('id', '=', right.id)
    .where('voided_at', 'is', null)
    .where('used_at', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows !== 1n) throw wrongCode(0)
  await confirmChannel(trx, right, right, right.channel, now)
}
