import { sql } from 'kysely'
import type { Db } from '#server/platform/database.ts'
import { type OrderedPlan, orderedPlan } from '#server/platform/ordered-plan.ts'

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

/** The outputs of a transaction and of all others of its order: those of lines, and the few others. */
export async function outputRows(db: Db, id: string, orderId: string | null) {
  const ofOrder = db
    .selectFrom('transactions as t')
    .innerJoin('transaction_outputs as o', 'o.transaction_id', 't.id')
    .select(({ eb }) => [eb('t.id', '=', id).as('isOwn'), 'o.vout'])
    .select(['o.script_pubkey as script', 'o.sats'])
    .where(orderId ? 't.order_id' : 't.id', '=', orderId ?? id)
  const lines = await ofOrder
    .innerJoin('payment_lines as l', 'l.id', 'o.payment_line_id')
    .select(['l.id', 'l.company_id as companyId', 'l.payment_id as paymentId'])
    .select(['l.employee_id as employeeId', 'l.address', 'l.usd_cents as usdCents'])
    .select(['l.version', 'l.mac'])
    .select(sql<boolean>`l.script_pubkey = o.script_pubkey AND l.sats = o.sats`.as('isOutput'))
    .execute()
  const others = await ofOrder
    .leftJoin('withdrawals as w', 'w.id', 'o.withdrawal_id')
    .leftJoin('addresses as a', (join) =>
      join.onRef('a.script_pubkey', '=', 'o.script_pubkey').on('o.withdrawal_id', 'is', null),
    )
    .leftJoin('transactions as fed', 'fed.id', 'o.feeds')
    .select(['o.withdrawal_id as withdrawalId', 'w.address', 'w.requested_sats as requestedSats'])
    .select(['a.payroll_id as payrollId', 'a.branch', 'a.index'])
    .select('fed.payment_id as feedsPaymentId')
    .where('o.payment_line_id', 'is', null)
    .execute()
  return { lines, others }
}

export type OutputRows = Awaited<ReturnType<typeof outputRows>>

/** In the order in which the transaction has them. */
export async function readOutputs(
  db: Db,
  id: string,
  { lines, others }: OutputRows,
): Promise<StoredOutput[]> {
  const paidElsewhere = await linesPaidElsewhere(db, id)
  const ofLines = lines.map(({ isOwn, vout, script, sats, ...line }) => ({
    isOwn,
    vout,
    script,
    sats,
    line: { ...line, paidElsewhere: paidElsewhere.has(line.id) },
    withdrawalId: null,
    change: null,
    feedsPaymentId: null,
  }))
  const ofOthers = others.map(({ payrollId, branch, index, ...output }) => ({
    ...output,
    line: null,
    change:
      payrollId !== null && branch !== null && index !== null ? { payrollId, branch, index } : null,
  }))
  return [...ofLines, ...ofOthers].filter(({ isOwn }) => isOwn).sort((a, b) => a.vout - b.vout)
}

/** What the order of these outputs moves. */
export function planOf({ lines, others }: OutputRows): OrderedPlan {
  return orderedPlan({
    lines,
    withdrawals: others.flatMap(({ withdrawalId, address, requestedSats, script, sats }) =>
      withdrawalId ? [{ address: address ?? '', requestedSats, script, sats }] : [],
    ),
  })
}
