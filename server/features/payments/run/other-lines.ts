import { sql } from 'kysely'

/** The other lines `other` of the pay of line `l`: an earlier one that it replaces, or a later one. */
export const otherLines = sql`sheet_lines other
  WHERE other.id IN (
    SELECT id FROM sheet_lines WHERE replaces = coalesce(l.replaces, l.id)
    UNION ALL SELECT l.replaces) AND other.id <> l.id`

/** The dollars of line `l` were sent by another line of the pay. */
export const isSentByOther = sql<boolean>`EXISTS (
  SELECT FROM ${otherLines} AND EXISTS (
    SELECT FROM dollar_payments d WHERE d.line_id = other.id))`
