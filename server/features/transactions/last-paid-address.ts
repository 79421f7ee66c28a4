import { sql } from 'kysely'

/**
 * For a lateral join: `paid`, the line that last paid the person of line `l` before it, with
 * address and script. Only lines in a block count as paid.
 */
export const lastPaid = sql`(
  SELECT before.address, before.script_pubkey FROM sheet_lines before
  JOIN transaction_outputs o ON o.line_id = before.id
  JOIN transactions t ON t.id = o.transaction_id
  WHERE before.employee_id = l.employee_id AND before.company_id = l.company_id
    AND before.id <> l.id AND t.state = 'confirmed'
  ORDER BY before.id DESC LIMIT 1)`
