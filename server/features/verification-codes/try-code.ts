import {
  isRecoveryCodeOf,
  ownStep,
  readConfirmedApp,
  spendRecoveryCode,
  spendStep,
} from '#server/features/factors/index.ts'
import type { NotifyDeps } from '#server/features/notifications/index.ts'
import type { Db, Trx } from '#server/platform/db/database.ts'
import { Refusal } from '#server/platform/http/refusal.ts'
import type { Deps } from '#server/startup/deps.ts'
import { type CodeRecipient, confirmChannel } from './channel.ts'
import { type CodeScope, liveCode, triesAtMost } from './codes.ts'
import { isCode } from './mac.ts'
import { countSignInTry, signInTriesLeft } from './sign-in-tries.ts'
import {
  forgetRow,
  guardRefusal,
  lockGuard,
  noteWrong,
  triesUntilLock,
} from './wrong-code-lockout.ts'

type Owner = Pick<CodeScope, 'companyId' | 'userId'> & Pick<Deps, 'macKey'>

/** A right code from a message, with the channel by which it came. */
export type MessageCode = Owner & { kind: 'MESSAGE'; id: string; channel: CodeRecipient }
/** A right code of the app, by its step of 30 seconds. */
export type AppCode = Owner & { kind: 'TOTP'; step: bigint }
/** A passkey that signed in place of a code; its challenge is spent already. */
export type Asserted = Owner & { kind: 'PASSKEY'; passkeyId: string }
/** A right recovery code: it signs in and removes lost factors, and never approves. */
export type RecoveryCode = Owner & { kind: 'RECOVERY'; code: string }

/** The factor that releases an act, for `useCode` to spend together with it. */
export type RightCode = MessageCode | AppCode | Asserted

type Tried = CodeScope & { code: string }

const wrongCode = (triesLeft: number) => new Refusal('WRONG_CODE', { data: { triesLeft } })

/** The outcome of a check: right, wrong, right but used before, or no code to try. */
type Look<Right> = Right | 'wrong' | 'used' | 'nothing'

/**
 * Checks a code and counts a wrong one, in an SQL transaction of its own, so that the count stays
 * even where the act fails. Checks of a user queue, so that a hundred at once count as a hundred.
 */
async function counted<Right extends object>(
  db: Db,
  deps: NotifyDeps,
  tried: Tried,
  now: Date,
  look: (trx: Trx, live: Live) => Promise<Look<Right>>,
): Promise<Right> {
  if (db.isTransaction) throw new Error('a try must stay counted whatever becomes of its reason')
  const outcome = await db.transaction().execute(async (trx) => {
    const guard = await lockGuard(trx, deps.macKey, tried)
    const refusal = guardRefusal(guard, now)
    if (refusal) return refusal
    const left = await signInTriesLeft(trx, tried)
    if (left === 0) return wrongCode(0)
    const live = await liveCode(trx, tried, now)
    const found = await look(trx, live)
    if (found === 'nothing') return wrongCode(0)
    const untilLock = triesUntilLock(guard, now)
    // The sender knew the code, so it is no guess.
    if (found === 'used') return wrongCode(left ?? untilLock)
    if (found !== 'wrong') {
      await forgetRow(trx, deps.macKey, tried)
      return found
    }
    if (live) {
      const tries = live.tries + 1
      await trx.updateTable('verification_codes').set({ tries }).where('id', '=', live.id).execute()
    }
    await countSignInTry(trx, tried)
    await noteWrong(trx, deps, tried, guard, now)
    const ofLive = live ? triesAtMost - live.tries - 1 : untilLock
    return wrongCode(left === null ? ofLive : left - 1)
  })
  if (outcome instanceof Refusal) throw outcome
  return outcome
}

type Live = Awaited<ReturnType<typeof liveCode>>

function lookAtMessage(
  { macKey }: NotifyDeps,
  { code, ...subject }: Tried,
  live: Live,
): Look<MessageCode> {
  if (!live) return 'nothing'
  const { id, mac, via, recipient: to, created_at: createdAt } = live
  const channel = { via, to }
  if (!isCode(macKey, { id, ...subject, channel, createdAt }, code, mac)) return 'wrong'
  const { companyId, userId } = subject
  return { kind: 'MESSAGE', id, companyId, userId, channel, macKey }
}

async function lookAtApp(
  trx: Trx,
  { macKey }: NotifyDeps,
  { companyId, userId, code }: Tried,
  now: Date,
): Promise<Look<AppCode>> {
  const app = await readConfirmedApp(trx, macKey, { companyId, userId })
  if (!app) return 'nothing'
  const step = ownStep(macKey, app, code, now)
  if (step === null) return 'wrong'
  return step === 'used' ? 'used' : { kind: 'TOTP', step, companyId, userId, macKey }
}

/**
 * Checks a code by message or of the app, whichever the user has. Returns what `useCode` spends.
 * 401 `WRONG_CODE`; 429 and 401 `SIGN_IN_BLOCKED` while too many wrong codes lock the second
 * factor.
 */
export const tryCode = (
  db: Db,
  deps: NotifyDeps,
  tried: Tried,
  now: Date,
): Promise<MessageCode | AppCode> =>
  counted<MessageCode | AppCode>(db, deps, tried, now, async (trx, live) => {
    const byMessage = lookAtMessage(deps, tried, live)
    if (typeof byMessage === 'object') return byMessage
    const byApp = await lookAtApp(trx, deps, tried, now)
    return byApp === 'nothing' ? byMessage : byApp
  })

/** Checks a code that proves its channel, for which no code of an app counts. */
export const tryMessageCode = (
  db: Db,
  deps: NotifyDeps,
  tried: Tried,
  now: Date,
): Promise<MessageCode> =>
  counted<MessageCode>(db, deps, tried, now, async (_trx, live) => lookAtMessage(deps, tried, live))

/** Checks a recovery code. */
export const tryRecoveryCode = (
  db: Db,
  deps: NotifyDeps,
  tried: Tried,
  now: Date,
): Promise<RecoveryCode> =>
  counted<RecoveryCode>(db, deps, tried, now, async (trx) => {
    const { companyId, userId, code } = tried
    const { macKey } = deps
    const isRight = await isRecoveryCodeOf(trx, macKey, { companyId, userId }, code)
    return isRight ? { kind: 'RECOVERY', companyId, userId, code, macKey } : 'wrong'
  })

/** Spends a right code, once, together with what it releases; a message's channel is confirmed. */
export async function useCode(trx: Trx, right: RightCode | RecoveryCode, now: Date): Promise<void> {
  switch (right.kind) {
    case 'PASSKEY':
      // The challenge was spent in the check.
      return
    case 'TOTP':
      if (!(await spendStep(trx, right.macKey, right, right.step))) throw wrongCode(0)
      return
    case 'RECOVERY':
      if ((await spendRecoveryCode(trx, right.macKey, right, right.code)) === null) {
        throw wrongCode(0)
      }
      return
    case 'MESSAGE':
      return spendMessage(trx, right, now)
  }
}

async function spendMessage(trx: Trx, right: MessageCode, now: Date): Promise<void> {
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
