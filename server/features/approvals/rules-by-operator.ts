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
 * WAITING: the rules end a day later. DONE: at once, in the company's first day. All others did
 * nothing. FROZEN: the company is. NO_RULES: there are none. UNDER_WAY: a change of the rules has
 * its approvals. CAN_CHANGE: the remaining people can change them themselves. TAMPERED: a row was
 * changed past the program. KEYS_ALONE: only keys move money, and the signer accepts nothing
 * instead.
 */
type Refused = 'FROZEN' | 'NO_RULES' | 'UNDER_WAY' | 'CAN_CHANGE' | 'TAMPERED' | 'KEYS_ALONE'
export type RulesEnd = 'WAITING' | 'DONE' | Refused

/**
 * Ends the rules of a company at the operator's word, after so many approvers left that nobody
 * could pay or change them. Every administrator is told, and may undo it until then. null: no
 * administrator has this e-mail.
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
    // Read before all locks, in the order in which a freeze takes them.
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
