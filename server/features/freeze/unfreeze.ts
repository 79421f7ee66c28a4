import type { KeyObject } from 'node:crypto'
import type { StepUpGiven } from '#contract/users.ts'
import { type MayNow, mayNow } from '#domain/may-now.ts'
import { frozenAt } from '#server/authorization/frozen.ts'
import { AccountTampered } from '#server/authorization/mac.ts'
import { tryStepUpCode, type UserSession } from '#server/features/auth/index.ts'
import { type NotifyDeps, notifyCompanies } from '#server/features/notifications/index.ts'
import {
  presentFactors,
  type RightCode,
  useCode as spendCode,
} from '#server/features/verification-codes/index.ts'
import { type Db, inTransaction, type Trx } from '#server/platform/db/database.ts'
import { notify } from '#server/platform/db/notify.ts'
import { nameOfUser } from '#server/platform/db/user-name.ts'
import { Refusal } from '#server/platform/http/refusal.ts'
import { type Actor, record } from '#server/platform/observe/audit.ts'
import type { Deps } from '#server/startup/deps.ts'
import { setFrozen } from './freeze.ts'
import {
  type FrozenCompany,
  findCompanyOfAdministrator,
  lockCompanyFreeze,
  readUnfreezer,
  setUnfrozen,
  voidLinks,
} from './store.ts'

type Context = NotifyDeps & { now: Date }

/**
 * Checks the code of an administrator who reset the password by mail after the freeze; null where
 * the company is not frozen. The code has to come by another channel than that mail, or a day
 * later.
 */
export async function tryUnfreeze(
  deps: Pick<Deps, 'db' | 'passwords' | 'clock' | 'config' | 'macKey' | 'log' | 'smsConfigured'>,
  session: UserSession,
  given: Pick<StepUpGiven, 'code' | 'assertion'>,
): Promise<RightCode | null> {
  const { db, clock, config } = deps
  const frozen = await frozenAt(db, deps.macKey, session.companyId)
  if (!frozen) return null
  const terms = { frozenAt: frozen, now: clock.now() }
  await requireReset(db, deps.macKey, session, terms)
  const byMail = await mayUnfreeze(db, deps.macKey, session, { ...terms, byMail: !config.sandbox })
  const refuseMail = () => {
    if (byMail.code !== 'FROM') return
    throw new Refusal('WAITS_AFTER_RESET', { data: { until: byMail.from.toISOString() } })
  }
  // Checked before a code is tried, since none would be accepted yet.
  if (await hasMailAlone(db, deps, session)) refuseMail()
  const right = await tryStepUpCode(deps, session, 'UNFREEZE', given)
  if (right.kind === 'MESSAGE' && right.channel.via === 'EMAIL') refuseMail()
  return right
}

/**
 * Whether the user has nothing but the mailbox. Keys and apps count, and none can be added while
 * frozen.
 */
async function hasMailAlone(
  db: Db,
  deps: Pick<Deps, 'macKey' | 'smsConfigured'>,
  session: UserSession,
): Promise<boolean> {
  const factors = await presentFactors(db, deps, session)
  return factors.every((kind) => kind === 'EMAIL')
}

type Unfreezing = { frozenAt: Date; now: Date }

async function mayUnfreeze(
  db: Db,
  macKey: KeyObject,
  session: UserSession,
  deed: Unfreezing & { byMail: boolean },
): Promise<MayNow> {
  const { person, companyCreatedAt } = await readUnfreezer(db, macKey, session)
  return mayNow(person, { kind: 'UNFREEZE', companyCreatedAt, ...deed })
}

/** Requires a reset of the password after the freeze, whatever brings the code. */
async function requireReset(
  db: Db,
  macKey: KeyObject,
  session: UserSession,
  terms: Unfreezing,
): Promise<void> {
  const { code } = await mayUnfreeze(db, macKey, session, { ...terms, byMail: false })
  if (code !== 'YES') throw new Refusal('COMPANY_FROZEN')
}

/** Spends the code and lets the company pay again. */
export async function unfreeze(
  trx: Trx,
  session: UserSession,
  { right, ip, ...context }: Context & { right: RightCode | null; ip: string },
): Promise<void> {
  const { companyId, userId } = session
  const company = await lockCompanyFreeze(trx, context.macKey, companyId)
  if (!company.frozen_at) return
  // The company was frozen again meanwhile, so another reset is needed.
  const terms = { frozenAt: company.frozen_at, now: context.now }
  await requireReset(trx, context.macKey, session, terms)
  if (!right) throw new Refusal('CODE_REQUIRED')
  await spendCode(trx, right, context.now)
  await thaw(trx, company, { userId, ip, who: await nameOfUser(trx, session) }, context)
}

/** Lets waiting payments go on and notifies the administrators. `who` is null for the operator. */
async function thaw(
  trx: Trx,
  company: FrozenCompany,
  actor: Omit<Actor, 'companyId'> & { who: string | null },
  context: Context,
): Promise<void> {
  const { now, macKey } = context
  const { id: companyId, name: subject } = company
  const { userId, ip, who } = actor
  await setUnfrozen(trx, macKey, companyId)
  // The mail that tells of it has a new one.
  await voidLinks(trx, companyId, now)
  const by = who === null ? { detail: { by: 'operator' } } : {}
  await record(trx, { companyId, userId, ip, action: 'company.unfrozen', subject, ...by })
  const content = { template: 'companyUnfrozen', params: { at: now, who } } as const
  await notifyCompanies(trx, context, [{ companyId, content }])
  await notify(trx, 'signatures')
}

/**
 * Unfreezes the company of an administrator at the operator's word; returns its name. A row that
 * was changed past the program counts as frozen, and gets the strictest rules.
 */
export async function unfreezeByOperator(
  db: Db,
  email: string,
  context: Context,
): Promise<{ name: string; wasFrozen: boolean } | null> {
  const companyId = await findCompanyOfAdministrator(db, context.macKey, email)
  if (!companyId) return null
  return inTransaction(db, async (trx) => {
    const company = await lockCompanyFreeze(trx, context.macKey, companyId).catch(
      (cause: unknown) => {
        if (!(cause instanceof AccountTampered)) throw cause
        return setFrozen(trx, context, companyId, { at: context.now, ip: null })
      },
    )
    const wasFrozen = company.frozen_at !== null
    if (wasFrozen) await thaw(trx, company, { userId: null, ip: null, who: null }, context)
    return { name: company.name, wasFrozen }
  })
}
