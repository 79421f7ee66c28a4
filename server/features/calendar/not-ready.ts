import { sql } from 'kysely'
import { readHolds } from '#server/authorization/address-holds.ts'
import { readinessOf, toHeld } from '#server/features/employees/index.ts'
import type { PaydayDeps } from '#server/features/payments/index.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { OccurrenceRow } from './rows.ts'

const namedAtMost = 5

/** Only these reasons stop a payment. */
type Lacks = 'noAddress' | 'addressHeld' | 'accountHeld' | 'noConsent'
export type NotReady = { people: { name: string; lacks: Lacks }[]; count: number }

/**
 * Reads the people whom a payday cannot pay now: without an address, at a held one, to a held
 * account, or without consent.
 */
export async function readNotReady(
  db: Db,
  { macKey, clock }: PaydayDeps,
  { companyId, payrollId, specialRunId }: OccurrenceRow,
): Promise<NotReady> {
  const holds = toHeld(await readHolds(db, macKey, companyId, clock.now()))
  const { rows } = await sql<{ name: string; lacks: Lacks; count: number }>`
    SELECT name, lacks, count(*) OVER ()::integer AS count FROM (
      SELECT employees.first_name || ' ' || employees.last_name AS name, employees.id,
        ${readinessOf(companyId, holds)} AS lacks
      FROM payroll_members m JOIN employees ON employees.id = m.employee_id
      WHERE m.company_id = ${companyId} AND m.payroll_id = ${payrollId}
        AND employees.deleted_at IS NULL AND (${specialRunId}::uuid IS NULL OR EXISTS (
          SELECT FROM draft_lines l
          WHERE l.draft_id = ${specialRunId} AND l.employee_id = employees.id AND l.usd_cents > 0))) AS person
    WHERE lacks IN ('noAddress', 'addressHeld', 'accountHeld', 'noConsent')
    ORDER BY name, id LIMIT ${namedAtMost}`.execute(db)
  return { people: rows.map(({ name, lacks }) => ({ name, lacks })), count: rows[0]?.count ?? 0 }
}
