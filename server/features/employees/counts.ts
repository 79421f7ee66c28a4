import { sql } from 'kysely'
import type { Employee } from '#contract/employees.ts'
import type { Db } from '#server/platform/database.ts'

/** How many employees a company has, of one type or of both, without counting them. */
export async function keptCount(
  db: Db,
  companyId: string,
  creationType?: Employee['creationType'],
): Promise<number> {
  const { rows } = await sql<{ people: bigint }>`
    SELECT coalesce(sum(people), 0)::bigint AS people FROM employee_counts
    WHERE company_id = ${companyId}
      AND (${creationType ?? null}::list_type IS NULL OR creation_type = ${creationType ?? null})`.execute(
    db,
  )
  return Number(rows[0]?.people ?? 0n)
}

/** Sums up what many small changes have left behind, a row for each company and type. */
export async function sumUpCounts(db: Db): Promise<void> {
  await sql`
    WITH gone AS (
      DELETE FROM employee_counts c USING (
        SELECT company_id FROM employee_counts GROUP BY company_id HAVING count(*) > 50
      ) many WHERE c.company_id = many.company_id
      RETURNING c.company_id, c.creation_type, c.people
    )
    INSERT INTO employee_counts (company_id, creation_type, people)
    SELECT company_id, creation_type, sum(people) FROM gone GROUP BY 1, 2`.execute(db)
}
