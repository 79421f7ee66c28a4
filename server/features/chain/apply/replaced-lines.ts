import { sql } from 'kysely'
import { isOnItsWay } from './on-its-way.ts'

/** Lines `other` of the pay of line `l`: an earlier one that it replaces, or a later one. */
const otherLines = sql`sheet_lines other
  WHERE other.id IN (
    SELECT id FROM sheet_lines WHERE replaces = coalesce(l.replaces, l.id)
    UNION ALL SELECT l.replaces) AND other.id <> l.id`

/** The dollars of line `l` were sent by another line of the pay. */
export const isSentByOther = sql<boolean>`EXISTS (
  SELECT FROM ${otherLines} AND EXISTS (
    SELECT FROM dollar_payments d WHERE d.line_id = other.id))`

/** A later line of the pay of line `l` is paid, or still can be. */
const isPaidByLater = sql<boolean>`EXISTS (
  SELECT FROM ${otherLines} AND other.id > l.id AND EXISTS (
    SELECT FROM sheets p WHERE p.id = other.sheet_id AND (p.stands_in_dollars OR ${isOnItsWay})))`

/**
 * The dollars of line `l` stand on no list of its sheet: after a reorganisation brought the sheet back,
 * another line of the pay has sent them or will.
 */
export const areDollarsReplaced = sql<boolean>`(${isSentByOther} OR ${isPaidByLater})`
