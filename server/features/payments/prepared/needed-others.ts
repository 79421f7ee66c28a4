import type { KeyObject } from 'node:crypto'
import { sql } from 'kysely'
import { requirementOf } from '#domain/approval-requirement.ts'
import { readMemberIds } from '#server/authorization/member-rows.ts'
import {
  impossibleUnpressed,
  type NeededOthers,
  needOthers,
  readQuorum,
} from '#server/features/quorum/index.ts'
import type { Db } from '#server/platform/db/database.ts'
import { readChangers } from '../changes/index.ts'
import { countOthers } from '../run/requirement.ts'

type Payday = { companyId: string; payrollId: string; mode: string }

/**
 * Reads whose approval or press the next payday needs, in place of each person who changed what it pays,
 * if the calendar prepares it. `impossible`: who is missing, where nobody could release it, neither by approving
 * nor by a press; else null.
 */
export async function readNeededOthers(
  db: Db,
  macKey: KeyObject,
  { companyId, payrollId, mode }: Payday,
  now: Date,
): Promise<{ missing: NeededOthers; impossible: ReturnType<typeof impossibleUnpressed> }> {
  const nobody = { missing: [], impossible: null }
  if (mode === 'REMIND') return nobody
  const quorum = await readQuorum(db, macKey, companyId, now)
  const others = countOthers(quorum, null)
  const people = await readMemberIds(db, macKey, payrollId)
  const { tiers, strongOnly } = quorum
  const usdCents = await sumSalaries(db, companyId, people)
  const terms = { kind: 'PAYMENT', askedBy: 'ADMIN', orderedUsdCents: 0n, reasons: [] } as const
  const byRules = requirementOf({ ...terms, usdCents, tiers, strongOnly, others })
  const atLeast = mode === 'PAY' && others > 0 ? 1 : 0
  const required = Math.max(byRules.required, atLeast)
  if (required === 0) return nobody
  const made = await readChangers(db, { companyId, payrollId, macKey }, people)
  const changers = made.map(({ userId }) => userId)
  const impossible = impossibleUnpressed(quorum, changers, { required, ownCode: false })
  return { missing: needOthers(quorum, changers), impossible }
}

async function sumSalaries(db: Db, companyId: string, people: readonly string[]): Promise<bigint> {
  const { rows } = await sql<{ usdCents: bigint }>`
    SELECT coalesce(sum(base_salary_usd_cents), 0)::bigint AS "usdCents" FROM employees
    WHERE company_id = ${companyId} AND id = ANY(${people}::uuid[])`.execute(db)
  return rows[0]?.usdCents ?? 0n
}
