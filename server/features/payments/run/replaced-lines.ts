import { sql } from 'kysely'

/**
 * Selects the lines that those of a new sheet replace, one a person: lines for the same pay in sheets
 * that ended and paid nobody, until a reorganisation brings one back.
 */
export const selectReplaced = (sheetId: string) => sql`
  SELECT DISTINCT ON (l.employee_id) coalesce(o.replaces, l.id) AS id, l.employee_id
  FROM sheet_lines l LEFT JOIN payouts o ON o.line_id = l.id AND o.method = 'DOLLARS'
  WHERE l.sheet_id IN (
    SELECT p.id FROM sheets p JOIN sheets made ON made.id = ${sheetId}
    JOIN sheet_states known ON known.id = p.id
    WHERE p.payroll_id = made.payroll_id AND p.id < made.id AND p.closed_at IS NOT NULL
      AND NOT known.is_all_in_dollars AND p.dollars_usd_cents > 0 AND made.dollars_usd_cents > 0
      AND p.draft_id IS NOT DISTINCT FROM made.draft_id
      AND p.period_key IS NOT DISTINCT FROM made.period_key AND p.extra = made.extra
      AND NOT known.stands AND NOT known.has_sent_dollars)
  ORDER BY l.employee_id, l.id DESC`
