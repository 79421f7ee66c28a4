import { sql } from 'kysely'
import { type Coin, outpointText } from '#domain/coin-selection.ts'
import type { FeeCeilings } from '#domain/fee-ceilings.ts'
import { type FeeRates, feeRatesOf } from '#domain/fee-targets.ts'
import { fallbackFeeRateOf } from '#domain/fees.ts'
import { currentPrice, type StoredPrice } from '#server/features/coins/index.ts'
import { paymentsAreStopped } from '#server/features/invariants/index.ts'
import { coinbaseMaturity, readTip, storedFeeRates } from '#server/features/wallet/index.ts'
import type { Db } from '#server/platform/database.ts'
import { frozenAt } from '#server/platform/frozen.ts'
import type { Parts } from '#server/platform/parts.ts'
import { heldUntilHeight } from '#server/platform/restorations.ts'
import { type LastPay, readLastPay } from './last-pay.ts'
import { paidBack } from './paid-back.ts'
import { findLivePayroll } from './payroll.ts'
import { foundUnseen, unknownIsUnmined } from './records.ts'
import { type Rest, restOf } from './rest.ts'
import type { Salary } from './salary.ts'

/** All that decides whether and how a payroll can be paid, read from the database alone. */
export type Facts = {
  /** The company is frozen: nothing of it is paid. */
  frozen: boolean
  payroll: { id: string; companyId: string; name: string }
  salaries: Salary[]
  coins: Coin[]
  /** Those of them that are left of what a run which was just cancelled paid back. */
  mustSpend: Coin[]
  /** A run that was just cancelled, of which nothing is left that a payment could hang on. */
  hanging: { id: string } | null
  price: StoredPrice | null
  feeRateSatsPerKvb: bigint
  /** The estimates to choose from. */
  feeRates: FeeRates
  feeCeilings: FeeCeilings
  node: { trouble: string | null; height: number; headers: number; at: Date } | null
  /** When the newest block was mined, where that says whether the node is cut off; else null. */
  tipAt: Date | null
  /** Transactions of this payroll that were found in the chain, and that its administrator has not seen. */
  ahead: string[]
  /**
   * One more is in no block yet: who it pays is told, and asked about, when it is. After a restore it is
   * taken for granted until the chain had time to show one.
   */
  aheadUnmined: boolean
  /** A check of the money found something wrong: see server/features/invariants. */
  stopped: boolean
  /** A payment whose transactions may still move. */
  open: { id: string } | null
  /** A withdrawal whose transaction may still move. */
  withdrawing: { transactionId: string } | null
  /** What is left of a run that was paid in part: `salaries` are its people then. */
  rest: Rest | null
  /** The last pay of the payroll's people. */
  last: LastPay | null
}

/** States in which a transaction of ours is not settled: none of them may be joined by a second run. */
export const openStates = ['pendingApproval', 'signed', 'unconfirmed', 'removed'] as const

/** The payment of a payroll that is under way, also one put back by a reorganisation. */
async function paymentUnderWay(db: Db, payrollId: string): Promise<{ id: string } | null> {
  const row = await db
    .selectFrom('payments as p')
    .select('p.id')
    .where('p.payroll_id', '=', payrollId)
    .where(({ or, eb, exists, selectFrom }) =>
      or([
        eb('p.closed_at', 'is', null),
        exists(
          selectFrom('transactions as t')
            .select('t.id')
            .whereRef('t.payment_id', '=', 'p.id')
            .where('t.state', 'in', openStates)
            .where(sql<boolean>`NOT is_superseded(t)`),
        ),
      ]),
    )
    .orderBy('p.id', 'desc')
    .limit(sql.lit(1))
    .executeTakeFirst()
  return row ?? null
}

/**
 * The payment of a payroll that stands in the way of what is not a payment: one under way, and one of
 * which a part is paid and the rest is neither paid nor given up.
 */
export async function paymentInTheWay(db: Db, payrollId: string): Promise<{ id: string } | null> {
  const underWay = await paymentUnderWay(db, payrollId)
  if (underWay) return underWay
  const rest = await restOf(db, payrollId)
  return rest && { id: rest.paymentId }
}

/** The withdrawal of a payroll that is under way, also one put back by a reorganisation. */
export async function withdrawalUnderWay(
  db: Db,
  payrollId: string,
): Promise<{ transactionId: string } | null> {
  const row = await db
    .selectFrom('withdrawals as w')
    .innerJoin('transactions as t', 't.withdrawal_id', 'w.id')
    .select('t.id as transactionId')
    .where('w.payroll_id', '=', payrollId)
    .where(({ or, eb, and }) =>
      or([
        eb('w.closed_at', 'is', null),
        and([eb('t.state', 'in', openStates), sql<boolean>`NOT is_superseded(t)`]),
      ]),
    )
    .orderBy('t.id', 'desc')
    .limit(sql.lit(1))
    .executeTakeFirst()
  return row ?? null
}

