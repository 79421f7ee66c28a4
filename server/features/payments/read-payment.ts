import { sql } from 'kysely'
import type { Payment } from '#contract/payments.ts'
import { estimateFeeSats } from '#domain/coin-selection.ts'
import { fallbackFeeRate } from '#domain/fees.ts'
import { btcText, centsFromSats, usdNumber } from '#domain/money.ts'
import { hasConsented } from '#server/features/consents/index.ts'
import { newestChild, paymentTransactions } from '#server/features/transactions/index.ts'
import { isCurrent } from '#server/features/transactions/shown-version.ts'
import type { Db } from '#server/platform/db/database.ts'
import { readPaidBefore } from './periods/paid-before.ts'
import { periodOnWire } from './periods/wire.ts'
import { readLeftOut } from './run/left-out.ts'

/**
 * Whether a payment has gone as far as it can now: its transactions are in the mempool, or wait for
 * something slow.
 */
export async function isInProgress(db: Db, companyId: string, paymentId: string): Promise<boolean> {
  const moving = await db
    .selectFrom('transactions as t')
    .select('t.id')
    .where('t.company_id', '=', companyId)
    .where('t.sheet_id', '=', paymentId)
    .where('t.state', 'in', ['pendingApproval', 'signed'])
    .where(isCurrent)
    .where(sql<boolean>`t.waiting_for IS DISTINCT FROM 'approval'
      AND t.waiting_for IS DISTINCT FROM 'operator'
      AND (t.waiting_for IS NULL OR t.waiting_for NOT IN ('lane', 'fee'))`)
    .limit(sql.lit(1))
    .executeTakeFirst()
  return moving === undefined
}

/** One run as the API shows it; null where the company has no such payment. */
export async function readPayment(db: Db, companyId: string, id: string): Promise<Payment | null> {
  // Read the transactions first: a block may come between the two statements, and a transaction
  // confirms only together with its lines.
  const { transactions, state } = await paymentTransactions(db, companyId, id)
  const row = await db
    .selectFrom('sheets as p')
    .select(['p.id', 'p.payroll_id', 'p.draft_id', 'p.note', 'p.created_at'])
    .select([
      'p.bitcoin_usd_cents',
      'p.dollars_usd_cents',
      'p.total_sats',
      'p.rate_usd_cents_per_btc',
    ])
    .innerJoin('sheet_states as known', 'known.id', 'p.id')
    .select(['known.is_all_in_dollars', 'known.waits_in_dollars', 'known.stands'])
    .select(['p.period_key', 'p.period_due_at', 'p.extra', 'p.of_chosen_people'])
    .innerJoinLateral(
      ({ selectFrom }) =>
        selectFrom('sheet_lines as l')
          .select(({ fn }) => fn.countAll<bigint>().as('lines'))
          .leftJoin('payouts as bitcoin', (join) =>
            join.onRef('bitcoin.line_id', '=', 'l.id').on('bitcoin.method', '=', 'BITCOIN'),
          )
          .leftJoin('payouts as dollars', (join) =>
            join.onRef('dollars.line_id', '=', 'l.id').on('dollars.method', '=', 'DOLLARS'),
          )
          // A line without a bitcoin part is never unpaid.
          .select(({ fn }) =>
            fn.countAll<bigint>().filterWhere('bitcoin.line_id', 'is', null).as('dollar_lines'),
          )
          .select(({ fn }) =>
            fn
              .count<bigint>('dollars.sent_at')
              .filterWhere('bitcoin.line_id', 'is', null)
              .as('sent_lines'),
          )
          .whereRef('l.sheet_id', '=', 'p.id')
          .as('counted'),
      (join) => join.onTrue(),
    )
    .select(['counted.lines', 'counted.dollar_lines', 'counted.sent_lines'])
    .select(({ selectFrom }) => [
      selectFrom('transactions as t')
        .innerJoin('transaction_outputs as o', 'o.transaction_id', 't.id')
        .select(({ fn }) => fn.count<bigint>('o.line_id').distinct().as('count'))
        .whereRef('t.sheet_id', '=', 'p.id')
        .where('t.state', '=', 'confirmed')
        .as('paid_lines'),
      selectFrom('transactions as t')
        .leftJoinLateral(newestChild.as('child'), (join) => join.onTrue())
        .select(sql<string | null>`sum(t.fee_sats + coalesce(child.fee_sats, 0))`.as('fee'))
        .whereRef('t.sheet_id', '=', 'p.id')
        .where(isCurrent)
        .as('fee_sats'),
    ])
    .where('p.company_id', '=', companyId)
    .where('p.id', '=', id)
    .executeTakeFirst()
  if (!row) return null
  const feeSats = BigInt(row.fee_sats ?? 0)
  const rate = row.rate_usd_cents_per_btc
  const allPaid = BigInt(row.paid_lines ?? 0) + row.dollar_lines === row.lines
  return {
    _id: row.id,
    state: stateOf(row) ?? (state === 'failed' && allPaid ? 'confirmed' : state),
    totalUsd: usdNumber(row.bitcoin_usd_cents + row.dollars_usd_cents),
    bitcoinUsd: usdNumber(row.bitcoin_usd_cents),
    dollarsUsd: usdNumber(row.dollars_usd_cents),
    totalBtc: btcText(row.total_sats),
    usdRate: usdNumber(rate ?? 0n),
    networkFee: {
      btc: btcText(feeSats),
      usd: rate === null ? 0 : usdNumber(centsFromSats(feeSats, rate)),
    },
    lines: Number(row.lines),
    paidLines: Number(row.paid_lines) + Number(row.sent_lines),
    arrived: await readArrivals(db, companyId, id, Number(row.lines)),
    note: row.note,
    createdAt: row.created_at.toISOString(),
    period: periodOnWire(
      row.period_key === null
        ? null
        : { key: row.period_key, dueAt: row.period_due_at, extra: row.extra },
    ),
    paidBefore:
      row.period_key === null || row.extra || row.of_chosen_people
        ? []
        : await readPaidBefore(db, {
            companyId,
            payrollId: row.payroll_id,
            id,
            periodKey: row.period_key,
          }),
    specialRun: row.draft_id,
    transactions,
    leftOut: await readLeftOut(db, companyId, id),
  }
}

