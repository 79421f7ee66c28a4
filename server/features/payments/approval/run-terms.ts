import { sql } from 'kysely'
import type { RunTerms } from '#domain/approval-code-reasons.ts'
import { dayMs } from '#domain/durations.ts'
import type { UsualPay } from '#domain/usual-pay.ts'
import { requireTrue } from '#server/authorization/mac.ts'
import { macColumns } from '#server/authorization/registry.ts'
import { tiersOf } from '#server/features/quorum/index.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { Deps } from '#server/startup/deps.ts'
import { type Comparison, differencesOf } from '../changes/index.ts'
import { type OwnPayday, selectNotPlanned } from '../prepared/not-planned.ts'
import { isSecondRun } from '../run/check-and-plan.ts'
import type { Facts } from '../run/read-facts.ts'
import { claimedPeriodOf } from '../run/unpaid-lines.ts'

type Payer = Pick<Deps, 'macKey'> & {
  companyId: string
  now: Date
  sandbox: boolean
}

/**
 * Reads why a run of these people would need a code. With `lock` no other order of the company can
 * join the 24-hour sum until the SQL transaction of `db` ends.
 */
export async function readTerms(
  db: Db,
  { companyId, now, sandbox, macKey }: Payer,
  facts: Facts,
  comparison: Comparison,
  usual: ReadonlyMap<string, UsualPay>,
  { lock }: { lock: boolean },
): Promise<RunTerms> {
  const company = await db
    .selectFrom('companies')
    .select(macColumns.companies)
    .where('id', '=', companyId)
    .executeTakeFirstOrThrow()
  requireTrue(macKey, 'companies', company)
  const { approval_over_usd_cents: overUsdCents } = company
  const { salaries } = facts
  const asksForSum = overUsdCents !== null || tiersOf(company.approval_tiers).length > 0
  if (lock && asksForSum) await lockOrders(db, companyId)
  const { lastRun } = comparison
  const own = { payrollId: facts.payroll.id, periodKey: claimedPeriodOf(facts.period) }
  return {
    people: salaries.length,
    totalUsdCents: salaries.reduce((total, { usdCents }) => total + usdCents, 0n),
    overUsdCents,
    orderedUsdCents: asksForSum ? await sumOrderedOfDay(db, companyId, now, own) : 0n,
    asksForChanges: company.approval_changed_addresses,
    asksForFirstRun: !sandbox,
    lastRun: lastRun && {
      totalUsdCents: lastRun.totalUsdCents,
      isRecent: isSecondRun(facts, now),
      begunUsdCents: facts.only ? lastRun.begunUsdCents : null,
    },
    differences: differencesOf(comparison, salaries, usual),
    isUncertain: facts.uncertain !== null,
    salaryGuardPercent: company.salary_guard_percent,
    totalGuardPercent: company.total_guard_percent,
  }
}

/** Orders of one company wait for each other here, so that each counts the ones before it. */
export async function lockOrders(db: Db, companyId: string): Promise<void> {
  await db
    .selectFrom('companies')
    .select('id')
    .where('id', '=', companyId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
}

/**
 * Sums the dollars that a company ordered in the last 24 hours, without orders that were rejected,
 * expired or failed unsigned. A prepared payday counts whole until it is planned.
 */
export async function sumOrderedOfDay(
  db: Db,
  companyId: string,
  now: Date,
  own: OwnPayday = { payrollId: null, periodKey: null },
): Promise<bigint> {
  const since = new Date(now.getTime() - dayMs)
  const { rows } = await sql<{ usdCents: bigint }>`
    SELECT (coalesce(sum(counted.bitcoin + CASE
      WHEN counted.stands OR (p.is_all_in_dollars AND p.stands) THEN o.dollars_usd_cents ELSE 0 END), 0)
      + (SELECT coalesce(sum(l.usd_cents + l.dollars_usd_cents), 0)
        FROM (${selectNotPlanned(companyId, now, own)}) s
        JOIN payday_sheet_lines l ON l.sheet_id = s.id))::bigint AS "usdCents"
    FROM orders o LEFT JOIN sheet_states p ON p.id = o.sheet_id CROSS JOIN LATERAL (
      SELECT coalesce(sum(t.usd_cents), 0) AS bitcoin, count(*) > 0 AS stands FROM transactions t
      WHERE t.order_id = o.id AND t.type IN ('send', 'withdrawal') AND t.id = t.root_id
        AND NOT (t.state = 'rejected' OR t.state = 'failed' AND t.raw IS NULL)) counted
    WHERE o.company_id = ${companyId} AND o.requested_at > ${since}
      -- A sweep pays the company itself, so it does not count.
      AND NOT (o.withdrawal_id IS NOT NULL AND o.change_order_id IS NOT NULL)`.execute(db)
  return rows[0]?.usdCents ?? 0n
}