async function salariesOf(db: Db, payrollId: string, lock: boolean): Promise<Salary[]> {
  const rows = await db
    .selectFrom('payroll_employees as m')
    .innerJoin('employees as e', 'e.id', 'm.employee_id')
    .select(['e.id', 'e.first_name', 'e.last_name', 'e.base_salary_usd_cents'])
    .select(['e.address', 'e.script_pubkey'])
    .where('m.payroll_id', '=', payrollId)
    .where('e.deleted_at', 'is', null)
    .orderBy('e.id')
    // Who is in the payroll changes under its lock, or under that of the employee.
    .$if(lock, (query) => query.forShare('e'))
    .execute()
  return rows.map((row) => ({
    employeeId: row.id,
    firstName: row.first_name,
    lastName: row.last_name,
    usdCents: row.base_salary_usd_cents,
    address: row.address,
    script: row.script_pubkey,
  }))
}

/** Coins that may be spent now: in a block, mature, spent by nothing known, reserved by nothing. */
export async function spendableCoins(db: Db, payrollId: string, lock: boolean): Promise<Coin[]> {
  const tip = await db
    .selectFrom('blocks')
    .select(({ fn }) => fn.max('height').as('height'))
    .executeTakeFirst()
  const matureHeight = (tip?.height ?? 0) - coinbaseMaturity + 1
  const rows = await db
    .selectFrom('coins')
    .select(['txid', 'vout', 'sats'])
    .where('payroll_id', '=', payrollId)
    .where('height', 'is not', null)
    .where('spent_by_txid', 'is', null)
    .where('spent_height', 'is', null)
    .where('reserved_by', 'is', null)
    .where(({ or, eb }) => or([eb('coinbase', '=', false), eb('height', '<=', matureHeight)]))
    // Always in the same order, so that two transactions cannot wait for each other's coins.
    .orderBy('txid')
    .orderBy('vout')
    .$if(lock, (query) => query.forUpdate())
    .execute()
  return rows.map(({ txid, vout, sats }) => ({
    id: outpointText(txid.toString('hex'), vout),
    sats,
  }))
}

type FactSettings = Pick<Parts, 'macKey'> & Pick<Parts['config'], 'network' | 'feeCeilings'>

/**
 * Reads the facts of a payroll; null where the company has no such payroll. With `lock` the payroll,
 * its coins and its people stay as they are until the end of the transaction of `db`.
 */
export async function readFacts(
  db: Db,
  companyId: string,
  payrollId: string,
  { macKey, network, feeCeilings }: FactSettings,
  lock: boolean,
): Promise<Facts | null> {
  // First of all locks, as a freeze takes it.
  const frozen = (await frozenAt(db, macKey, companyId)) !== null
  const payroll = await findLivePayroll(db, companyId, payrollId, lock)
  if (!payroll) return null
  const coins = await spendableCoins(db, payrollId, lock)
  const node = await db.selectFrom('node_status').selectAll().executeTakeFirst()
  const rest = await restOf(db, payrollId)
  const ahead = await foundUnseen(db, payrollId)
  const { coins: mustSpend, hanging } = await paidBack(db, payrollId, coins)
  const feeRates = node
    ? storedFeeRates(node)
    : feeRatesOf(fallbackFeeRateOf(network), { 6: null, 36: null, 144: null })
  return {
    frozen,
    payroll,
    ahead,
    aheadUnmined: (await heldUntilHeight(db)) !== null || (await unknownIsUnmined(db, payrollId)),
    salaries: rest?.salaries ?? (await salariesOf(db, payrollId, lock)),
    coins,
    mustSpend,
    hanging,
    price: await currentPrice(db),
    feeRateSatsPerKvb: feeRates[3],
    feeRates,
    feeCeilings,
    node: node ?? null,
    tipAt: network === 'main' ? ((await readTip(db))?.at ?? null) : null,
    stopped: await paymentsAreStopped(
      db,
      payrollId,
      ahead.map((id) => `transaction ${id}`),
    ),
    open: await paymentUnderWay(db, payrollId),
    withdrawing: await withdrawalUnderWay(db, payrollId),
    rest,
    last: await readLastPay(db, payrollId),
  }
}
