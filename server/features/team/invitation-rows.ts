import { randomUUIDv7 } from 'node:crypto'
import { type Insertable, type Selectable, sql } from 'kysely'
import { endChangesAbout } from '#server/features/quorum/index.ts'
import type { Db, Trx } from '#server/platform/db/database.ts'
import type { TeamInvitations } from '#server/platform/db/database-types.ts'
import { isTrueToken, tokenHash, tokenMac } from '#server/platform/security/tokens.ts'
import type { Deps } from '#server/startup/deps.ts'

export type Invitation = Selectable<TeamInvitations>
type Believing = Pick<Deps, 'macKey' | 'log'>
type Unsealed = Omit<Invitation, 'mac'>

/**
 * The fields that the MAC covers. The link is covered by its hash alone, which nobody can forge
 * without the link.
 */
const sealed = (row: Unsealed) => [
  ...[row.id, row.company_id, row.email, row.role, row.sha256?.toString('hex') ?? null],
  ...[row.invited_by, row.language, row.created_at, row.expires_at, row.ended_at],
  String(row.version),
]

const macOf = ({ macKey }: Pick<Believing, 'macKey'>, row: Unsealed) =>
  tokenMac(macKey, 'team_invitations', sealed(row))

/** Whether the program wrote the row; any other row is no invitation. */
const isTrue = (deps: Believing, row: Invitation): boolean =>
  isTrueToken(deps, 'team_invitations', { name: row.id, sealed: sealed(row), mac: row.mac })

type New = Omit<Insertable<TeamInvitations>, 'id' | 'ended_at' | 'version' | 'mac'>

export async function insertInvitation(
  trx: Trx,
  deps: Pick<Believing, 'macKey'>,
  { sha256 = null, ...values }: New & Pick<Unsealed, 'created_at' | 'expires_at'>,
): Promise<Invitation> {
  const row = { ...values, sha256, id: randomUUIDv7(), ended_at: null, version: 1 }
  return trx
    .insertInto('team_invitations')
    .values({ ...row, mac: macOf(deps, row) })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Changes an invitation whose row is locked and verified. */
export async function updateInvitation(
  trx: Trx,
  deps: Pick<Believing, 'macKey'>,
  before: Invitation,
  changes: Partial<Pick<Invitation, 'sha256' | 'expires_at' | 'ended_at'>>,
): Promise<Invitation> {
  const after = { ...before, ...changes, version: before.version + 1 }
  return trx
    .updateTable('team_invitations')
    .set({ ...changes, version: after.version, mac: macOf(deps, after) })
    .where('company_id', '=', before.company_id)
    .where('id', '=', before.id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

const open = (db: Db) => db.selectFrom('team_invitations').selectAll().where('ended_at', 'is', null)

/**
 * Lists the invitations of a company that are neither accepted nor withdrawn, also with expired
 * links.
 */
export async function listInvitations(
  db: Db,
  deps: Believing,
  companyId: string,
): Promise<Invitation[]> {
  const rows = await open(db).where('company_id', '=', companyId).orderBy('id').execute()
  return rows.filter((row) => isTrue(deps, row))
}

/** Locks an invitation of a company. */
export async function lockInvitation(
  trx: Trx,
  deps: Believing,
  { companyId, id }: { companyId: string; id: string },
): Promise<Invitation | null> {
  const row = await open(trx)
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  return row && isTrue(deps, row) ? row : null
}

/** Ends the open invitations of a company that `isMeant` selects. */
export async function endInvitations(
  trx: Trx,
  deps: Believing & { now: Date },
  companyId: string,
  isMeant: (row: Invitation) => boolean = () => true,
): Promise<void> {
  const rows = await open(trx)
    .where('company_id', '=', companyId)
    .orderBy('id')
    .forUpdate()
    .execute()
  for (const row of rows.filter(isMeant)) {
    const about = { companyId, kind: 'INVITATION', field: 'invitationId', value: row.id } as const
    await endChangesAbout(trx, about, deps.now)
    if (isTrue(deps, row)) await updateInvitation(trx, deps, row, { ended_at: deps.now })
  }
}

/** Ends earlier invitations of an e-mail: a newer link voids the older. */
export const endInvitationsTo = (
  trx: Trx,
  deps: Believing & { now: Date },
  companyId: string,
  email: string,
): Promise<void> =>
  endInvitations(trx, deps, companyId, (row) => row.email.toLowerCase() === email.toLowerCase())

type Shown = Invitation & { company_name: string; inviter: string }

/** Finds the invitation of a valid link, with the names that its page shows. */
export async function findInvitation(
  db: Db,
  deps: Believing,
  token: string,
  now: Date,
): Promise<Shown | null> {
  const found = await db
    .selectFrom('team_invitations as i')
    .innerJoin('companies as c', 'c.id', 'i.company_id')
    .innerJoin('users as u', 'u.id', 'i.invited_by')
    .selectAll('i')
    .select([
      'c.name as company_name',
      sql<string>`u.first_name || ' ' || u.last_name`.as('inviter'),
    ])
    .where('i.sha256', '=', tokenHash(token))
    .where('i.ended_at', 'is', null)
    .where('i.expires_at', '>', now)
    .executeTakeFirst()
  return found && isTrue(deps, found) ? found : null
}
