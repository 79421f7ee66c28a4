import type { KeyObject } from 'node:crypto'
import { z } from 'zod/mini'
import type { ApprovalTier } from '#domain/approval-requirement.ts'
import { type MayNow, mayNow } from '#domain/may-now.ts'
import { usdNumber } from '#domain/money.ts'
import type { Role } from '#domain/roles.ts'
import { personOf } from '#server/authorization/approvals-that-count.ts'
import { isTrue, requireTrue } from '#server/authorization/mac.ts'
import { macColumns } from '#server/authorization/registry.ts'
import type { Db } from '#server/platform/db/database.ts'
import { readCountingHolders } from './key-holders.ts'

export type Approver = {
  id: string
  name: string
  email: string
  role: Role
  /** Whether an approval of what others asked for counts. */
  counts: MayNow
  /** Whether an administrator's own code counts. */
  ownCode: MayNow
}

/** The rules of a company, and all its people with whether they count. */
export type Quorum = {
  tiers: readonly ApprovalTier[]
  strongOnly: boolean
  companyCreatedAt: Date
  people: readonly Approver[]
  /** A person's row, even of one who left, was changed past the program. */
  isTampered: boolean
}

const storedTiers = z.array(z.object({ fromUsdCents: z.string(), approvals: z.int() }))

/** The tiers of a company's row, the lowest first. */
export const tiersOf = (stored: unknown): ApprovalTier[] =>
  storedTiers
    .parse(stored)
    .map(({ fromUsdCents, approvals }) => ({ fromUsdCents: BigInt(fromUsdCents), approvals }))
    .sort((a, b) => (a.fromUsdCents < b.fromUsdCents ? -1 : 1))

/** The tiers in the form that is stored. */
export const toStoredTiers = (tiers: readonly ApprovalTier[]): string =>
  JSON.stringify(
    tiers.map(({ fromUsdCents, approvals }) => ({ fromUsdCents: String(fromUsdCents), approvals })),
  )

/** The tiers in the form of the audit trail. */
export const tierTexts = (tiers: readonly ApprovalTier[]): string[] =>
  tiers.map(({ fromUsdCents, approvals }) => `${usdNumber(fromUsdCents)}: ${approvals}`)

const nameOf = (row: { first_name: string; last_name: string }) =>
  `${row.first_name} ${row.last_name}`

/**
 * Reads the rules. Throws `ACCOUNT_TAMPERED` for the company's row; a person with a tampered row
 * does not count.
 */
export async function readQuorum(
  db: Db,
  macKey: KeyObject,
  companyId: string,
  now: Date,
): Promise<Quorum> {
  const row = await db
    .selectFrom('companies')
    .select(macColumns.companies)
    .where('id', '=', companyId)
    .executeTakeFirstOrThrow()
  const company = requireTrue(macKey, 'companies', row)
  const { strong_only: strongOnly, created_at: companyCreatedAt } = company
  const users = await db
    .selectFrom('users')
    .select([...macColumns.users, 'first_name', 'last_name'])
    .where('company_id', '=', companyId)
    .orderBy('id')
    .execute()
  const holders = strongOnly
    ? await readCountingHolders(db, macKey, companyId, now)
    : new Set<string>()
  const hasKey = (userId: string) => holders.has(userId)
  const terms = { companyCreatedAt, now }
  const tampered = new Set(users.filter((user) => !isTrue(macKey, 'users', user)))
  // A row that was changed past the program is nobody's.
  const whoIs = (user: (typeof users)[number]) =>
    tampered.has(user) ? null : personOf(user, hasKey)
  const present = users.filter(({ removed_at }) => removed_at === null)
  const people = present.map((user) => ({
    id: user.id,
    name: nameOf(user),
    email: user.email,
    role: user.role as Role,
    counts: mayNow(whoIs(user), { kind: 'APPROVE', strongOnly, ...terms }),
    ownCode: mayNow(whoIs(user), { kind: 'OWN_CODE', ...terms }),
  }))
  const tiers = tiersOf(company.approval_tiers)
  return { tiers, strongOnly, companyCreatedAt, people, isTampered: tampered.size > 0 }
}

/**
 * The people whose approval counts now, without the person who asked, or without those left out.
 */
export const othersWhoCount = (
  { people }: Quorum,
  leftOut: string | ReadonlySet<string>,
): Approver[] => {
  const isLeftOut = (id: string) => (typeof leftOut === 'string' ? id === leftOut : leftOut.has(id))
  return people.filter(({ id, counts }) => !isLeftOut(id) && counts.code === 'YES')
}

export const roleOf = ({ people }: Quorum, userId: string): Role | null =>
  people.find(({ id }) => id === userId)?.role ?? null
