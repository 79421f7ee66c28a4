import { sql } from 'kysely'

/** The kind of sheet `p` as the signing record names it. */
export const recordedKind = sql<'REGULAR' | 'EXTRA' | 'SPECIAL'>`CASE WHEN p.extra THEN 'EXTRA'
  WHEN p.kind <> 'REGULAR' THEN 'SPECIAL' ELSE 'REGULAR' END`
