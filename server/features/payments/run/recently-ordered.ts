import { sql } from 'kysely'
import { areDollarsReplaced, isLineTaken } from '#server/features/chain/index.ts'
import { arrayText, type Db } from '#server/platform/db/database.ts'
import { selectRuns } from '../periods/line-of-period.ts'

/** An id of a run, and an id under which its person may have been paid. */
export type KnownId = { id: string; paidId: string }

type Input = {
  companyId: string
  ids: readonly KnownId[]
  since: Date
  /** A payment whose own lines do not count. */
  beside: string | null
}

/** The parts of line `l` of row `run` that are paid, or still can be. */
const standingUsdCents = sql<bigint>`(
  CASE WHEN ${isLineTaken('l.id')} THEN l.usd_cents ELSE 0 END
  + CASE WHEN (run.counts AND NOT ${areDollarsReplaced})
      OR EXISTS (SELECT FROM dollar_payments d WHERE d.line_id = l.id)
    THEN l.dollars_usd_cents ELSE 0 END)`

/**
 * Sums the cents, in bitcoin and dollars, that a company ordered for people since then and that can
 * still be paid. An aguinaldo or a Quincena 25 counts above its formula.
 */
export async function readRecentlyOrdered(
  db: Db,
  { companyId, ids, since, beside }: Input,
): Promise<Map<string, bigint>> {
  const { rows } = await sql<{ id: string; usdCents: bigint }>`
    WITH run AS MATERIALIZED (${selectRuns(sql<boolean>`p.id IN (
      SELECT id FROM sheets WHERE company_id = ${companyId} AND created_at > ${since}
      UNION
      SELECT sheet_id FROM orders WHERE company_id = ${companyId} AND requested_at > ${since})
      AND p.id IS DISTINCT FROM ${beside}::uuid`)})
    SELECT person.id,
      sum(greatest(0, ${standingUsdCents} - coalesce(law.computed_usd_cents, 0)))::bigint AS "usdCents"
    FROM run JOIN sheets p ON p.id = run.id JOIN sheet_lines l ON l.sheet_id = p.id
    JOIN unnest(${arrayText(ids.map(({ id }) => id))}::uuid[],
      ${arrayText(ids.map(({ paidId }) => paidId))}::uuid[]) AS person (id, paid_id)
      ON person.paid_id = l.employee_id
    LEFT JOIN special_runs s ON s.id = p.special_run_id AND s.kind <> 'BONUS'
    LEFT JOIN special_run_lines law ON law.run_id = s.id AND law.employee_id = l.employee_id
    -- A reopened run has older lines, too.
    WHERE p.created_at > ${since} OR EXISTS (
      SELECT FROM transaction_outputs o JOIN transactions t ON t.id = o.transaction_id
      JOIN orders ordered ON ordered.id = t.order_id
      WHERE o.line_id = l.id AND ordered.requested_at > ${since})
    GROUP BY person.id`.execute(db)
  return new Map(rows.map(({ id, usdCents }) => [id, usdCents]))
}
