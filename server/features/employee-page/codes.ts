import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { dayMs, minuteMs } from '#domain/durations.ts'
import { queueMessage } from '#server/features/notifications/index.ts'
import {
  codeMac,
  countWrongCode,
  isCode,
  lockGuard,
  maskRecipient,
  newCode,
} from '#server/features/verification-codes/index.ts'
import { inTransaction, type Trx } from '#server/platform/db/database.ts'
import { tooMany } from '#server/platform/http/rate-limits.ts'
import { Refusal } from '#server/platform/http/refusal.ts'
import type { Deps } from '#server/startup/deps.ts'
import type { Contact } from './contact.ts'
import type { EmployeeSession } from './sessions.ts'

const lifeMs = 10 * minuteMs
const spacingMs = minuteMs
const sendsADay = 10
const triesAtMost = 5

type Use = { id: string; created_at: Date }

/** The subject of a code, which binds it to one session, person and channel. */
const boundTo = (
  { companyId, employeeId, sessionId }: EmployeeSession,
  to: Contact,
  code: Use,
) => ({
  id: code.id,
  companyId,
  userId: employeeId,
  purpose: 'employee-payout',
  subjectId: sessionId,
  channel: { via: to.via, to: to.contact },
  createdAt: code.created_at,
})

/**
 * Sends a code over the other channel, and voids the one before. 429 within a minute, and after ten
 * a day.
 */
export async function sendPayoutCode(
  { db, macKey, config, clock }: Deps,
  session: EmployeeSession,
  to: Contact,
): Promise<{ via: Contact['via']; sentTo: string }> {
  const now = clock.now()
  const { companyId, employeeId, sessionId } = session
  return inTransaction(db, async (trx) => {
    await lockPerson(trx, session)
    await checkSends(trx, session, now)
    await trx
      .updateTable('employee_codes')
      .set({ voided_at: now })
      .where('company_id', '=', companyId)
      .where('session_id', '=', sessionId)
      .where('voided_at', 'is', null)
      .where('used_at', 'is', null)
      .execute()
    const made = { id: randomUUID(), created_at: now }
    const code = newCode()
    await trx
      .insertInto('employee_codes')
      .values({
        ...made,
        company_id: companyId,
        employee_id: employeeId,
        session_id: sessionId,
        via: to.via,
        recipient: to.contact,
        mac: codeMac(macKey, boundTo(session, to, made), code),
      })
      .execute()
    await queueMessage(
      trx,
      { macKey, config },
      {
        companyId,
        userId: null,
        to: to.contact,
        via: to.via,
        language: 'es',
        template: 'payoutCode',
        params: { code },
      },
    )
    return { via: to.via, sentTo: maskRecipient({ via: to.via, to: to.contact }) }
  })
}

/** Locks a person, so that codes and attempts come one after another. */
async function lockPerson(trx: Trx, { companyId, employeeId }: EmployeeSession): Promise<void> {
  await trx
    .selectFrom('employees')
    .select('id')
    .where('company_id', '=', companyId)
    .where('id', '=', employeeId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
}

async function checkSends(
  trx: Trx,
  { companyId, employeeId }: EmployeeSession,
  now: Date,
): Promise<void> {
  const sent = await trx
    .selectFrom('employee_codes')
    .select('created_at')
    .where('company_id', '=', companyId)
    .where('employee_id', '=', employeeId)
    .where('created_at', '>', new Date(now.getTime() - dayMs))
    .orderBy('created_at')
    .execute()
  const [first, last] = [sent[0]?.created_at, sent.at(-1)?.created_at]
  if (first && sent.length >= sendsADay) throw tooMany(now, new Date(first.getTime() + dayMs))
  const next = new Date((last?.getTime() ?? 0) + spacingMs)
  if (next > now) throw tooMany(now, next)
}

const wrongCode = (triesLeft: number) => new Refusal('WRONG_CODE', { data: { triesLeft } })

/**
 * Checks a code that came over `channel`; a wrong one counts even where the change fails. Returns
 * its id, for `spendPayoutCode`. Five wrong attempts end a code, and thirty in an hour end all
 * codes of a person.
 */
export async function tryPayoutCode(
  { db, macKey, clock }: Deps,
  session: EmployeeSession,
  channel: Contact,
  code: string,
): Promise<string> {
  const now = clock.now()
  const outcome = await inTransaction(db, async (trx) => {
    await lockPerson(trx, session)
    const live = await trx
      .selectFrom('employee_codes')
      .select(['id', 'created_at', 'mac', 'tries', 'via', 'recipient'])
      .where('company_id', '=', session.companyId)
      .where('session_id', '=', session.sessionId)
      .where('voided_at', 'is', null)
      .where('used_at', 'is', null)
      .where('created_at', '>', new Date(now.getTime() - lifeMs))
      .where('tries', '<', triesAtMost)
      .executeTakeFirst()
    const isOfChannel = live?.via === channel.via && live.recipient === channel.contact
    if (!live || !isOfChannel) return wrongCode(0)
    // The sandbox allows no more attempts than production.
    const holder = { companyId: session.companyId, userId: session.employeeId }
    const guard = await lockGuard(trx, macKey, holder)
    const { locked_until: lockedUntil } = guard
    if (lockedUntil && lockedUntil > now) return tooMany(now, lockedUntil)
    if (isCode(macKey, boundTo(session, channel, live), code, live.mac)) return live.id
    await trx
      .updateTable('employee_codes')
      .set({ tries: sql`tries + 1` })
      .where('company_id', '=', session.companyId)
      .where('id', '=', live.id)
      .execute()
    await countWrongCode(trx, macKey, guard, now)
    return wrongCode(triesAtMost - live.tries - 1)
  })
  if (outcome instanceof Refusal) throw outcome
  return outcome
}

/** Spends a right code, once, together with what it confirms. */
export async function spendPayoutCode(
  trx: Trx,
  { companyId }: EmployeeSession,
  id: string,
  now: Date,
): Promise<void> {
  const { numUpdatedRows } = await trx
    .updateTable('employee_codes')
    .set({ used_at: now })
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .where('voided_at', 'is', null)
    .where('used_at', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows !== 1n) throw wrongCode(0)
}
