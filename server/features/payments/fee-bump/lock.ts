import { sql } from 'kysely'
import type { Trx } from '#server/platform/db/database.ts'
import { Refusal } from '#server/platform/http/refusal.ts'
import { lockPayroll } from '../find-and-lock-payroll.ts'
import { type Replacements, readReplacements } from './versions.ts'

/**
 * Locks the payroll, as every planner does, and refuses where one of its transactions changed since
 * it was read. A block waits for the row locks, so that no two versions get the same number.
 */
export async function lockRoots(trx: Trx, families: readonly Replacements[]): Promise<void> {
  const [first] = families
  if (first) await lockPayroll(trx, first.companyId, first.payrollId)
  const ids = families.map(({ id }) => id)
  await sql`
    SELECT FROM transactions WHERE root_id = ANY(${ids}::uuid[]) OR cpfp_parent_id IN (
      SELECT id FROM transactions WHERE root_id = ANY(${ids}::uuid[]))
    ORDER BY id FOR UPDATE`.execute(trx)
  const looks = (one: Replacements | null) =>
    [...(one?.versions ?? []), ...(one?.children ?? [])].map(({ id, state }) => `${id} ${state}`)
  for (const replacements of families) {
    const now = await readReplacements(trx, replacements.id)
    if (looks(now).join() !== looks(replacements).join()) throw new Refusal('REQUEST_IN_PROGRESS')
  }
}
