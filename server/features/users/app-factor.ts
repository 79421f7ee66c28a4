import { minuteMs } from '#domain/durations.ts'
import { openSecret, sealSecret } from '#server/authorization/app-secret.ts'
import { ensureApp, readApp, updateApp } from '#server/authorization/factor-rows.ts'
import { type StepUp, spendStepUp, type UserSession } from '#server/features/auth/index.ts'
import { newSecret, stepOf } from '#server/features/factors/index.ts'
import { type RightCode, useCode as spendCode } from '#server/features/verification-codes/index.ts'
import type { Db } from '#server/platform/db/database.ts'
import { Refusal } from '#server/platform/http/refusal.ts'
import { record } from '#server/platform/observe/audit.ts'
import type { Deps } from '#server/startup/deps.ts'
import { lockForFactors, tellOfFactors } from './present-factor.ts'

const pendingMs = 10 * minuteMs

const meanwhile = () => new Refusal('WRONG_CODE', { data: { triesLeft: 0 } })

/** Makes a new secret for the app. It is no factor until the person sends a code of it. */
export async function startApp(
  db: Db,
  deps: Deps,
  session: UserSession,
  present: StepUp,
): Promise<{ secret: string; uri: string }> {
  const { macKey, clock } = deps
  return db.transaction().execute(async (trx) => {
    const account = await lockForFactors(trx, deps, session)
    await spendStepUp(trx, present, clock.now())
    const { bytes, secret, uri } = newSecret(account.email)
    const row = await ensureApp(trx, macKey, session)
    const pending = {
      pending_sealed: sealSecret(macKey, row, bytes),
      pending_at: clock.now(),
    }
    if (!(await updateApp(trx, macKey, row, pending))) throw meanwhile()
    return { secret, uri }
  })
}

/**
 * Makes the confirmed app the factor, in place of the one before; the code that proved it is used
 * up.
 */
export async function confirmApp(
  db: Db,
  deps: Deps,
  session: UserSession,
  { code, ip }: { code: string; ip: string },
): Promise<void> {
  const { macKey, clock } = deps
  const now = clock.now()
  await db.transaction().execute(async (trx) => {
    const account = await lockForFactors(trx, deps, session)
    const row = await readApp(trx, macKey, session)
    if (!row?.pending_sealed || !row.pending_at) throw meanwhile()
    if (now.getTime() - row.pending_at.getTime() >= pendingMs) throw meanwhile()
    const step = stepOf(openSecret(macKey, row, row.pending_sealed), code, now)
    // The person has seen the secret, so a guess gains nothing and is not counted.
    if (step === null) throw new Refusal('WRONG_CODE', { data: { triesLeft: 5 } })
    const confirmed = {
      sealed: row.pending_sealed,
      confirmed_at: now,
      last_step: step,
      pending_sealed: null,
      pending_at: null,
    }
    if (!(await updateApp(trx, macKey, row, confirmed))) throw meanwhile()
    await tellOfFactors(trx, deps, session, { what: 'appAdded' })
    const { companyId, userId } = session
    const who = { companyId, userId, ip, subject: `${account.first_name} ${account.last_name}` }
    await record(trx, { ...who, action: 'user.appAdded' })
  })
}

export async function removeApp(
  db: Db,
  deps: Deps,
  session: UserSession,
  { present, ip }: { present: StepUp | RightCode; ip: string },
): Promise<void> {
  const { macKey, clock } = deps
  await db.transaction().execute(async (trx) => {
    const account = await lockForFactors(trx, deps, session)
    if ('kind' in present) await spendCode(trx, present, clock.now())
    else await spendStepUp(trx, present, clock.now())
    const row = await readApp(trx, macKey, session)
    if (!row?.sealed) throw new Refusal('NOT_FOUND')
    const none = { sealed: null, confirmed_at: null, pending_sealed: null, pending_at: null }
    if (!(await updateApp(trx, macKey, row, none))) throw meanwhile()
    await tellOfFactors(trx, deps, session, { what: 'appRemoved' })
    const { companyId, userId } = session
    const who = { companyId, userId, ip, subject: `${account.first_name} ${account.last_name}` }
    await record(trx, { ...who, action: 'user.appRemoved' })
  })
}
