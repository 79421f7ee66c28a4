import { outpointText } from '#domain/coin-selection.ts'
import type { TransactionState } from '#domain/transaction-state.ts'
import type { Db } from '#server/platform/db/database.ts'

/** One version of a transaction: the first one, or a replacement. */
export type Version = {
  id: string
  type: string
  state: TransactionState
  txid: Buffer | null
  raw: Buffer | null
  feeSats: bigint
  vsize: number
}

/** All versions of a transaction that are mined or may still be. */
export type Replacements = {
  id: string
  companyId: string
  payrollId: string
  paymentId: string | null
  withdrawalId: string | null
  /** The amount that a withdrawal asks for; null there: everything. */
  requestedSats: bigint | null
  orderId: string | null
  /** A sweep, the program's own withdrawal: the fee comes out of the amount, and the head stays. */
  isSweep: boolean
  payrollName: string
  position: number
  usdCents: bigint
  /** The sum that the first version moves, the base for fee ceilings: salaries, or one deposit. */
  sats: bigint
  rateUsdCentsPerBtc: bigint
  createdAt: Date
  /** Live or confirmed versions, the newest last. */
  versions: Version[]
  /** The newest version with bytes, else the newest; null: there is none. */
  current: Version | null
  /** Versions of the current version's child, the newest last. */
  children: Version[]
}

/**
 * The version that is sent, the newest with bytes: it pays the most, and at most one can be mined.
 */
export const newestSigned = (versions: readonly Version[]): Version | null =>
  versions.findLast(({ txid }) => txid) ?? null

export type PlanUtxo = { id: string; txid: Buffer; vout: number; sats: bigint | null }
export type PlanOutput = {
  vout: number
  script: Buffer
  sats: bigint
  line: string | null
  laneOf: string | null
  withdrawal: string | null
  /** The output is the head: owned, and no lane. */
  change: boolean
}

/** The roots to cancel for a transaction of a company: in a run, the roots of the whole run. */
export async function rootIds(db: Db, companyId: string, id: string): Promise<string[]> {
  const rows = await db
    .selectFrom('transactions as t')
    .innerJoin('transactions as asked', 'asked.company_id', 't.company_id')
    .select('t.root_id')
    .distinct()
    .where('asked.company_id', '=', companyId)
    .where('asked.id', '=', id)
    .where('asked.cpfp_parent_id', 'is', null)
    .where('t.cpfp_parent_id', 'is', null)
    .where(({ or, eb, ref }) =>
      or([
        eb('t.root_id', '=', ref('asked.root_id')),
        eb('t.sheet_id', '=', ref('asked.sheet_id')),
      ]),
    )
    .orderBy('t.root_id')
    .execute()
  return rows.map(({ root_id }) => root_id)
}

const selectVersions = (db: Db) =>
  db
    .selectFrom('transactions as t')
    .select(['t.id', 't.type', 't.state', 't.txid', 't.raw', 't.fee_sats', 't.vsize'])
    .where(({ or, eb }) => or([eb('t.live', '=', true), eb('t.state', '=', 'confirmed')]))
    .orderBy('t.version')

type Row = Awaited<ReturnType<ReturnType<typeof selectVersions>['execute']>>[number]

const toVersion = ({ id, type, state, txid, raw, fee_sats, vsize }: Row): Version => ({
  id,
  type,
  state,
  txid,
  raw,
  feeSats: fee_sats ?? 0n,
  vsize: vsize ?? 0,
})

/** Reads a root with its versions and children; null for an unknown id. */
export async function readReplacements(db: Db, id: string): Promise<Replacements | null> {
  const first = await db
    .selectFrom('transactions as t')
    .innerJoin('payrolls as p', 'p.id', 't.payroll_id')
    .leftJoin('withdrawals as w', 'w.id', 't.withdrawal_id')
    .leftJoin('orders as o', 'o.id', 't.order_id')
    .selectAll('t')
    .select(['p.name', 'w.requested_sats', 'o.change_order_id'])
    .where('t.id', '=', id)
    .executeTakeFirst()
  if (!first) return null
  const rows = await selectVersions(db)
    .where('t.root_id', '=', id)
    .where('t.cpfp_parent_id', 'is', null)
    .execute()
  const versions = rows.map(toVersion)
  const current = newestSigned(versions) ?? versions.at(-1) ?? null
  const children = current
    ? await selectVersions(db).where('t.cpfp_parent_id', '=', current.id).execute()
    : []
  return {
    id,
    companyId: first.company_id,
    payrollId: first.payroll_id,
    paymentId: first.sheet_id,
    withdrawalId: first.withdrawal_id,
    requestedSats: first.requested_sats,
    orderId: first.order_id,
    isSweep: first.withdrawal_id !== null && first.change_order_id !== null,
    payrollName: first.name,
    position: first.position,
    usdCents: first.usd_cents,
    sats: first.sats,
    rateUsdCentsPerBtc: first.rate_usd_cents_per_btc,
    createdAt: first.created_at,
    versions,
    current,
    children: children.map(toVersion),
  }
}

export async function utxosOf(db: Db, transactionId: string): Promise<PlanUtxo[]> {
  const rows = await db
    .selectFrom('transaction_inputs as i')
    .leftJoin('utxos as c', (join) =>
      join
        .onRef('c.txid', '=', 'i.txid')
        .onRef('c.vout', '=', 'i.vout')
        // Only a confirmed, unspent output exists whatever becomes of the version before.
        .on('c.height', 'is not', null)
        .on('c.spent_height', 'is', null),
    )
    .select(['i.txid', 'i.vout', 'c.sats'])
    .where('i.transaction_id', '=', transactionId)
    .orderBy('i.position')
    .execute()
  return rows.map((row) => ({ ...row, id: outpointText(row.txid.toString('hex'), row.vout) }))
}

export async function outputsOf(db: Db, transactionId: string): Promise<PlanOutput[]> {
  const rows = await db
    .selectFrom('transaction_outputs as o')
    .innerJoin('transactions as t', 't.id', 'o.transaction_id')
    .leftJoin('addresses as a', (join) =>
      join
        .onRef('a.script_pubkey', '=', 'o.script_pubkey')
        .onRef('a.payroll_id', '=', 't.payroll_id')
        .on('a.branch', '=', 1)
        .on('o.line_id', 'is', null),
    )
    .select(['o.vout', 'o.script_pubkey', 'o.sats', 'o.line_id', 'o.lane_of'])
    .select(['o.withdrawal_id', 'a.index'])
    .where('o.transaction_id', '=', transactionId)
    .orderBy('o.vout')
    .execute()
  return rows.map((row) => ({
    vout: row.vout,
    script: row.script_pubkey,
    sats: row.sats,
    line: row.line_id,
    laneOf: row.lane_of,
    withdrawal: row.withdrawal_id,
    change: row.index !== null && row.lane_of === null && row.withdrawal_id === null,
  }))
}
