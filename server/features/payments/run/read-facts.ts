import type { KeyObject } from 'node:crypto'
import { sql } from 'kysely'
import type { FeeCeilings } from '#domain/fee-ceilings.ts'
import type { FeeRates } from '#domain/fee-targets.ts'
import type { NodeFacts } from '#domain/node-and-price.ts'
import type { Funds } from '#domain/run-inputs.ts'
import { frozenAt } from '#server/authorization/frozen.ts'
import { findTrueRows } from '#server/authorization/mac.ts'
import { readHoldUntilHeight } from '#server/authorization/restorations.ts'
import { hasConsented } from '#server/features/consents/index.ts'
import { paymentsAreStopped } from '#server/features/invariants/index.ts'
import type { StoredPrice } from '#server/features/prices/index.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { Deps } from '#server/startup/deps.ts'
import { readNodeAndPrice } from '../facts/node-and-price.ts'
import { findUnderWay, type UnderWay } from '../facts/open-runs.ts'
import { fundsOf, type MoneyFacts, readMoney } from '../facts/read-money.ts'
import { findUndeletedPayroll, lockPresses } from '../find-and-lock-payroll.ts'
import { type Elsewhere, readPaidElsewhere } from '../periods/paid-elsewhere.ts'
import { type PeriodOfRun, readPeriod, readSpecialPeriod } from '../periods/read-period.ts'
import { readUncertain, type Uncertain } from '../periods/uncertain.ts'
import { readChosen } from './chosen-people.ts'
import { inBitcoin, type Payee, splitOf } from './payee.ts'
import {
  type PayrollLastPayment,
  readLastPaymentOf,
  readPayrollLastPayment,
} from './payroll-last-payment.ts'
import { kindOf, type SheetReader, type SpecialPress } from './run-kind.ts'
import { claimedPeriodOf, readUnpaidLines, type UnpaidLines } from './unpaid-lines.ts'

/** Everything that decides whether and how a payroll can be paid, read from the database alone. */
export type Facts = NodeFacts &
  Omit<MoneyFacts, 'utxos' | 'hasUnknownSpend'> &
  UnderWay & {
    /** A frozen company pays nothing. */
    frozen: boolean
    payroll: { id: string; companyId: string; name: string }
    salaries: Payee[]
    /** Ids of the people whom a press chose, each once; null: everybody. */
    only: readonly string[] | null
    /** How many people there were before those who have a line of the period were left aside. */
    found: number
    /** The sheet of a special pay; null: the run pays salaries. */
    special: SpecialPress | null
    /** The period of the run, and the people who have a line of it and are not in `salaries`. */
    period: PeriodOfRun['period']
    periodRefusal: PeriodOfRun['refusal']
    paidBefore: readonly Payee[]
    /** Why nobody knows whether this period is paid already; null: it is known. */
    uncertain: Uncertain | null
    /** The lines of overlapping periods that people of `salaries` have, where nobody has chosen. */
    elsewhere: Elsewhere
    funds: Funds
    price: StoredPrice | null
    feeRateSatsPerKvb: bigint
    /** The estimates to choose from. */
    feeRates: FeeRates
    feeCeilings: FeeCeilings
    /**
     * An untracked spend is not in a block yet, so nobody can acknowledge it. After a restore one is
     * assumed until the chain had time to show it.
     */
    hasUnminedSpend: boolean
    /** A breach of an invariant stops payments: see server/features/invariants. */
    stopped: boolean
    /** The unpaid lines of a run that was paid in part; `salaries` are then the people of these. */
    rest: UnpaidLines | null
    /**
     * The last payment to the payroll's people, or to those of `only`, that this run may repeat by
     * mistake.
     */
    last: PayrollLastPayment | null
  }

/** The people of a payroll with what each is paid now. A membership without a true MAC pays nobody. */
export async function salariesOf(
  db: Db,
  macKey: KeyObject,
  { companyId, id: payrollId }: Facts['payroll'],
  only: readonly string[] | null,
  special: Pick<SpecialPress, 'amounts' | 'computed'> | null,
  lock: boolean,
  rateUsdCentsPerBtc: bigint | undefined,
): Promise<Payee[]> {
  const rows = await db
    .selectFrom('payroll_employees as m')
    .innerJoin('employees as e', 'e.id', 'm.employee_id')
    .select(['m.company_id', 'm.payroll_id', 'm.employee_id', 'm.ended'])
    .select(['m.changed_by', 'm.version', 'm.mac'])
    .select(['e.id as employeeId', 'e.first_name as firstName', 'e.last_name as lastName'])
    .select(['e.base_salary_usd_cents as usdCents', 'e.bitcoin_percent as bitcoinPercent'])
    .select(['e.address', 'e.script_pubkey as script', 'e.bank', 'e.bank_account as bankAccount'])
    .select(['e.pay_frequency as payFrequency', hasConsented('e', companyId).as('consented')])
    .where('m.payroll_id', '=', payrollId)
    .where('m.ended', '=', false)
    .where('e.deleted_at', 'is', null)
    .$if(only !== null, (query) => query.where(sql<boolean>`e.id = ANY(${only}::uuid[])`))
    .$if(special !== null, (query) =>
      query.where(sql<boolean>`e.id = ANY(${[...(special?.amounts.keys() ?? [])]}::uuid[])`),
    )
    .orderBy('e.id')
    // A change of the payroll's people takes its lock, or that of the employee.
    .$if(lock, (query) => query.forShare('e'))
    .execute()
  const members = await findTrueRows(macKey, 'payroll_employees', rows)
  return members.map((row) => {
    const { employeeId, firstName, lastName, bitcoinPercent, address, script, consented } = row
    const usdCents = special?.amounts.get(employeeId) ?? row.usdCents
    const salary = { employeeId, firstName, lastName, usdCents, bitcoinPercent, address, script }
    const { bank, bankAccount, payFrequency } = row
    const computed = special?.computed?.get(employeeId)
    const base = computed === undefined ? {} : { baseUsdCents: computed }
    const terms = { ...salary, ...base, bank, bankAccount, payFrequency }
    return { ...terms, ...splitOf({ ...salary, consented }, rateUsdCentsPerBtc) }
  })
}

