import { sql } from 'kysely'

/** True for a transaction `t` that pays people, or still can. */
export const paysPeople = sql<boolean>`t.type = 'send' AND t.sats > 0 AND (t.live OR t.state = 'confirmed')`
