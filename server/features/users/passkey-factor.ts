import type { Passkey } from '#contract/factors.ts'
import { approvingRoles } from '#domain/roles.ts'
import { type PasskeyRow, readPasskeys, updatePasskey } from '#server/authorization/factor-rows.ts'
import { requireTrue } from '#server/authorization/mac.ts'
import { macColumns } from '#server/authorization/registry.ts'
import { type StepUp, spendStepUp, type UserSession } from '#server/features/auth/index.ts'
import {
  keepPasskey,
  registrationOptions,
  verifyRegistration,
  type WebauthnJson,
} from '#server/features/factors/index.ts'
import { inTransaction, isUuid, type Trx } from '#server/platform/db/database.ts'
import { Refusal } from '#server/platform/http/refusal.ts'
import { record } from '#server/platform/observe/audit.ts'
import type { Deps } from '#server/startup/deps.ts'
import { passkeysOf } from './factor-store.ts'
import { askForKey, endKeys } from './key-approval.ts'
import { lockForFactors, tellOfFactors } from './present-factor.ts'
import { type Account, lockAccount } from './store.ts'

/** Makes the options for a new passkey, for a person who has shown a present factor. */
export async function beginPasskey(
  deps: Deps,
  session: UserSession,
  present: StepUp,
): Promise<WebauthnJson> {
  return deps.db.transaction().execute(async (trx) => {
    const account = await lockForFactors(trx, deps, session)
    await spendStepUp(trx, present, deps.clock.now())
    const person = { email: account.email, name: `${account.first_name} ${account.last_name}` }
    return registrationOptions({ ...deps, db: trx }, session, person)
  })
}

/** Stores the passkey that answered, under its name. */
export async function addPasskey(
  deps: Deps,
  session: UserSession,
  input: { name: string; response: WebauthnJson },
  ip: string,
): Promise<Passkey> {
  const passkey = await verifyRegistration(deps, session, input)
  const { companyId, userId } = session
  return deps.db.transaction().execute(async (trx) => {
    const account = await lockForFactors(trx, deps, session)
    await keepPasskey(trx, deps, passkey)
    const { name } = input
    await tellOfFactors(trx, deps, session, { what: 'passkeyAdded', name })
    await record(trx, { companyId, userId, ip, action: 'user.passkeyAdded', subject: name })
    const row = await ownPasskey(trx, deps, session, passkey.id)
    // The key signs in even where nobody else could approve it.
    await askForKey(trx, deps, { companyId, userId, ip }, { account, key: row }, deps.clock.now())
    return shownPasskey(trx, deps, account, row)
  })
}

async function shownPasskey(trx: Trx, deps: Deps, account: Account, row: PasskeyRow) {
  const [shown] = await passkeysOf(trx, deps.macKey, account, [row], deps.clock.now())
  if (!shown) throw new Error('a row is shown as one passkey')
  return shown
}

/** Asks others to let a passkey approve, again where nobody did in time. */
export async function requestKeyApproval(
  deps: Deps,
  session: UserSession,
  id: string,
  ip: string,
): Promise<Passkey> {
  const { companyId, userId } = session
  return inTransaction(deps.db, async (trx) => {
    const account = await lockForFactors(trx, deps, session)
    const key = await ownPasskey(trx, deps, session, id)
    const actor = { companyId, userId, ip }
    const outcome = await askForKey(trx, deps, actor, { account, key }, deps.clock.now())
    if (outcome === 'NOT_NEEDED') throw new Refusal('NOT_PENDING_APPROVAL')
    if (outcome !== 'ASKED') throw new Refusal('QUORUM_IMPOSSIBLE', { data: outcome })
    return shownPasskey(trx, deps, account, key)
  })
}

async function ownPasskey(trx: Trx, deps: Deps, session: UserSession, id: string) {
  const own = isUuid(id) ? await readPasskeys(trx, deps.macKey, session) : []
  const row = own.find((one) => one.id === id)
  if (!row) throw new Refusal('NOT_FOUND')
  return row
}

/** Another use of the key came in between: the caller may try again. */
const meanwhile = () => new Refusal('REQUEST_IN_PROGRESS')

export async function renamePasskey(
  deps: Deps,
  session: UserSession,
  { id, name }: { id: string; name: string },
  ip: string,
): Promise<Passkey> {
  const { companyId, userId } = session
  return deps.db.transaction().execute(async (trx) => {
    const account = await lockForFactors(trx, deps, session)
    const before = await ownPasskey(trx, deps, session, id)
    if (before.name !== name) {
      if (!(await updatePasskey(trx, deps.macKey, before, { name }))) throw meanwhile()
      await record(trx, { companyId, userId, ip, action: 'user.passkeyRenamed', subject: name })
    }
    return shownPasskey(trx, deps, account, { ...before, name })
  })
}

export async function removePasskey(
  deps: Deps,
  session: UserSession,
  { id, present }: { id: string; present: StepUp },
  ip: string,
): Promise<void> {
  const { companyId, userId } = session
  await deps.db.transaction().execute(async (trx) => {
    const account = await lockForFactors(trx, deps, session)
    const { clock, macKey } = deps
    await spendStepUp(trx, present, clock.now())
    const row = await ownPasskey(trx, deps, session, id)
    await keepTheLastKey(trx, deps, session)
    if (!(await updatePasskey(trx, macKey, row, { removed_at: clock.now() }))) throw meanwhile()
    const actor = { companyId, userId, ip }
    await endKeys(trx, deps, actor, { account, keys: [row] }, clock.now())
    await tellOfFactors(trx, deps, session, { what: 'passkeyRemoved', name: row.name })
    const subject = row.name
    await record(trx, { companyId, userId, ip, action: 'user.passkeyRemoved', subject })
  })
}

/** Keeps an approver's last key where passkeys alone move money: another must be added first. */
async function keepTheLastKey(trx: Trx, { macKey }: Deps, session: UserSession): Promise<void> {
  const company = await trx
    .selectFrom('companies')
    .select(macColumns.companies)
    .where('id', '=', session.companyId)
    .executeTakeFirstOrThrow()
  if (!requireTrue(macKey, 'companies', company).strong_only) return
  const { role } = await lockAccount(trx, macKey, session)
  const own = await readPasskeys(trx, macKey, session)
  if (own.length === 1 && approvingRoles.includes(role)) throw new Refusal('LAST_FACTOR')
}

/** Answers 404 before a factor is asked for. */
export async function requireOwnPasskey(
  deps: Deps,
  session: UserSession,
  id: string,
): Promise<void> {
  const own = isUuid(id) ? await readPasskeys(deps.db, deps.macKey, session) : []
  if (!own.some((one) => one.id === id)) throw new Refusal('NOT_FOUND')
}
