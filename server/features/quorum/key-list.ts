import type { KeyObject } from 'node:crypto'
import type { ChangePayload } from '#contract/change-orders.ts'
import { changeLivesMs } from '#domain/change-times.ts'
import { approvingRoles, type Role } from '#domain/roles.ts'
import { type ApprovalRow, readTrueApprovals } from '#server/authorization/approval-rows.ts'
import type { ChangeOrderRow } from '#server/authorization/change-rows.ts'
import { readPasskeys } from '#server/authorization/factor-rows.ts'
import { isTrue } from '#server/authorization/mac.ts'
import type { Db } from '#server/platform/db/database.ts'
import { readChange } from './read-change.ts'

type Listed = { id: string; role: Role; counts: { from: Date | null } }

/** Lists the approvers and their keys, for the change that switches `strongOnly` on. */
export async function listKeys(
  db: Db,
  macKey: KeyObject,
  companyId: string,
  { people }: { people: readonly Listed[] },
  now: Date,
): Promise<Pick<ChangePayload<'RULES'>, 'members' | 'keys'>> {
  const approvers = people.filter(({ role }) => approvingRoles.includes(role))
  const members = approvers.map(({ id, role, counts }) => ({
    userId: id,
    role,
    countsFrom: (counts.from ?? now).toISOString(),
  }))
  const keys = []
  for (const { id: userId } of approvers) {
    for (const key of await readPasskeys(db, macKey, { companyId, userId })) {
      const credentialId = key.credential_id.toString('base64url')
      keys.push({ userId, credentialId, publicKey: key.public_key.toString('base64url') })
    }
  }
  return { members, keys }
}

/** The end of signing a list: 72 hours after the rule came into force, like in the signer. */
export const listEndsAt = ({ ended_at, asked_at }: ChangeOrderRow): Date =>
  new Date((ended_at ?? asked_at).getTime() + changeLivesMs)

/** The list of keys of a change, where a person may still sign it; null otherwise. */
export function listToSign(
  macKey: KeyObject,
  row: ChangeOrderRow,
  now: Date,
): ChangePayload<'RULES'>['keys'] | null {
  const isOpen = row.state === 'done' && now < listEndsAt(row)
  const change = isOpen && row.kind === 'RULES' ? readChange(macKey, row) : null
  return change?.kind === 'RULES' ? (change.payload.keys ?? null) : null
}

/** Finds the newest list under which a company's money moves by passkeys alone. */
async function findList(db: Db, macKey: KeyObject, companyId: string) {
  const rows = await db
    .selectFrom('change_orders')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('kind', '=', 'RULES')
    .where('state', '=', 'done')
    .where('payload', 'like', '%"keys":[%')
    .orderBy('asked_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return rows.find((row) => isTrue(macKey, 'change_orders', row))
}

/** Reads the newest list and its approvals; each approval makes a key count. */
export async function readList(
  db: Db,
  macKey: KeyObject,
  companyId: string,
): Promise<{ row: ChangeOrderRow; signed: ApprovalRow[] } | null> {
  const row = await findList(db, macKey, companyId)
  if (!row) return null
  const given = await readTrueApprovals(db, macKey, [row.id])
  const signed = given.filter(({ kind }) => kind === 'PASSKEY')
  return { row, signed }
}
