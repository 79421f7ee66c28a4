import { sql } from 'kysely'

/**
 * Whether line `l` is of the person whom its id means now, employee `e`. An id whose document and
 * name both changed was given to somebody else, by the form: the payments stay who they were made
 * to. One of the two alone corrects the person.
 */
export const isLineOfPerson = sql<boolean>`NOT coalesce(
  identification_key(l.identification) <> identification_key(e.identification)
  AND person_key(l.first_name, l.last_name) <> person_key(e.first_name, e.last_name), false)`
