import { lacksConfirmedEmail } from '#server/features/auth/index.ts'
import type { Db } from '#server/platform/database.ts'
import type { Parts } from '#server/platform/parts.ts'
import { Refusal } from '#server/platform/refusal.ts'
import type { Problem } from './decision.ts'
import { type RunWait, waitProblem } from './reset-wait.ts'

type Asker = Pick<Parts, 'macKey'> & { companyId: string; userId: string; sandbox: boolean }

/** What forbids a run to who asks for it, whatever the payroll says, in the contract's order. */
export async function refusalsOfAccount(
  db: Db,
  asker: Asker,
  wait: RunWait,
): Promise<readonly Problem[]> {
  const problems: Problem[] = []
  if (await lacksConfirmedEmail(db, asker)) problems.push({ code: 'EMAIL_NOT_VERIFIED' })
  const waits = waitProblem(wait)
  if (waits) problems.push(waits)
  return problems
}

/** The same for what is no run: 409 until the e-mail is confirmed. */
export async function refuseUnconfirmed(db: Db, asker: Asker): Promise<void> {
  if (await lacksConfirmedEmail(db, asker)) throw new Refusal('EMAIL_NOT_VERIFIED')
}
