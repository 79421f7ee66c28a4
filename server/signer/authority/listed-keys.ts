import type { KeyObject } from 'node:crypto'
import type { ListedKey, ListedMember } from '#contract/change-orders.ts'
import { changeDelayMs } from '#domain/change-times.ts'
import { approvingRoles, type Role } from '#domain/roles.ts'
import { readApprovals } from '#server/authorization/approval-rows.ts'
import {
  authenticApprovals,
  isReleased,
  readTeamRows,
} from '#server/authorization/approvals-that-count.ts'
import { type ChangeOrderRow, toApprovable } from '#server/authorization/change-rows.ts'
import { isTrue } from '#server/authorization/mac.ts'
import { macColumns } from '#server/authorization/registry.ts'
import type { Db } from '#server/platform/db/database.ts'

type Switch = Pick<
  ChangeOrderRow,
  | 'id'
  | 'company_id'
  | 'asked_by'
  | 'asked_at'
  | 'required'
  | 'own_code'
  | 'delayed'
  | 'sheet_sha256'
>
type List = { members: ListedMember[]; keys: ListedKey[] }
type ListFault = { code: 'LIST_NOT_APPROVED' } | { code: 'LIST_NOT_OF_COMPANY' }

/** Whether a change has the approvals that it asks for, and its hours are over. */
export async function isChangeApproved(
  db: Db,
  macKey: KeyObject,
  row: Switch,
  now: Date,
): Promise<boolean> {
  const subject = toApprovable(row)
  const given = authenticApprovals(macKey, subject, await readApprovals(db, [row.id]))
  if (!isReleased(subject, given)) return false
  if (!row.delayed) return true
  const approvedAt = given.at(Math.max(row.required, 1) - 1)?.at ?? row.asked_at
  return approvedAt.getTime() + changeDelayMs <= now.getTime()
}

/**
 * The people and keys of a list as the company's own rows confirm them, or why the signer does not
 * take the list over: it leaves out somebody who approves, or a key of theirs. A row without a true
 * MAC counts neither way.
 */
export async function confirmList(
  db: Db,
  macKey: KeyObject,
  row: Switch,
  listed: { members?: ListedMember[] | undefined; keys?: ListedKey[] | undefined },
  now: Date,
): Promise<{ list: List; fault: null } | { list: null; fault: ListFault }> {
  if (!(await isChangeApproved(db, macKey, row, now))) {
    return { list: null, fault: { code: 'LIST_NOT_APPROVED' } }
  }
  const { members, keys } = await readApproversWithKeys(db, macKey, row.company_id)
  const list = {
    members: (listed.members ?? []).filter(({ userId }) => members.has(userId)),
    keys: (listed.keys ?? []).filter((key) => keys.has(textOf(key))),
  }
  const named = new Set([
    ...list.members.map(({ userId }) => userId),
    ...list.keys.map((key) => textOf(key)),
  ])
  const isComplete = [...members, ...keys].every(
    ([name, since]) => since > row.asked_at || named.has(name),
  )
  return isComplete ? { list, fault: null } : { list: null, fault: { code: 'LIST_NOT_OF_COMPANY' } }
}

const textOf = ({ userId, credentialId, publicKey }: ListedKey) =>
  [userId, credentialId, publicKey].join(' ')

/** The people who approve and their passkeys, each with the time since when. */
async function readApproversWithKeys(db: Db, macKey: KeyObject, companyId: string) {
  const { users } = await readTeamRows(db, companyId)
  const approvers = [...users.values()].filter(
    (user) =>
      user.removed_at === null &&
      approvingRoles.includes(user.role as Role) &&
      isTrue(macKey, 'users', user),
  )
  const members = new Map(approvers.map(({ id, role_since }) => [id, role_since]))
  const rows = await db
    .selectFrom('passkeys')
    .select(macColumns.passkeys)
    .where('company_id', '=', companyId)
    .where('removed_at', 'is', null)
    .execute()
  const own = rows.filter((key) => members.has(key.user_id) && isTrue(macKey, 'passkeys', key))
  const keys = new Map(
    own.map(({ user_id: userId, credential_id, public_key, created_at }) => {
      const [credentialId, publicKey] = [credential_id, public_key].map((one) =>
        one.toString('base64url'),
      )
      return [`${userId} ${credentialId} ${publicKey}`, created_at]
    }),
  )
  return { members, keys }
}
