import { sql } from 'kysely'
import type { FeeCeilings } from '#domain/fee-ceilings.ts'
import { type FeeRates, feeRatesOf } from '#domain/fee-targets.ts'
import { fallbackFeeRateOf } from '#domain/fees.ts'
import type { Funds } from '#domain/run-inputs.ts'
import { frozenAt } from '#server/authorization/frozen.ts'
import { heldUntilHeight } from '#server/authorization/restorations.ts'
import { readStoredFeeRates, readTip } from '#server/features/chain/index.ts'
import { paymentsAreStopped } from '#server/features/invariants/index.ts'
import { readCurrentPrice, type StoredPrice } from '#server/features/prices/index.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { Deps } from '#server/startup/deps.ts'
import { findUndeletedPayroll } from '../find-and-lock-payroll.ts'
import { findUnacknowledged, isUnknownSpendInMempool } from '../untracked/acknowledge.ts'
import {
  type Blocking,
  type EarlierTransactions,
  findExclusions,
  readEarlierTransactions,
} from './earlier-transactions.ts'
import type { Payee } from './payee.ts'
import { type PayrollLastPayment, readPayrollLastPayment } from './payroll-last-payment.ts'
import { readUnpaidLines, type UnpaidLines } from './unpaid-lines.ts'
import { readUtxos } from './utxos.ts'

/** All that decides whether and how a payroll can be paid, read from the database alone. */
export type Facts = {
  /** The company is frozen: nothing of it is paid. */
  frozen: boolean
  payroll: { id: string; companyId: string; name: string }
  salaries: Payee[]
  funds: Funds
  earlierTransactions: EarlierTransactions
  /** A spend of the payroll that is in our node's mempool. */
  inMempool: Blocking | null
  price: StoredPrice | null
  feeRateSatsPerKvb: bigint
  /** The estimates to choose from. */
  feeRates: FeeRates
  feeCeilings: FeeCeilings
  node: { trouble: string | null; height: number; headers: number; at: Date } | null
  /** When the newest block was mined, where that says whether the node is cut off; else null. */
  tipAt: Date | null
  /** Untracked spends of this payroll that its administrator has not acknowledged. */
  ahead: string[]
  /**
   * An untracked spend is in no block yet. It is asked about once it is in one. After a restore one
   * is assumed until the chain had time to show it.
   */
  aheadUnmined: boolean
  /** A breach of an invariant stops payments: see server/features/invariants. */
  stopped: boolean
  /** A payment whose transactions may still move. */
  open: { id: string } | null
  /** A withdrawal whose transaction may still move. */
  withdrawing: { transactionId: string } | null
  /** The unpaid lines of a run that was paid in part: `salaries` are its people then. */
  rest: UnpaidLines | null
  /** The last pay of the payroll's people. */
  last: PayrollLastPayment | null
}

/** The payment of a payroll that is under way, also one put back by a reorganisation. */
async function paymentInProgress(db: Db, payrollId: string): Promise<{ id: string } | null> {
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
            .where('t.type', '=', 'send')
            .where('t.live', '=', true),
        ),
      ]),
    )
    .orderBy('p.id', 'desc')
    .limit(sql.lit(1))
    .executeTakeFirst()
  return row ?? null
}

/**
 * The payment of a payroll that blocks everything but payments: one that is open, or one paid in
 * part whose unpaid lines are neither paid nor given up.
 */
export async function findBlockingPayment(
  db: Db,
  payrollId: string,
): Promise<{ id: string } | null> {
  const underWay = await paymentInProgress(db, payrollId)
  if (underWay) return underWay
  const rest = await readUnpaidLines(db, payrollId)
  return rest && { id: rest.paymentId }
}

/** The withdrawal of a payroll that is under way, also one put back by a reorganisation. */
export async function findOpenWithdrawal(
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
        and([eb('t.type', '=', 'withdrawal'), eb('t.live', '=', true)]),
      ]),
    )
    .orderBy('t.id', 'desc')
    .limit(sql.lit(1))
    .executeTakeFirst()
  return row ?? null
}

async function salariesOf(db: Db, payrollId: string, lock: boolean): Promise<Payee[]> {
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

/** R3: a run starts only while none of the payroll's spends is in our mempool. */
export async function spendInMempool(db: Db, payrollId: string): Promise<Blocking | null> {
  const { rows } = await sql<Blocking>`
    SELECT coalesce(parent.id, t.id) AS "transactionId",
      coalesce(parent.payment_id, t.payment_id) AS "paymentId"
    FROM transactions t LEFT JOIN transactions parent ON parent.id = t.cpfp_parent_id
    WHERE t.payroll_id = ${payrollId} AND t.type != 'receive' AND t.state = 'unconfirmed'
    ORDER BY t.id DESC LIMIT 1`.execute(db)
  return rows[0] ?? null
}

/** The UTXOs that a run can spend. Without a head every deposit counts, by rule R2. */
async function readFunds(
  db: Db,
  payrollId: string,
  earlierTransactions: EarlierTransactions,
): Promise<Funds> {
  const { heads, freeDeposits, allDeposits } = await readUtxos(db, payrollId)
  const excluded = findExclusions(earlierTransactions, [...heads, ...allDeposits])
  return { heads, deposits: heads.length > 0 ? freeDeposits : allDeposits, excluded }
}

type FactSettings = Pick<Deps, 'macKey'> & Pick<Deps['config'], 'network' | 'feeCeilings'>

/**
 * Reads the facts of a payroll; null where the company has no such payroll. With `lock` the payroll and
 * its people stay as they are until the end of the transaction of `db`: no other planner takes a UTXO.
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
  const payroll = await findUndeletedPayroll(db, companyId, payrollId, lock)
  if (!payroll) return null
  const node = await db.selectFrom('node_status').selectAll().executeTakeFirst()
  const rest = await readUnpaidLines(db, payrollId)
  const ahead = await findUnacknowledged(db, payrollId)
  const earlierTransactions = await readEarlierTransactions(db, payrollId, rest?.paymentId ?? null)
  const feeRates = node
    ? readStoredFeeRates(node)
    : feeRatesOf(fallbackFeeRateOf(network), { 6: null, 36: null, 144: null })
  return {
    frozen,
    payroll,
    ahead,
    aheadUnmined:
      (await heldUntilHeight(db)) !== null || (await isUnknownSpendInMempool(db, payrollId)),
    salaries: rest?.salaries ?? (await salariesOf(db, payrollId, lock)),
    funds: await readFunds(db, payrollId, earlierTransactions),
    earlierTransactions,
    inMempool: await spendInMempool(db, payrollId),
    price: await readCurrentPrice(db),
    feeRateSatsPerKvb: feeRates[3],
    feeRates,
    feeCeilings,
    node: node ?? null,
    tipAt: network === 'main' ? ((await readTip(db))?.at ?? null) : null,
    stopped: await paymentsAreStopped(db, payrollId, ahead),
    open: await paymentInProgress(db, payrollId),
    withdrawing: await findOpenWithdrawal(db, payrollId),
    rest,
    last: await readPayrollLastPayment(db, payrollId),
  }
}
