import { sql } from 'kysely'
import type { Db } from '#server/platform/database.ts'
import { type OrderedPlan, orderedPlan } from '#server/platform/orders.ts'

/** An output as the database tells it; the signer believes none of it unchecked. */
export type StoredOutput = {
  script: Buffer
  sats: bigint
  line: {
    id: string
    companyId: string
    paymentId: string
    employeeId: string
    address: string
    usdCents: bigint
    version: number
    mac: Buffer
    /** Whether its script and satoshi are those of the output. */
    isOutput: boolean
    /** Whether another transaction that may still confirm, whatever its state, pays this line too. */
    paidElsewhere: boolean
  } | null
  /** The withdrawal whose address this output pays. */
  withdrawalId: string | null
  change: { payrollId: string; branch: number; index: number } | null
  /** The run of the later transaction that this output feeds. */
  feedsPaymentId: string | null
}

/**
 * Other transactions that pay a line of this one and may still confirm. Their states are what the
 * worker says and are not asked: what has bytes counts until a rival of theirs is buried. A version
 * of this very transaction shares a coin with it, and what was cancelled one with what this spends.
 */
async function rivalsOf(db: Db, id: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    WITH others AS MATERIALIZED (
      SELECT DISTINCT o.transaction_id AS id
      FROM transaction_outputs mine JOIN transaction_outputs o USING (payment_line_id)
      WHERE mine.transaction_id = ${id} AND o.transaction_id != ${id}
    )
    SELECT id FROM others WHERE may_still_confirm(id) AND NOT excludes(${id}, id)`.execute(db)
  return rows.map((row) => row.id)
}

/** Lines of `id` that such a rival pays too. */
async function linesPaidElsewhere(db: Db, id: string): Promise<Set<string | null>> {
  const rivals = await rivalsOf(db, id)
  if (rivals.length === 0) return new Set()
  const rows = await db
    .selectFrom('transaction_outputs')
    .select('payment_line_id')
    .where('transaction_id', '=', sql<string>`ANY(${rivals}::uuid[])`)
    .where('payment_line_id', 'is not', null)
    .execute()
  return new Set(rows.map((row) => row.payment_line_id))
}

/** The outputs of a transaction and of all others of its order. */
export async function outputRows(db: Db, id: string, orderId: string | null) {
  return db
    .selectFrom('transactions as t')
    .innerJoin('transaction_outputs as o', 'o.transaction_id', 't.id')
    .leftJoin('payment_lines as l', 'l.id', 'o.payment_line_id')
    .leftJoin('withdrawals as w', 'w.id', 'o.withdrawal_id')
    .leftJoin('addresses as a', (join) =>
      join
        .onRef('a.script_pubkey', '=', 'o.script_pubkey')
        .on('o.payment_line_id', 'is', null)
        .on('o.withdrawal_id', 'is', null),
    )
    .leftJoin('transactions as fed', 'fed.id', 'o.feeds')
    .select(({ eb }) => [eb('t.id', '=', id).as('is_own'), 'o.script_pubkey as script', 'o.sats'])
    .select(['o.payment_line_id', 'o.withdrawal_id', 'fed.payment_id as feeds_payment_id'])
    .select(['l.company_id', 'l.payment_id', 'l.employee_id', 'l.address', 'l.usd_cents'])
    .select(({ eb, and, ref }) => [
      'l.version',
      'l.mac',
      and([
        eb('l.script_pubkey', '=', ref('o.script_pubkey')),
        eb('l.sats', '=', ref('o.sats')),
      ]).as('is_output'),
    ])
    .select(['w.address as withdrawal_address', 'w.requested_sats'])
    .select(['a.payroll_id', 'a.branch', 'a.index'])
    .where(orderId ? 't.order_id' : 't.id', '=', orderId ?? id)
    .orderBy('o.vout')
    .execute()
}

export type OutputRow = Awaited<ReturnType<typeof outputRows>>[number]

export async function readOutputs(
  db: Db,
  id: string,
  rows: readonly OutputRow[],
): Promise<StoredOutput[]> {
  const paidElsewhere = await linesPaidElsewhere(db, id)
  const own = rows.filter((row) => row.is_own)
  return own.map((row) => ({
    script: row.script,
    sats: row.sats,
    line: row.payment_line_id
      ? {
          id: row.payment_line_id,
          companyId: row.company_id ?? '',
          paymentId: row.payment_id ?? '',
          employeeId: row.employee_id ?? '',
          address: row.address ?? '',
          usdCents: row.usd_cents ?? 0n,
          version: row.version ?? 0,
          mac: row.mac ?? Buffer.alloc(0),
          isOutput: row.is_output === true,
          paidElsewhere: paidElsewhere.has(row.payment_line_id),
        }
      : null,
    withdrawalId: row.withdrawal_id,
    change:
      row.payroll_id !== null && row.branch !== null && row.index !== null
        ? { payrollId: row.payroll_id, branch: row.branch, index: row.index }
        : null,
    feedsPaymentId: row.feeds_payment_id,
  }))
}

/** What the order of these outputs moves. */
export function planOf(rows: readonly OutputRow[]): OrderedPlan {
  return orderedPlan({
    lines: rows.flatMap(({ payment_line_id, employee_id, address, usd_cents, script, sats }) =>
      payment_line_id
        ? [
            {
              employeeId: employee_id ?? '',
              address: address ?? '',
              script,
              usdCents: usd_cents ?? 0n,
              sats,
            },
          ]
        : [],
    ),
    withdrawals: rows.flatMap(
      ({ withdrawal_id, withdrawal_address, requested_sats, script, sats }) =>
        withdrawal_id
          ? [{ address: withdrawal_address ?? '', requestedSats: requested_sats, script, sats }]
          : [],
    ),
  })
}
