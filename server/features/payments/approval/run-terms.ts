import { sql } from 'kysely'
import type { Difference, RunTerms } from '#domain/approval-code-reasons.ts'
import { macColumns, requireAuthentic } from '#server/authorization/account-mac.ts'
import { arrayText, type Db } from '#server/platform/db/database.ts'
import type { Deps } from '#server/startup/deps.ts'
import { isSecondRun } from '../run/check-and-plan.ts'
import type { Payee } from '../run/payee.ts'
import type { Facts } from '../run/read-facts.ts'

const dayMs = 24 * 3_600_000

export type Payer = Pick<Deps, 'macKey'> & {
  companyId: string
  payrollId: string
  now: Date
  sandbox: boolean
}

/**
 * Reads from the database why a run of these people would need a code. With `lock` no other order of
 * the company is added to the 24 hours until the end of the transaction of `db`.
 */
export async function readTerms(
  db: Db,
  { companyId, payrollId, now, sandbox, macKey }: Payer,
  facts: Facts,
  { lock }: { lock: boolean },
): Promise<RunTerms> {
  const company = await db
    .selectFrom('companies')
    .select(macColumns.companies)
    .where('id', '=', companyId)
    .executeTakeFirstOrThrow()
  requireAuthentic(macKey, 'companies', company)
  const { approval_over_usd_cents: overUsdCents } = company
  const { salaries } = facts
  if (lock && overUsdCents !== null) await lockOrders(db, companyId)
  const lastRun = await readLastPaidRun(db, companyId, payrollId)
  return {
    people: salaries.length,
    totalUsdCents: salaries.reduce((total, { usdCents }) => total + usdCents, 0n),
    overUsdCents,
    orderedUsdCents:
      overUsdCents === null
        ? 0n
        : await sumOrderedSince(db, companyId, new Date(now.getTime() - dayMs)),
    asksForChanges: company.approval_changed_addresses,
    asksForFirstRun: !sandbox,
    lastRun: lastRun && { totalUsdCents: lastRun.totalUsdCents, isRecent: isSecondRun(facts, now) },
    differences: await differencesOf(db, companyId, lastRun?.id ?? null, salaries),
  }
}

/** Orders of a company wait for each other, so that each counts those before it. */
export async function lockOrders(db: Db, companyId: string): Promise<void> {
  await db
    .selectFrom('companies')
    .select('id')
    .where('id', '=', companyId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
}

/** Dollars that a company ordered since then, but for what was rejected, expired or failed unsigned. */
async function sumOrderedSince(db: Db, companyId: string, since: Date): Promise<bigint> {
  const { rows } = await sql<{ usdCents: bigint }>`
    SELECT coalesce(sum(t.usd_cents), 0)::bigint AS "usdCents"
    FROM orders o JOIN transactions t ON t.order_id = o.id
    WHERE o.company_id = ${companyId} AND o.requested_at > ${since}
      AND t.type IN ('send', 'withdrawal') AND t.id = t.root_id
      AND NOT (t.state = 'rejected' OR t.state = 'failed' AND t.raw IS NULL)`.execute(db)
  return rows[0]?.usdCents ?? 0n
}

/** The newest run of which anything was paid. Paid is what is in a block. */
async function readLastPaidRun(db: Db, companyId: string, payrollId: string) {
  const { rows } = await sql<{ id: string; totalUsdCents: bigint }>`
    SELECT p.id, p.total_usd_cents AS "totalUsdCents" FROM payments p
    WHERE p.company_id = ${companyId} AND p.payroll_id = ${payrollId} AND EXISTS (
      SELECT FROM transactions t JOIN transaction_outputs o ON o.transaction_id = t.id
      WHERE t.payment_id = p.id AND t.state = 'confirmed' AND o.payment_line_id IS NOT NULL)
    ORDER BY p.id DESC LIMIT 1`.execute(db)
  return rows[0] ?? null
}

/** How these people differ from the payroll's last paid run. */
export async function differencesSince(
  db: Db,
  { companyId, payrollId }: Pick<Payer, 'companyId' | 'payrollId'>,
  salaries: readonly Payee[],
): Promise<Difference[]> {
  const lastRun = await readLastPaidRun(db, companyId, payrollId)
  return differencesOf(db, companyId, lastRun?.id ?? null, salaries)
}

/**
 * Those who are not in the run, or have another address than known until now, or a higher salary. The
 * known address is the one last paid anywhere in the company; for somebody never paid it is the one
 * of the run, which was ordered as it stands.
 *
 * Each OFFSET 0 keeps the planner at one index look-up a person: with tables that it has no figures
 * about it otherwise joins all lines for each of ten thousand people.
 */
async function differencesOf(
  db: Db,
  companyId: string,
  runId: string | null,
  salaries: readonly Payee[],
): Promise<Difference[]> {
  const { rows } = await sql<Difference>`
    SELECT n.id AS "employeeId", n.usd_cents AS "usdCents", last.usd_cents AS "lastUsdCents",
      n.address <> coalesce(paid.address, last.address, n.address) AS "isMoved"
    FROM unnest(${arrayText(salaries.map(({ employeeId }) => employeeId))}::uuid[],
      ${arrayText(salaries.map(({ usdCents }) => usdCents))}::bigint[],
      ${arrayText(salaries.map(({ address }) => address))}::text[]) AS n (id, usd_cents, address)
    LEFT JOIN LATERAL (
      SELECT usd_cents, address FROM payment_lines
      WHERE payment_id = ${runId} AND employee_id = n.id OFFSET 0) last ON true
    LEFT JOIN LATERAL (
      SELECT address FROM (
        SELECT id, address FROM payment_lines
        WHERE employee_id = n.id AND company_id = ${companyId} ORDER BY id DESC OFFSET 0) before
      WHERE (SELECT bool_or(t.state = 'confirmed') FROM (
        SELECT transaction_id FROM transaction_outputs
        WHERE payment_line_id = before.id OFFSET 0) o JOIN transactions t ON t.id = o.transaction_id)
      LIMIT 1) paid ON true
    WHERE last.usd_cents IS NULL OR n.usd_cents > last.usd_cents
      OR n.address <> coalesce(paid.address, last.address)`.execute(db)
  return rows
}
