import type { KeyObject } from 'node:crypto'
import { accountText } from '#domain/account-end.ts'
import { mayNow } from '#domain/may-now.ts'
import { approvingRoles } from '#domain/roles.ts'
import {
  holdStartOf,
  isOfTerms,
  readHolds,
  type StandingHold,
} from '#server/authorization/address-holds.ts'
import {
  findPerson,
  readTeamRows,
  type TeamRows,
} from '#server/authorization/approvals-that-count.ts'
import { isTrue, macOf } from '#server/authorization/mac.ts'
import type { CoveredRow, MacRow } from '#server/authorization/registry.ts'
import { type Db, isUuid, type Trx } from '#server/platform/db/database.ts'
import { Refusal } from '#server/platform/http/refusal.ts'
import { type Actor, record, shortenAddress } from '#server/platform/observe/audit.ts'
import { readOpenContacts } from './open-contacts.ts'

export type Releasing = { macKey: KeyObject; now: Date }
type Releaser = Actor & { userId: string }
export type ReleaseKind = 'CODE' | 'PASSKEY'

/** An employee with a held address or account: all rows that hold the present ones. */
export type HeldEmployee = {
  employeeId: string
  name: string
  /** Empty: the address is not held. */
  address: string
  /** The account as people are shown it; empty: it is not held. */
  account: string
  holds: StandingHold[]
  /** The users who changed them, or a contact that nobody has confirmed and may have set them. */
  changers: ReadonlySet<string>
}

/** The newest version of the person that brought what is held. */
export const versionOf = ({ holds }: HeldEmployee): number =>
  Math.max(...holds.map(({ row }) => row.version))

/** Answers 404 for an unknown employee, and 409 where neither address nor account is held. */
export async function requireHeld(
  db: Db,
  { macKey, now }: Releasing,
  companyId: string,
  employeeId: string,
): Promise<HeldEmployee> {
  const employee = isUuid(employeeId)
    ? await db
        .selectFrom('employees')
        .select(['id', 'first_name', 'last_name', 'address', 'bank', 'bank_account'])
        .where('company_id', '=', companyId)
        .where('id', '=', employeeId)
        .where('deleted_at', 'is', null)
        .executeTakeFirst()
    : undefined
  if (!employee) throw new Refusal('NOT_FOUND')
  const { id } = employee
  const holds = (await readHolds(db, macKey, companyId, now)).filter(
    ({ row }) => row.employee_id === id && isOfTerms(row, employee),
  )
  if (holds.length === 0) throw new Refusal('NOT_PENDING_APPROVAL')
  const contacts = (await readOpenContacts(db, macKey, companyId, [id])).get(id) ?? []
  const changedBy = [
    ...holds.map(({ row }) => row.changed_by),
    ...contacts.map((row) => row.changed_by),
  ]
  const changers = new Set(changedBy.filter((userId) => userId !== null))
  const name = `${employee.first_name} ${employee.last_name}`
  const has = (kind: string) => holds.some(({ row }) => row.kind === kind)
  const address = has('ADDRESS') ? employee.address : ''
  const account = has('ACCOUNT') ? accountText(employee.bank, employee.bank_account) : ''
  return { employeeId: id, name, address, account, holds, changers }
}

/**
 * Refuses a person who may not release an address or account: one who changed it, or who does not approve yet.
 * Where nobody else may, an administrator may a day later; returns whether that is the case.
 */
