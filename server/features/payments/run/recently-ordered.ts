import { sql } from 'kysely'
import { arrayText, type Db } from '#server/platform/db/database.ts'
import { type OwnPayday, selectNotPlanned } from '../prepared/not-planned.ts'

/** An id of a run, and an id under which its person may have been paid. */
export type KnownId = { id: string; paidId: string }

type Input = {
  companyId: string
  ids: readonly KnownId[]
  since: Date
  now: Date
  /** A payment whose own lines do not count. */
  beside: string | null
  own: OwnPayday
}

/** The payouts of line `l` that are paid, or still can be. */
const standingUsdCents = sql<bigint>`coalesce((
  SELECT sum(o.usd_cents) FROM payout_states o
  WHERE o.line_id = l.id AND o.state IN ('planned', 'sent', 'paid')), 0)`

/**
 * Sums the cents, in bitcoin and dollars, that a company ordered for people since then and that can
 * still be paid, prepared paydays too. An aguinaldo or a Quincena 25 counts above its formula.
 */
export async function readRecentlyOrdered(
  db: Db,
  { companyId, ids, since, now, beside, own }: Input,
): Promise<Map<string, bigint>> {
  const { rows } = await sql<{ id: string; usdCents: bigint }>`
    WITH run AS MATERIALIZED (
      SELECT id FROM sheets WHERE company_id = ${companyId} AND created_at > ${since}
      UNION
      SELECT sheet_id FROM orders WHERE company_id = ${companyId} AND requested_at > ${since}),
    person AS (
      SELECT * FROM unnest(${arrayText(ids.map(({ id }) => id))}::uuid[],
        ${arrayText(ids.map(({ paidId }) => paidId))}::uuid[]) AS person (id, paid_id))
    SELECT counted.id, sum(counted.cents)::bigint AS "usdCents" FROM (
    SELECT person.id, greatest(0, ${standingUsdCents} - coalesce(law.computed_usd_cents, 0)) AS cents
    FROM run JOIN sheets p ON p.id = run.id AND p.id IS DISTINCT FROM ${beside}::uuid
    JOIN sheet_lines l ON l.sheet_id = p.id
    JOIN person ON person.paid_id = l.employee_id
    LEFT JOIN draft_lines law ON law.draft_id = p.draft_id AND p.kind <> 'BONUS'
      AND law.employee_id = l.employee_id
    -- A reopened run has older lines, too.
    WHERE p.created_at > ${since} OR EXISTS (
      SELECT FROM transaction_outputs o JOIN transactions t ON t.id = o.transaction_id
      JOIN orders ordered ON ordered.id = t.order_id
      WHERE o.line_id = l.id AND ordered.requested_at > ${since})
    UNION ALL
    SELECT person.id, l.usd_cents + l.dollars_usd_cents
    FROM (${selectNotPlanned(companyId, now, own)}) s
    JOIN payday_sheet_lines l ON l.sheet_id = s.id JOIN person ON person.paid_id = l.employee_id
    WHERE s.prepared_at > ${since}) counted
    GROUP BY counted.id`.execute(db)
  return new Map(rows.map(({ id, usdCents }) => [id, usdCents]))
}
