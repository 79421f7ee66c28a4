import { lacksConfirmedEmail } from '#server/features/auth/index.ts'
import type { Db } from '#server/platform/db/database.ts'
import { Refusal } from '#server/platform/http/refusal.ts'
import type { Deps } from '#server/startup/deps.ts'
import type { Problem } from './check-and-plan.ts'
import { findWaitProblem, type RunWait } from './reset-wait.ts'

type PayingActor = Pick<Deps, 'macKey'> & { companyId: string; userId: string; sandbox: boolean }

/** The refusals of a run that depend on the person alone, in the contract's order. */
export async function refusalsOfAccount(
  db: Db,
  actor: Omit<PayingActor, 'userId'> & { userId: string | null },
  wait: RunWait,
): Promise<readonly Problem[]> {
  const problems: Problem[] = []
  const { userId } = actor
  if (userId !== null && (await lacksConfirmedEmail(db, { ...actor, userId })))
    problems.push({ code: 'EMAIL_NOT_VERIFIED' })
  const waits = findWaitProblem(wait)
  if (waits) problems.push(waits)
  return problems
}

/** Refuses with 409 until the e-mail is confirmed, for actions that are no run. */
export async function refuseUnconfirmed(db: Db, actor: PayingActor): Promise<void> {
  if (await lacksConfirmedEmail(db, actor)) throw new Refusal('EMAIL_NOT_VERIFIED')
}
