import { canLoosen } from '#domain/approval-requirement.ts'
import { approvingRoles } from '#domain/roles.ts'
import { frozenAt } from '#server/authorization/frozen.ts'
import type { NotifyDeps } from '#server/features/notifications/index.ts'
import {
  createChangeOrder,
  endChange,
  type Quorum,
  readQuorum,
} from '#server/features/quorum/index.ts'
import { findAccount } from '#server/features/users/index.ts'
import { type Db, inTransaction } from '#server/platform/db/database.ts'
import { applyRules, findPending, lockRules, recordRules } from './rules.ts'

/**
 * WAITING: the rules end a day later; DONE: at once, in the company's first day. Otherwise nothing was done:
 * the company is frozen; there are no rules; a change of them has its approvals; those who are left can change
 * them themselves; somebody's row was changed past the program; or keys alone move money, and the signer takes
 * nobody's word instead of a key's.
 */
type Refused = 'FROZEN' | 'NO_RULES' | 'UNDER_WAY' | 'CAN_CHANGE' | 'TAMPERED' | 'KEYS_ALONE'
export type RulesEnd = 'WAITING' | 'DONE' | Refused

/**
 * Ends the rules of an administrator's company at the operator's word, where so many approvers have left that
 * nobody could pay or change them. Every administrator is told, and may undo it until then. null: nobody
 * administrates with this e-mail.
 */
export async function endRulesByOperator(
  db: Db,
  email: string,
  deps: NotifyDeps & { now: Date },
): Promise<{ company: string; outcome: RulesEnd } | null> {
  const { macKey, now } = deps
  const account = await findAccount(db, macKey, email)
  if (account?.role !== 'ADMIN') return null
  const { id: userId, company_id: companyId, company_name: company } = account
  const actor = { companyId, userId, ip: null }
  return inTransaction(db, async (trx) => {
    // First of all locks, as a freeze takes it.
    if (await frozenAt(trx, macKey, companyId)) return { company, outcome: 'FROZEN' }
    await lockRules(trx, companyId)
    const before = await readQuorum(trx, macKey, companyId, now)
    const pending = await findPending(trx, companyId)
    const refused = pending?.state === 'waiting' ? 'UNDER_WAY' : refusalOf(before)
    if (refused) return { company, outcome: refused }
    if (pending) await endChange(trx, deps, { id: pending.id, by: userId, reason: '' }, now)
    const after = { tiers: [], strongOnly: false }
    const change = { kind: 'RULES' as const, payload: after }
    const input = { actor, change, loosens: true, approvals: 0 }
    const { state } = await createChangeOrder(trx, deps, input, applyRules, now)
    await recordRules(trx, { ...actor, userId: null }, before, after, {
      asked: true,
      by: 'operator',
    })
    return { company, outcome: state === 'done' ? 'DONE' : 'WAITING' }
  })
}

function refusalOf(quorum: Quorum): Refused | null {
  if (quorum.isTampered) return 'TAMPERED'
  if (quorum.strongOnly) return 'KEYS_ALONE'
  if (quorum.tiers.length === 0) return 'NO_RULES'
  const approvers = quorum.people.filter(({ role }) => approvingRoles.includes(role))
  return canLoosen(quorum, approvers.length) ? 'CAN_CHANGE' : null
}
