import { randomUUID } from 'node:crypto'
import { dayMs, minuteMs } from '#domain/durations.ts'
import type { QueueDeps } from '#server/features/notifications/index.ts'
import type { Db, Trx } from '#server/platform/db/database.ts'
import type { MessageChannel } from '#server/platform/db/database-types.ts'
import { Refusal } from '#server/platform/http/refusal.ts'
import type { Deps } from '#server/startup/deps.ts'
import { type CodeRecipient, maskRecipient, presentChannel, readTrustedChannel } from './channel.ts'
import { codeMac, newCode } from './mac.ts'
import { queueCode, type Release } from './message.ts'
import { lockGuard } from './wrong-code-lockout.ts'

export type Purpose = Release['purpose']

/** The use of a code: one subject of one user. */
export type CodeScope = { companyId: string; userId: string; purpose: Purpose; subjectId: string }

/** Where a message with a code went, masked. */
export type MessageSent = { via: MessageChannel; sentTo: string }

export type CodesDeps = QueueDeps & Pick<Deps, 'smsConfigured'>

const lifeMs = 10 * minuteMs
const spacingMs = minuteMs
export const triesAtMost = 5
/** The most codes: four for a sign-in, ten a day for one payment, withdrawal or act of a user. */
const sendsAtMost = (purpose: Purpose) => (purpose === 'sign-in' ? 4 : 10)

const ofSubject = ({ companyId, userId, purpose, subjectId }: CodeScope) => ({
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

/**
 * Throws 429 where the subject has used up its codes, or the last one is less than a minute old.
 */
async function checkSends(trx: Trx, subject: CodeScope, now: Date): Promise<void> {
  // A challenge lives as long as its first code, so the window covers all of its codes.
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
 * Makes a code for the subject, voids the one before, and queues its message in the same SQL
 * transaction. 429 within a minute of the last one and past the day's number. Each new code of a
 * payment has five attempts; all codes of a sign-in have five together. A sign-in's code goes by
 * the present factor, a contact's to that contact, and all others where codes went 24 hours ago.
 */
export async function sendCode(
  trx: Trx,
  deps: CodesDeps,
  subject: CodeScope & Release,
  now: Date,
): Promise<MessageSent> {
  await lockGuard(trx, deps.macKey, subject)
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
  return { via: channel.via, sentTo: maskRecipient(channel) }
}

/**
 * Sends the code that confirms the e-mail of a sign-up. It counts as sent a minute ago, so that a
 * wrong address can be corrected, or another code sent, at once.
 */
export const sendSignUpCode = (
  trx: Trx,
  deps: CodesDeps,
  { companyId, userId, to }: { companyId: string; userId: string; to: string },
  now: Date,
): Promise<MessageSent> =>
  sendCode(
    trx,
    deps,
    { companyId, userId, purpose: 'contact:EMAIL', subjectId: userId, to },
    new Date(now.getTime() - spacingMs),
  )

async function channelFor(
  trx: Trx,
  deps: CodesDeps,
  subject: CodeScope & Release,
  now: Date,
): Promise<CodeRecipient> {
  if (subject.purpose === 'contact:EMAIL') return { via: 'EMAIL', to: subject.to }
  if (subject.purpose === 'contact:SMS') return { via: 'SMS', to: subject.to }
  return subject.purpose === 'sign-in'
    ? presentChannel(trx, deps, subject)
    : readTrustedChannel(trx, deps, subject, now)
}

/** Finds the code of a subject that can still be tried. */
export function liveCode(db: Db, subject: CodeScope, now: Date) {
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

/** Voids the live code of a subject that no longer exists. */
export async function voidCode(trx: Trx, subject: CodeScope, now: Date): Promise<void> {
  await trx
    .updateTable('verification_codes')
    .set({ voided_at: now })
    .where((eb) => eb.and(ofSubject(subject)))
    .where('voided_at', 'is', null)
    .where('used_at', 'is', null)
    .execute()
}
