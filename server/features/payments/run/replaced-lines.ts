import { sql } from 'kysely'
import { isOnItsWay } from '#server/features/chain/index.ts'
import { hasPaidDollars } from './unpaid-lines.ts'

/**
 * Selects the lines that those of a new sheet replace, one a person: lines for the same pay in sheets
 * that ended and paid nobody, until a reorganisation brings one back.
 */
export const selectReplaced = (sheetId: string) => sql`
  SELECT DISTINCT ON (employee_id) coalesce(replaces, id) AS id, employee_id FROM sheet_lines
  WHERE sheet_id IN (
    SELECT p.id FROM sheets p JOIN sheets made ON made.id = ${sheetId}
    WHERE p.payroll_id = made.payroll_id AND p.id < made.id AND p.closed_at IS NOT NULL
      AND p.total_sats > 0 AND p.dollars_usd_cents > 0 AND made.dollars_usd_cents > 0
      AND p.special_run_id IS NOT DISTINCT FROM made.special_run_id
      AND p.period_key IS NOT DISTINCT FROM made.period_key AND p.extra = made.extra
      AND NOT ${isOnItsWay} AND NOT ${hasPaidDollars})
  ORDER BY employee_id, sheet_lines.id DESC`
