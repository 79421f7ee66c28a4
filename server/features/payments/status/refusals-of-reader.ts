import { AccountTampered } from '#server/authorization/mac.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { Deps } from '#server/startup/deps.ts'
import { refusalsOfAccount } from '../run/account-refusals.ts'
import type { Problem } from '../run/check-and-plan.ts'
import { type RunWait, resetRuleOf } from '../run/reset-wait.ts'
import { findWithNewPeople } from './read-people.ts'

export type StatusDeps = Pick<Deps, 'macKey' | 'smsConfigured' | 'clock' | 'config'>
export type StatusReader = { companyId: string; userId: string }

const nobodyWaits: RunWait = { rule: null, newPeople: [] }

/** The refusals of a run that depend on the reader, by payroll. */
export async function readRefusalsOfReader(
  db: Db,
  { macKey, smsConfigured, config: { sandbox }, clock }: StatusDeps,
  reader: StatusReader,
  payrollIds: readonly string[],
): Promise<(payrollId: string) => readonly Problem[]> {
  const user = { ...reader, macKey, smsConfigured, sandbox, now: clock.now() }
  try {
    const rule = await resetRuleOf(db, user)
    const always = await refusalsOfAccount(db, user, nobodyWaits)
    if (!rule || rule === 'code') return () => always
    const waiting = await findWithNewPeople(db, reader.companyId, payrollIds)
    return (id) => (waiting.has(id) ? [...always, { code: 'WAITS_AFTER_RESET' }] : always)
  } catch (cause) {
    // A user whose row was changed past the program may still read, but can pay nobody.
    if (cause instanceof AccountTampered) return () => [{ code: 'ACCOUNT_TAMPERED' }]
    throw cause
  }
}