/** The content of a press: the chosen people and the period; of a special pay, how to read its sheet. */
export type FactsInput = {
  only: readonly string[] | null
  periodKey: string
  extra: boolean
  readSheet: SheetReader | null
  now: Date
}

type OfPeriod = Pick<
  Facts,
  'salaries' | 'found' | 'period' | 'periodRefusal' | 'paidBefore' | 'elsewhere'
>

/**
 * Leaves aside the people who have a line of the period. A reopened run keeps its people and
 * period.
 */
async function ofPeriod(
  db: Db,
  macKey: KeyObject,
  payroll: Facts['payroll'],
  found: readonly Payee[],
  rest: UnpaidLines | null,
  input: FactsInput | null,
  special: SpecialPress | null,
): Promise<OfPeriod> {
  const none = { periodRefusal: null, paidBefore: [], elsewhere: new Map() }
  const all = { salaries: [...found], found: found.length, ...none }
  if (!input) return { ...all, period: rest?.period ?? null }
  const elsewhereOf = (period: Facts['period'], people: readonly Payee[]) =>
    readElsewhere(db, macKey, payroll, period, people, rest?.paymentId ?? null)
  if (rest) return { ...all, period: rest.period, elsewhere: await elsewhereOf(rest.period, found) }
  const people = found.map(({ employeeId }) => employeeId)
  const { only } = input
  const { period, paidBefore, refusal } = special
    ? await readSpecialPeriod(db, macKey, payroll, special.periodKey, people)
    : await readPeriod(db, macKey, payroll, { ...input, people, isPart: only !== null })
  const salaries = found.filter(({ employeeId }) => !paidBefore.has(employeeId))
  return {
    salaries,
    found: found.length,
    period,
    periodRefusal: refusal,
    paidBefore: found.filter(({ employeeId }) => paidBefore.has(employeeId)),
    elsewhere: await elsewhereOf(period, salaries),
  }
}

/** An extra run has no span: it pays a period once more, on purpose. */
async function readElsewhere(
  db: Db,
  macKey: KeyObject,
  payroll: Facts['payroll'],
  period: Facts['period'],
  people: readonly Payee[],
  beside: string | null,
): Promise<Elsewhere> {
  const key = claimedPeriodOf(period)
  if (key === null) return new Map()
  const ids = people.map(({ employeeId }) => employeeId)
  return readPaidElsewhere(db, macKey, { ...payroll, key }, { ids, beside })
}

export type FactSettings = Pick<Deps, 'macKey'> & Pick<Deps['config'], 'network' | 'feeCeilings'>

/**
 * Reads the facts of a payroll; null where the company has no such payroll. With `lock` the payroll
 * and its people stay as they are until the SQL transaction of `db` ends: no other planner takes a
 * UTXO; with `input` too, no other press of the company pays anybody for the same days. `input` null:
 * the facts are of no run, and of no period.
 */
export async function readFacts(
  db: Db,
  companyId: string,
  payrollId: string,
  { macKey, network, feeCeilings }: FactSettings,
  lock: boolean,
  input: FactsInput | null = null,
): Promise<Facts | null> {
  // Read before all locks, in the order in which a freeze takes them.
  const isPress = lock && input !== null
  const frozen = (await (isPress ? lockPresses : frozenAt)(db, macKey, companyId)) !== null
  const payroll = await findUndeletedPayroll(db, macKey, companyId, payrollId, lock)
  if (!payroll) return null
  const nodeAndPrice = await readNodeAndPrice(db, network)
  const { only, known } = readChosen(input?.only ?? null)
  const special = (await input?.readSheet?.(db)) ?? null
  const rest = await readUnpaidLines(db, payrollId, known, kindOf(special))
  const reopens = new Map([[payrollId, rest?.paymentId ?? null]])
  const { utxos, hasUnknownSpend, ...money } = (await readMoney(db, reopens))(payrollId)
  const rate = nodeAndPrice.price?.usdCentsPerBtc
  const found =
    rest?.salaries ?? (await salariesOf(db, macKey, payroll, known, special, lock, rate))
  const ofRun = await ofPeriod(db, macKey, payroll, found, rest, input, special)
  const byPeriod = claimedPeriodOf(ofRun.period) !== null
  const paysByChain = input !== null && inBitcoin(ofRun.salaries).length > 0
  const run = { period: ofRun.period, isSpecial: special !== null, reopens: rest }
  return {
    frozen,
    payroll,
    ...money,
    hasUnminedSpend: hasUnknownSpend || (await readHoldUntilHeight(db)) !== null,
    ...ofRun,
    uncertain: paysByChain ? await readUncertain(db, payrollId, run) : null,
    only,
    special,
    funds: fundsOf({ utxos, ...money }),
    ...nodeAndPrice,
    feeCeilings,
    stopped: await paymentsAreStopped(db, payrollId, money.untracked),
    ...(await findUnderWay(db, payrollId)),
    rest,
    // A bonus meets the 72 hours person by person, so `readRunRequest` says which one came before.
    last: special
      ? null
      : known
        ? await readLastPaymentOf(db, payrollId, known, byPeriod)
        : await readPayrollLastPayment(db, payrollId, byPeriod),
  }
}