/** The state of a run all in dollars is its order's; null: its transactions have one. */
function stateOf(row: {
  is_all_in_dollars: boolean | null
  waits_in_dollars: boolean | null
  stands: boolean | null
}): Payment['state'] | null {
  if (!row.is_all_in_dollars) return null
  if (row.waits_in_dollars) return 'pendingApproval'
  return row.stands ? 'confirmed' : 'rejected'
}

async function readArrivals(db: Db, companyId: string, paymentId: string, lines: number) {
  const { rows } = await sql<{ yes: number; no: number }>`
    SELECT count(*) FILTER (WHERE a.arrived)::integer AS yes,
      count(*) FILTER (WHERE NOT a.arrived)::integer AS no
    FROM sheet_lines l JOIN arrivals a ON a.line_id = l.id AND a.company_id = l.company_id
    WHERE l.company_id = ${companyId} AND l.sheet_id = ${paymentId}`.execute(db)
  const [{ yes, no } = { yes: 0, no: 0 }] = rows
  return { yes, no, lines }
}

/**
 * Members of payroll `t` who are paid in dollars alone whatever their share says, for lack of
 * consent. Few companies require consent, and few people refuse it.
 */
const withoutConsent = sql`
  SELECT count(*) AS people, coalesce(sum(length(e.script_pubkey)), 0) AS script_bytes
  FROM payroll_members m JOIN employees e ON e.id = m.employee_id
  WHERE m.payroll_id = t.payroll_id AND e.deleted_at IS NULL AND e.bitcoin_percent > 0
    AND (EXISTS (SELECT FROM companies c WHERE c.id = t.company_id AND c.require_consent)
      OR EXISTS (SELECT FROM employee_consents s WHERE s.company_id = t.company_id AND NOT s.agreed))
    AND NOT ${hasConsented('e', sql.ref('t.company_id'))}`

/** The network fee, in satoshi, of paying the people of each payroll now. */
export async function readFeeEstimates(
  db: Db,
  payrollIds: readonly string[],
): Promise<Map<string, bigint>> {
  if (payrollIds.length === 0) return new Map()
  const node = await db
    .selectFrom('node_status')
    .select('fee_rate_sats_per_kvb as rate')
    .executeTakeFirst()
  const rate = node?.rate ?? fallbackFeeRate.elsewhere
  const { rows } = await sql<{ id: string; people: bigint; bytes: bigint }>`
    SELECT id, people::bigint, (9 * people + script_bytes)::bigint AS bytes FROM (
      SELECT t.payroll_id AS id, t.people - refused.people AS people,
        t.script_bytes - refused.script_bytes AS script_bytes
      FROM (
        SELECT company_id, payroll_id, sum(bitcoin_people) AS people,
          sum(script_bytes) AS script_bytes
        FROM payroll_totals WHERE payroll_id = ANY(${payrollIds}::uuid[]) GROUP BY 1, 2) AS t
      CROSS JOIN LATERAL (${withoutConsent}) AS refused) AS in_bitcoin
    WHERE people > 0`.execute(db)
  return new Map(
    rows.map(({ id, people, bytes }) => {
      const target = { outputs: Number(people), outputBytes: Number(bytes), sats: 0n }
      return [id, estimateFeeSats(target, rate)]
    }),
  )
}