export async function requireReleaser(
  db: Db,
  { macKey, now }: Releasing,
  { companyId, userId }: Pick<Releaser, 'companyId' | 'userId'>,
  { holds, changers }: HeldEmployee,
): Promise<'OTHER' | 'ALONE'> {
  const team = await readTeamRows(db, companyId)
  // The release itself checks whether a key counts.
  const { person, companyCreatedAt } = findPerson(macKey, team, userId)
  if (!person) throw new Refusal('NOT_ALLOWED_FOR_ROLE')
  const terms = { companyCreatedAt, now }
  const tooNew = (from: Date | null) =>
    new Refusal('APPROVER_TOO_NEW', { data: { from: from?.toISOString() } })
  if (!changers.has(userId)) {
    const { code, from } = mayNow(person, { kind: 'APPROVE', strongOnly: false, ...terms })
    if (code !== 'YES') throw tooNew(from)
    return 'OTHER'
  }
  const since = new Date(Math.max(...holds.map((hold) => holdStartOf(hold).getTime())))
  const alone = mayNow(person, { kind: 'RELEASE_OWN', heldSince: since, ...terms })
  const hasOthers = othersOf(macKey, team.users, changers).length > 0
  if (hasOthers || alone.code === 'NO') throw new Refusal('RELEASE_BY_SAME_PERSON')
  if (alone.code === 'YES') return 'ALONE'
  if (alone.why !== 'HOLD') throw tooNew(alone.from)
  throw new Refusal('RELEASE_BY_SAME_PERSON', { data: { from: alone.from.toISOString() } })
}

/** The people in an approving role who are no changers. */
const othersOf = (
  macKey: KeyObject,
  users: TeamRows['users'],
  changers: HeldEmployee['changers'],
): MacRow<'users'>[] =>
  [...users.values()].filter(
    (user) =>
      !changers.has(user.id) &&
      approvingRoles.includes(user.role as (typeof approvingRoles)[number]) &&
      // A user who was removed past the program still counts.
      (user.removed_at === null || !isTrue(macKey, 'users', user)),
  )

/** Whether a person changed the address who is the only one that could release it. */
export async function isOnlyReleaser(
  db: Db,
  { macKey }: Releasing,
  { companyId, userId }: Pick<Releaser, 'companyId' | 'userId'>,
  { changers }: HeldEmployee,
): Promise<boolean> {
  if (!changers.has(userId)) return false
  const { users } = await readTeamRows(db, companyId)
  return users.get(userId)?.role === 'ADMIN' && othersOf(macKey, users, changers).length === 0
}

/**
 * Releases a held address, account or both, after checking who may, in the SQL transaction that spends
 * the code of its order.
 */
export async function releaseHeld(
  trx: Trx,
  deps: Releasing,
  releaser: Releaser,
  employeeId: string,
  kind: ReleaseKind,
): Promise<void> {
  const { companyId, userId } = releaser
  const held = await requireHeld(trx, deps, companyId, employeeId)
  const who = await requireReleaser(trx, deps, releaser, held)
  const by = { released_by: userId, at: deps.now, kind: who === 'ALONE' ? who : kind }
  await insertReleases(trx, deps.macKey, held.holds, by)
  await recordRelease(trx, releaser, held)
}

type ReleaseRow = CoveredRow<'destination_releases'>

/** Writes that each held destination is released, with its newest version. */
export async function insertReleases(
  trx: Trx,
  macKey: KeyObject,
  holds: readonly StandingHold[],
  by: Pick<ReleaseRow, 'released_by' | 'at' | 'kind'>,
): Promise<void> {
  const newest = new Map(
    holds
      .toSorted((a, b) => a.row.version - b.row.version)
      .map(({ row }): [string, ReleaseRow] => [
        row.kind,
        {
          company_id: row.company_id,
          employee_id: row.employee_id,
          version: row.version,
          address: row.address,
          bank: row.bank,
          bank_account: row.bank_account,
          ...by,
        },
      ]),
  )
  const rows = [...newest.values()]
  await trx
    .insertInto('destination_releases')
    .values(rows.map((row) => ({ ...row, mac: macOf(macKey, 'destination_releases', row) })))
    .execute()
}

/** Writes into the audit trail which address and account are paid from now on. */
export async function recordRelease(
  trx: Trx,
  actor: Actor,
  {
    employeeId: employee,
    name: subject,
    address,
    account,
  }: Omit<HeldEmployee, 'holds' | 'changers'>,
): Promise<void> {
  if (address !== '') {
    const detail = { employee, to: shortenAddress(address) }
    await record(trx, { ...actor, action: 'employee.addressReleased', subject, detail })
  }
  if (account !== '') {
    const detail = { employee, accountTo: account }
    await record(trx, { ...actor, action: 'employee.accountReleased', subject, detail })
  }
}
