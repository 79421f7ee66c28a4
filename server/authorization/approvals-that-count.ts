import type { KeyObject } from 'node:crypto'
import { type ApprovalTerms, countMissingApprovals, leftOutOf } from '#domain/enough-approvals.ts'
import { mayNow, type PersonFacts } from '#domain/may-now.ts'
import type { Role } from '#domain/roles.ts'
import type { Db } from '../platform/db/database.ts'
import type { ApprovalRow } from './approval-rows.ts'
import { isTrue, requireTrue } from './mac.ts'
import { type MacRow, macColumns } from './registry.ts'

/** An order or a change, as far as approvals are about it. */
export type Approvable = ApprovalTerms & {
  id: string
  companyId: string
  sheetSha256: Buffer
}

/** The company and its people, by id, with their MACs. */
export type TeamRows = { company: MacRow<'companies'>; users: ReadonlyMap<string, MacRow<'users'>> }

export async function readTeamRows(db: Db, companyId: string): Promise<TeamRows> {
  const company = await db
    .selectFrom('companies')
    .select(macColumns.companies)
    .where('id', '=', companyId)
    .executeTakeFirstOrThrow()
  const users = await db
    .selectFrom('users')
    .select(macColumns.users)
    .where('company_id', '=', companyId)
    .execute()
  return { company, users: new Map(users.map((user) => [user.id, user])) }
}

type Checks = {
  macKey: KeyObject
  now: Date
  /** Under `strongOnly`: whether somebody has a passkey that counts. */
  hasKey: (userId: string) => boolean
}

/** Whether the approval is of this sheet, and not of one's own order that others have to approve. */
const isOf = (subject: Approvable, row: ApprovalRow) =>
  row.subject_id === subject.id &&
  row.company_id === subject.companyId &&
  row.sheet_sha256.equals(subject.sheetSha256) &&
  (subject.ownCode || !leftOutOf(subject).has(row.user_id))

/**
 * The approvals as the program wrote them, also those of people who no longer count. Any other row counts
 * for nothing and stops nothing. Nobody counts twice.
 */
export function authenticApprovals(
  macKey: KeyObject,
  subject: Approvable,
  rows: readonly ApprovalRow[],
): ApprovalRow[] {
  const given = new Map<string, ApprovalRow>()
  for (const row of rows) {
    if (given.has(row.user_id) || !isOf(subject, row)) continue
    if (isTrue(macKey, 'approvals', row)) given.set(row.user_id, row)
  }
  return [...given.values()]
}

/**
 * The approvals that count now: by people whose rows the program wrote, who count in their role. A role
 * given later than an approval ended it.
 */
export function approvalsThatCount(
  checks: Checks,
  subject: Approvable,
  rows: readonly ApprovalRow[],
  { company, users }: TeamRows,
): ApprovalRow[] {
  const { macKey, now, hasKey } = checks
  if (!isTrue(macKey, 'companies', company)) return []
  const { strong_only: strongOnly, created_at: companyCreatedAt } = company
  return authenticApprovals(macKey, subject, rows).filter((row) => {
    if (strongOnly && row.kind !== 'PASSKEY') return false
    const user = users.get(row.user_id)
    if (!user || user.company_id !== subject.companyId) return false
    if (!isTrue(macKey, 'users', user)) return false
    const person = personOf(user, hasKey)
    const terms = { companyCreatedAt, now }
    if (isOwnCodeOf(subject, row.user_id)) {
      return mayNow(person, { kind: 'OWN_CODE', ...terms }).code === 'YES'
    }
    const mayApprove = mayNow(person, { kind: 'APPROVE', strongOnly, ...terms })
    return row.at >= user.role_since && mayApprove.code === 'YES'
  })
}

/** The facts about a person that `mayNow` needs. */
export const personOf = (
  user: MacRow<'users'>,
  hasKey: (userId: string) => boolean,
): PersonFacts => ({
  role: user.role as Role,
  roleSince: user.role_since,
  factorsResetAt: user.factors_reset_at,
  passwordResetAt: user.password_reset_at,
  removedAt: user.removed_at,
  hasKey: hasKey(user.id),
})

/**
 * A person of the team and the company's age, for what `mayNow` asks where no key matters; person null:
 * nobody of the company. Throws an AccountTampered.
 */
export function findPerson(macKey: KeyObject, { company, users }: TeamRows, userId: string) {
  const { created_at: companyCreatedAt } = requireTrue(macKey, 'companies', company)
  const row = users.get(userId)
  const person = row ? personOf(requireTrue(macKey, 'users', row), () => false) : null
  return { person, companyCreatedAt }
}

/**
 * Whether a person's approval is the own code of who asked. Where nobody pressed, it is that of an
 * administrator, who presses by it.
 */
export const isOwnCodeOf = (
  { ownCode, askedBy }: Pick<Approvable, 'ownCode' | 'askedBy'>,
  userId: string,
): boolean => ownCode && (askedBy === null || askedBy === userId)

export const approversOf = (approvals: readonly Pick<ApprovalRow, 'user_id'>[]): string[] =>
  approvals.map((row) => row.user_id)

/** Whether these approvals release the order or change. */
export const isReleased = (
  subject: Approvable,
  approvals: readonly Pick<ApprovalRow, 'user_id'>[],
): boolean => countMissingApprovals(subject, approversOf(approvals)) === 0
