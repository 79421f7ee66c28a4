import type { KeyObject } from 'node:crypto'
import type { Updateable } from 'kysely'
import { changePayloads } from '#contract/change-orders.ts'
import { approvingRoles, type Role } from '#domain/roles.ts'
import { type Trx, timeOfId } from '../platform/db/database.ts'
import type { Companies } from '../platform/db/database-types.ts'
import { readTeamRows } from './approvals-that-count.ts'
import { authenticPayload, readChangesOfKind } from './change-rows.ts'
import { isTrue } from './mac.ts'

/**
 * The rules of a company whose row was changed past the program: all that its MAC covers, as strict as
 * it goes. The people and the approvals that they once asked for are taken from rows under MACs of their own.
 */
export async function strictestRules(trx: Trx, macKey: KeyObject, companyId: string) {
  const { approvals, strongOnly } = await readPendingRules(trx, macKey, companyId)
  const { known, atMost } = await countApprovers(trx, macKey, companyId)
  // No more than there are besides the person who asks, else no payment could be approved. And where nobody
  // ever asked for an approval, none rests on a row that somebody wrote.
  const required = Math.max(Math.min(approvals, atMost - 1), Math.min(1, known - 1), 0)
  return {
    approval_over_usd_cents: 0n,
    approval_changed_addresses: true,
    approval_tiers: JSON.stringify(
      required > 0 ? [{ fromUsdCents: '0', approvals: required }] : [],
    ),
    strong_only: strongOnly,
    address_hold_hours: 168,
    salary_guard_percent: 0,
    total_guard_percent: 0,
    share_set_by: 'EMPLOYEE',
    require_consent: true,
    // The company began when its id says: a written `created_at` could let roles count at once.
    created_at: timeOfId(companyId),
  } satisfies Updateable<Companies>
}

/** People who approve. `atMost`: each row that was changed past the program may have been one's as well. */
async function countApprovers(trx: Trx, macKey: KeyObject, companyId: string) {
  const rows = [...(await readTeamRows(trx, companyId)).users.values()]
  const authentic = rows.filter((user) => isTrue(macKey, 'users', user))
  const known = authentic.filter(
    ({ removed_at, role }) => removed_at === null && approvingRoles.includes(role as Role),
  ).length
  return { known, atMost: known + rows.length - authentic.length }
}

/**
 * The most approvals that the company ever asked for, and whether its last rules were `strongOnly`. Every
 * change of rules is recorded under a MAC, and none is ever deleted; its state is under none, so the
 * approvals of rules that were refused count too. A forged `strongOnly` moves no money: the signer has its
 * own word for it.
 */
async function readPendingRules(trx: Trx, macKey: KeyObject, companyId: string) {
  const rows = await readChangesOfKind(trx, companyId, 'RULES')
  const pending = rows.flatMap((row) => {
    const payload = authenticPayload(macKey, row)
    return payload === null ? [] : [{ state: row.state, ...changePayloads.RULES.parse(payload) }]
  })
  const last = pending.findLast(({ state }) => state === 'done')
  return {
    approvals: Math.max(0, ...pending.flatMap(({ tiers }) => tiers.map((tier) => tier.approvals))),
    strongOnly: last?.strongOnly ?? false,
  }
}
