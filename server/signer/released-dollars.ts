import type { KeyObject } from 'node:crypto'
import { sql } from 'kysely'
import type { SignerFault } from '#domain/signer-faults.ts'
import { joinPayouts } from '#server/authorization/join-payouts.ts'
import { isTrue } from '#server/authorization/mac.ts'
import { type MacRow, macColumns } from '#server/authorization/registry.ts'
import { termsOfLine } from '#server/authorization/terms-of-line.ts'
import { arrayText, type Db } from '#server/platform/db/database.ts'
import type { Site } from './authority/assertions.ts'
import { keysFault } from './authority/order-fault.ts'
import type { Caps } from './caps.ts'
import { hashOfSheetOf, KnownPlans } from './known-plans.ts'
import { orderFault } from './order-approval.ts'
import { readOrder, type StoredOrder } from './read-plan.ts'
import { recordedKind } from './recorded-kind.ts'

/** An order of dollars that the tables call released and nobody has noted. */
export type ReleasedDollars = {
  id: string
  sheetId: string
  companyId: string
  payrollId: string
  /** The sheet for which a transaction of the order was signed; null: all of it is in dollars. */
  signedSheet: Buffer | null
  releasedAt: Date | null
  kind: 'REGULAR' | 'EXTRA' | 'SPECIAL'
  periodKey: string | null
  specialRun: string | null
}

/** Reads the orders of dollars to note, the oldest first. */
export async function dollarsToNote(db: Db): Promise<ReleasedDollars[]> {
  const { rows } = await sql<ReleasedDollars>`
    SELECT o.id, p.id AS "sheetId", p.company_id AS "companyId", p.payroll_id AS "payrollId",
      signed.sheet AS "signedSheet", p.closed_at AS "releasedAt", p.period_key AS "periodKey",
      ${recordedKind} AS kind,
      p.draft_id AS "specialRun"
    FROM orders o JOIN sheets p ON p.id = o.sheet_id JOIN sheet_states known ON known.id = p.id
    LEFT JOIN LATERAL (
      SELECT s.sheet_sha256 AS sheet FROM signer.signatures s WHERE s.order_id = o.id LIMIT 1) signed
      ON true
    WHERE o.dollars_usd_cents > 0 AND NOT EXISTS (SELECT FROM noted_dollars n WHERE n.id = o.id)
      AND (signed.sheet IS NOT NULL OR (known.is_all_in_dollars AND known.dollars_are_due))
    ORDER BY o.id`.execute(db)
  return rows
}

export type LineInDollars = MacRow<'employees'> & {
  lineId: string
  document: string
  usdCents: bigint
  dollarsUsdCents: bigint
  salaryUsdCents: bigint | null
}

/** The order of dollars and its lines, as the tables have them. */
export type StoredDollars = { order: StoredOrder; lines: LineInDollars[] }

export async function readStoredDollars(
  db: Db,
  { id, sheetId, releasedAt }: ReleasedDollars,
): Promise<StoredDollars | null> {
  const parts = { order_id: id, root_id: id, rate: 0n }
  const order = await readOrder(db, parts, { lines: [], others: [] }, new KnownPlans())
  if (!order) return null
  const { rows: lines } = await sql<LineInDollars>`
    SELECT l.id AS "lineId", l.identification AS document, coalesce(bitcoin.usd_cents, 0) AS "usdCents",
      dollars.usd_cents AS "dollarsUsdCents",
      CASE WHEN l.base_usd_cents <> l.net_usd_cents THEN l.base_usd_cents END AS "salaryUsdCents",
      ${termsOfLine}
    FROM sheet_lines l ${joinPayouts}
    WHERE l.sheet_id = ${sheetId} AND l.employee_id = ANY(
      ${arrayText(order.plan.dollars.map(({ employeeId }) => employeeId))}::uuid[])
    ORDER BY l.id`.execute(db)
  // A signer that was away is no reason against what was released in time.
  const now = releasedAt && releasedAt < order.now ? releasedAt : order.now
  return { order: { ...order, now }, lines }
}

type Checks = { macKey: KeyObject; caps: Caps; memoryKey: KeyObject; site: Site }

/**
 * Why the dollars of an order are not released, or null: what keeps a plan of the order from being
 * signed. Where something of it was signed, they are those of the sheet that was signed.
 */
export async function releaseFault(
  db: Db,
  checks: Checks,
  { signedSheet, companyId, payrollId, sheetId }: ReleasedDollars,
  { order, lines }: StoredDollars,
): Promise<SignerFault | null> {
  const about = { orderId: order.row.id }
  if (lines.length === 0 || lines.length !== order.plan.dollars.length) {
    return { code: 'ORDER_NOT_ITS_PLAN', ...about }
  }
  const changed = lines.find((line) => !isTrue(checks.macKey, 'employees', line))
  if (changed) return { code: 'LINE_MAC_WRONG', lineId: changed.lineId }
  if (signedSheet) {
    const isSigned = [order.row.sheet_sha256, hashOfSheetOf(order)].every((sheet) =>
      sheet.equals(signedSheet),
    )
    return isSigned ? null : { code: 'ORDER_NOT_ITS_SHEET', ...about }
  }
  const plan = {
    id: order.row.id,
    companyId,
    payrollId,
    order,
    paymentId: sheetId,
    withdrawal: null,
    sweep: null,
    confirmation: null,
    rateUsdCentsPerBtc: 0n,
    outputs: [],
  }
  return orderFault(plan, 0n, checks) ?? (await keysFault(db, checks, plan))
}

/** Whether the company's row says that it is not frozen, and is the program's own. */
export async function mayRelease(db: Db, macKey: KeyObject, companyId: string): Promise<boolean> {
  const company = await db
    .selectFrom('companies')
    .select(macColumns.companies)
    .where('id', '=', companyId)
    .executeTakeFirst()
  return company?.frozen_at === null && isTrue(macKey, 'companies', company)
}
