import { sql } from 'kysely'
import { type FeeCeilings, feeCeilingSats, withdrawalFeeCeilingSats } from '#domain/fee-ceilings.ts'
import { satsFromCents, smaller } from '#domain/money.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { Replacements } from './versions.ts'

/** The most that all versions and children of a root may pay in fees at once. */
export async function readRemainingFeeCeiling(
  db: Db,
  replacements: Replacements,
  ceilings: FeeCeilings,
): Promise<bigint> {
  const { sats, requestedSats, rateUsdCentsPerBtc: rate } = replacements
  const satsOf = (cents: bigint) => (rate === 0n ? 0n : satsFromCents(cents, rate))
  const own = replacements.withdrawalId
    ? withdrawalFeeCeilingSats(
        ceilings,
        requestedSats,
        await sumSpentSats(db, replacements),
        satsOf,
      )
    : feeCeilingSats(ceilings, sats, satsOf)
  const ordered = await readLeftOfOrder(db, replacements)
  return smaller(ordered, own)
}

/** The amount that a withdrawal was to move, without deposits that later bumps added. */
async function sumSpentSats(db: Db, { id }: Replacements): Promise<bigint> {
  const { rows } = await sql<{ sats: bigint }>`
    SELECT (sats + fee_sats)::bigint AS sats FROM transactions WHERE id = ${id}`.execute(db)
  return rows[0]?.sats ?? 0n
}

/**
 * Reads how much the fee ceiling of an order leaves. The ceiling covers the whole run: each
 * transaction counts with its dearest version.
 */
export async function readLeftOfOrder(
  db: Db,
  { id, orderId }: Pick<Replacements, 'id' | 'orderId'>,
): Promise<bigint> {
  const { rows } = await sql<{ left: bigint }>`
    SELECT o.fee_ceiling_sats - (
      SELECT coalesce(sum(fee), 0) FROM (
        SELECT max(t.fee_sats) AS fee FROM transactions t
        LEFT JOIN transactions parent ON parent.id = t.cpfp_parent_id
        WHERE t.order_id = o.id AND coalesce(parent.root_id, t.root_id) != ${id}
          AND t.state NOT IN ('failed', 'rejected')
        GROUP BY t.root_id) AS batch)::bigint AS left
    FROM orders o WHERE o.id = ${orderId}`.execute(db)
  return rows[0]?.left ?? 0n
}
