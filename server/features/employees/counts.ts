import { sql } from 'kysely'
import type { Employee } from '#contract/employees.ts'
import { type Db, runPrepared } from '#server/platform/db/database.ts'

/** How many employees a company has, of one type or of both, without counting them. */
export async function keptCount(
  db: Db,
  companyId: string,
  creationType?: Employee['creationType'],
): Promise<number> {
  const [row] = await runPrepared<{ people: bigint }>(
    db,
    {
      name: 'count-employees',
      text: `
        SELECT coalesce(sum(people), 0)::bigint AS people FROM employee_counts
        WHERE company_id = $1 AND ($2::list_type IS NULL OR creation_type = $2)`,
    },
    [companyId, creationType ?? null],
  )
  return Number(row?.people ?? 0n)
}

/**
 * How many of them are in a payroll of theirs, likewise. A payroll of hand-made people has no others,
 * one of a CSV only those of its file.
 */
export async function keptMembers(
  db: Db,
  companyId: string,
  payrollId: string,
  creationType?: Employee['creationType'],
): Promise<number> {
  const { rows } = await sql<{ people: bigint }>`
    SELECT coalesce(sum(m.people), 0)::bigint AS people
    FROM payrolls p JOIN payroll_totals m ON m.payroll_id = p.id
    WHERE p.company_id = ${companyId} AND p.id = ${payrollId}
      AND (${creationType ?? null}::list_type IS NULL OR p.type = ${creationType ?? null})`.execute(
    db,
  )
  return Number(rows[0]?.people ?? 0n)
}
