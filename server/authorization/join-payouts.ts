import { sql } from 'kysely'

/**
 * Joins the payouts of line `l`, one a method: `bitcoin`, whose `usd_cents` are paid on the chain, and
 * `dollars`, which the company pays by its bank. Each is null where the line has none.
 */
export const joinPayouts = sql`
  LEFT JOIN payouts bitcoin ON bitcoin.line_id = l.id AND bitcoin.method = 'BITCOIN'
  LEFT JOIN payouts dollars ON dollars.line_id = l.id AND dollars.method = 'DOLLARS'`
