import { sql } from 'kysely'
import type { FailureCode } from '#domain/failures.ts'
import type { TransactionState } from '#domain/transaction-state.ts'
import { isCurrent } from '#server/features/transactions/shown-version.ts'
import type { Db, Trx } from '#server/platform/db/database.ts'

export type MoneyEvent = {
  company_id: string
  payroll_id: string
  transaction_id: string | null
  kind:
    | 'confirmed'
    | 'removed'
    | 'failed'
    | 'rejected'
    | 'operator'
    | 'fee'
    | 'revived'
    | 'reorganised'
}

/**
 * Takes events out of the table, the oldest first. Events that may be undone soon are taken a while
 * later.
 */
export async function takeEvents(
  trx: Trx,
  { removedBefore, atMost }: { removedBefore: Date; atMost: number },
): Promise<MoneyEvent[]> {
  const { rows } = await sql<MoneyEvent>`
    WITH taken AS (DELETE FROM money_events WHERE id IN (
      SELECT id FROM money_events WHERE kind NOT IN ('removed', 'reorganised') OR at <= ${removedBefore}
      ORDER BY id LIMIT ${atMost} FOR UPDATE SKIP LOCKED)
    RETURNING id, company_id, payroll_id, transaction_id, kind)
    SELECT company_id, payroll_id, transaction_id, kind FROM taken ORDER BY id`.execute(trx)
  return rows
}

export type NoticeTransaction = {
  id: string
  company_id: string
  payroll_id: string
  payroll: string
  sheet_id: string | null
  type: 'send' | 'receive' | 'withdrawal' | 'cancel' | 'child' | 'consolidation'
  state: TransactionState
  waiting_for: string | null
  /** Why the transaction ended, where it did. */
  failure: FailureCode | null
  /** The reason of the person who rejected it. */
  rejection_reason: string | null
  sats: bigint
  usd_cents: bigint
  /** The time of the transaction's block. */
  confirmed_at: Date
  /** Where a withdrawal goes. */
  address: string
  /** Whether people see this version. */
  is_current: boolean
}

export async function readNoticeTransactions(
  db: Db,
  ids: readonly string[],
): Promise<Map<string, NoticeTransaction>> {
  const { rows } = await sql<NoticeTransaction>`
    SELECT t.id, t.company_id, t.payroll_id, p.name AS payroll, t.sheet_id, t.type, t.state,
      t.waiting_for, t.failure, t.rejection_reason, t.sats, t.usd_cents,
      coalesce(t.confirmed_at, now()) AS confirmed_at, coalesce(w.address, '') AS address,
      ${isCurrent} AS is_current
    FROM transactions t JOIN payrolls p ON p.id = t.payroll_id
    LEFT JOIN withdrawals w ON w.id = t.withdrawal_id
    WHERE t.id = ANY(${ids}::uuid[]) ORDER BY t.id`.execute(db)
  return new Map(rows.map((row) => [row.id, row]))
}

export type NoticeRun = {
  id: string
  company_id: string
  payroll_id: string
  payroll: string
  note: string
  people: number
  unpaid: number
  usd_cents: bigint
  rate: bigint
  /** The sum over the transactions in blocks. */
  paid_sats: bigint
  fee_sats: bigint
  paid_at: Date
}

/** Reads what the chain has paid of these runs so far. */
export async function readNoticeRuns(db: Db, ids: readonly string[]): Promise<NoticeRun[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<NoticeRun>`
    SELECT p.id, p.company_id, p.payroll_id, r.name AS payroll, p.note,
      p.bitcoin_usd_cents AS usd_cents,
      p.rate_usd_cents_per_btc AS rate,
      l.people::integer, (l.people - paid.people)::integer AS unpaid, paid.sats AS paid_sats,
      fees.sats AS fee_sats, coalesce(fees.at, now()) AS paid_at
    FROM sheets p JOIN payrolls r ON r.id = p.payroll_id,
      LATERAL (SELECT count(*) AS people FROM payouts
        WHERE sheet_id = p.id AND method = 'BITCOIN') l,
      LATERAL (SELECT count(DISTINCT o.line_id) AS people,
          coalesce(sum(o.sats), 0)::bigint AS sats
        FROM transactions t JOIN transaction_outputs o ON o.transaction_id = t.id
        WHERE t.sheet_id = p.id AND t.state = 'confirmed' AND o.line_id IS NOT NULL) paid,
      LATERAL (SELECT coalesce(sum(t.fee_sats), 0)::bigint AS sats, max(t.confirmed_at) AS at
        FROM transactions t WHERE t.state = 'confirmed' AND (t.sheet_id = p.id OR t.cpfp_parent_id IN
          (SELECT id FROM transactions WHERE sheet_id = p.id))) fees
    WHERE p.id = ANY(${ids}::uuid[]) ORDER BY p.id`.execute(db)
  return rows
}

export type Claim = { companyId: string; kind: string; subjectId: string }

const keyOf = (kind: string, subjectId: string) => `${kind}:${subjectId}`

/** Claims the candidates that were never notified; they count as notified from now on. */
export async function claimMoneyNotices(
  trx: Trx,
  claims: readonly Claim[],
): Promise<(kind: string, subjectId: string) => boolean> {
  const { rows } = await sql<{ kind: string; subject_id: string }>`
    INSERT INTO sent_notifications (company_id, kind, subject_id)
    SELECT * FROM unnest(${claims.map((claim) => claim.companyId)}::uuid[],
      ${claims.map((claim) => claim.kind)}::text[],
      ${claims.map((claim) => claim.subjectId)}::uuid[])
    ON CONFLICT DO NOTHING RETURNING kind, subject_id`.execute(trx)
  const fresh = new Set(rows.map((row) => keyOf(row.kind, row.subject_id)))
  return (kind, subjectId) => fresh.has(keyOf(kind, subjectId))
}

export async function readNotified(
  db: Db,
  kind: string,
  subjectIds: readonly string[],
): Promise<Set<string>> {
  if (subjectIds.length === 0) return new Set()
  const rows = await db
    .selectFrom('sent_notifications')
    .select('subject_id')
    .where('kind', '=', kind)
    .where('subject_id', 'in', subjectIds)
    .execute()
  return new Set(rows.map((row) => row.subject_id))
}
