import { sumOfSats } from '#domain/money.ts'
import { findUnusable } from '#domain/node-and-price.ts'
import { isOfTerms, readHolds } from '#server/authorization/address-holds.ts'
import { findDraft } from '#server/authorization/draft-rows.ts'
import { readStops } from '#server/features/invariants/index.ts'
import type { Db } from '#server/platform/db/database.ts'
import {
  type CompanyFacts,
  type PaydayDeps,
  readCompanyFacts,
  stopOf,
} from '../facts/company-facts.ts'
import { readUnderWay } from '../facts/open-runs.ts'
import { fundsOf, type MoneyFacts, readMoney } from '../facts/read-money.ts'
import { readPaidElsewhere } from '../periods/paid-elsewhere.ts'
import { readSpecialPeriod } from '../periods/read-period.ts'
import { inBitcoin, type Payee, sumOfBitcoin, sumOfDollars } from '../run/payee.ts'
import { salariesOf } from '../run/read-facts.ts'
import { planWithDeposits } from './coverage.ts'
import { readNextPeriods, readPaidOf } from './paid-of-next.ts'
import { readPaydaysOf } from './period-paid.ts'
import { readSalaries } from './read-people.ts'

/** Why nothing would be paid now, even if the money suffices. */
export type Hindrance = 'FROZEN' | 'STOPPED' | 'IN_PROGRESS' | 'HELD_ADDRESSES' | 'PRICE' | 'NODE'

/** How far the funds of a payroll reach for everybody in it, whatever its last run left unpaid. */
export type PaydayCoverage = {
  people: number
  totalUsdCents: bigint
  needsBitcoin: boolean
  /** The planned run; null: nobody is paid in bitcoin, there is no price, or a run is open. */
  run: {
    spendableSats: bigint
    totalSats: bigint
    feeSats: bigint
    missingSats: bigint
    rateUsdCentsPerBtc: bigint
    /** The shortfall once the deposits in the mempool are in a block. */
    missingAfterDepositsSats: bigint
  } | null
  reservePercent: number
  /** Somebody was paid for the same days elsewhere, and nobody has chosen whether to pay them here too. */
  asksElsewhere: boolean
  hindrance: Hindrance | null
}

type OfPayroll = { payrollId: string; key?: string }

/**
 * Reads the coverage of one payday of each of these payrolls, in a fixed number of statements; without
 * `key` of the one that a press would pay. The status also covers the run before, and this does not: a
 * payroll that was paid yesterday lacks the amount of its next payday.
 */
export async function readPaydayCoverage(
  db: Db,
  deps: PaydayDeps,
  companyId: string,
  ofPayrolls: readonly OfPayroll[],
): Promise<Map<string, PaydayCoverage>> {
  if (ofPayrolls.length === 0) return new Map()
  const company = await readCompanyFacts(db, deps, companyId)
  const rate = company.price?.usdCentsPerBtc
  const none = { reopens: null, leftOutOf: null }
  const everybody = new Map(ofPayrolls.map(({ payrollId }) => [payrollId, none]))
  const named = ofPayrolls.flatMap(({ payrollId, key }) => (key ? [{ payrollId, key }] : []))
  const others = ofPayrolls.flatMap(({ payrollId, key }) => (key ? [] : [payrollId]))
  const paydays = await readPaydaysOf(db, deps.macKey, others)
  const next = await readNextPeriods(db, paydays, others, company.now)
  const paid = await readPaidOf(db, deps.macKey, companyId, [...named, ...next])
  const salaries = await readSalaries(db, companyId, everybody, paid, rate)
  const asks = new Set(paid.flatMap((one) => (one.elsewhere ? one.payrollId : [])))
  return coverageOf(db, deps, companyId, company, salaries, asks)
}

/** Reads the coverage of special pays: amounts come from their sheets instead of the salaries. */
export async function readSheetCoverage(
  db: Db,
  deps: PaydayDeps,
  companyId: string,
  payrollId: string,
  draftId: string,
): Promise<PaydayCoverage | null> {
  const company = await readCompanyFacts(db, deps, companyId)
  const draft = await findDraft(db, deps.macKey, { companyId, id: draftId })
  if (!draft) return null
  const { periodKey } = draft
  const lines = draft.lines.filter(({ usdCents }) => usdCents !== null && usdCents > 0n)
  const payroll = { id: payrollId, companyId, name: '' }
  const everybody = lines.map(({ employeeId }) => employeeId)
  // An earlier run may have paid some of the people.
  const { paidBefore } = await readSpecialPeriod(db, deps.macKey, payroll, periodKey, everybody)
  const period = { ...payroll, key: periodKey }
  const elsewhere = await readPaidElsewhere(db, deps.macKey, period, { ids: everybody })
  const amounts = new Map(
    lines
      .filter(({ employeeId: id }) => !paidBefore.has(id) && !elsewhere.has(id))
      .map(({ employeeId, usdCents }) => [employeeId, usdCents ?? 0n]),
  )
  const rate = company.price?.usdCentsPerBtc
  const sheet = { amounts }
  const people = await salariesOf(db, deps.macKey, payroll, null, sheet, false, rate)
  const found = await coverageOf(db, deps, companyId, company, new Map([[payrollId, people]]))
  return found.get(payrollId) ?? null
}

async function coverageOf(
  db: Db,
  deps: PaydayDeps,
  companyId: string,
  company: CompanyFacts,
  salaries: ReadonlyMap<string, Payee[]>,
  asks: ReadonlySet<string> = new Set(),
): Promise<Map<string, PaydayCoverage>> {
  const payrollIds = [...salaries.keys()]
  const moneyOf = await readMoney(db, new Map(payrollIds.map((id) => [id, null])))
  const openRuns = await readUnderWay(db, payrollIds)
  const isBroken = await readStops(db)
  const heldPayrolls = await readHeldPayrolls(db, deps, companyId, payrollIds)
  return new Map(
    payrollIds.map((id) => {
      const people = salaries.get(id) ?? []
      const money = moneyOf(id)
      const isOpen = openRuns.has(id)
      const stop = stopOf(company, money, isBroken(id, money.untracked))
      const needsBitcoin = inBitcoin(people).length > 0
      return [
        id,
        {
          people: people.length,
          totalUsdCents: sumOfBitcoin(people) + sumOfDollars(people),
          needsBitcoin,
          run: isOpen || !needsBitcoin ? null : planned(company, money, people),
          reservePercent: company.reservePercent,
          asksElsewhere: asks.has(id),
          hindrance: hindranceOf(stop, isOpen, heldPayrolls.has(id), needsBitcoin, company),
        },
      ] as const
    }),
  )
}

function planned(
  company: CompanyFacts,
  money: MoneyFacts,
  salaries: Payee[],
): PaydayCoverage['run'] {
  const { price, feeRateSatsPerKvb: feeRate, feeCeilings } = company
  const rate = price?.usdCentsPerBtc
  if (rate === undefined) return null
  const funds = fundsOf(money)
  const facts = { salaries, funds, feeCeilings }
  const { plan, ...missing } = planWithDeposits(facts, money.onTheWay, rate, feeRate)
  return {
    spendableSats: sumOfSats([...funds.heads, ...funds.deposits]),
    totalSats: plan.totalSats,
    feeSats: plan.feeSats,
    rateUsdCentsPerBtc: rate,
    ...missing,
  }
}

function hindranceOf(
  stop: ReturnType<typeof stopOf>,
  isOpen: boolean,
  isHeld: boolean,
  needsBitcoin: boolean,
  company: CompanyFacts,
): Hindrance | null {
  if (stop) return stop.reason === 'COMPANY_FROZEN' ? 'FROZEN' : 'STOPPED'
  if (isOpen) return 'IN_PROGRESS'
  if (isHeld) return 'HELD_ADDRESSES'
  if (!needsBitcoin) return null
  const [unusable] = findUnusable(company, company.now)
  return unusable ? unusableHindrances[unusable] : null
}

const unusableHindrances = { PRICE_UNAVAILABLE: 'PRICE', NODE_UNAVAILABLE: 'NODE' } as const

/** Payrolls with a person at a held address or account, to which nothing is paid now. */
async function readHeldPayrolls(
  db: Db,
  { macKey, clock }: PaydayDeps,
  companyId: string,
  payrollIds: readonly string[],
): Promise<Set<string>> {
  const holds = await readHolds(db, macKey, companyId, clock.now())
  if (holds.length === 0) return new Set()
  const ofPerson = Map.groupBy(holds, ({ row }) => row.employee_id)
  const rows = await db
    .selectFrom('payroll_employees as m')
    .innerJoin('employees as e', 'e.id', 'm.employee_id')
    .select(['m.payroll_id as payrollId', 'e.id', 'e.address', 'e.bank', 'e.bank_account'])
    .select('e.bitcoin_percent as percent')
    .where('m.company_id', '=', companyId)
    .where('m.payroll_id', 'in', payrollIds)
    .where('m.ended', '=', false)
    .where('e.id', 'in', [...ofPerson.keys()])
    .where('e.deleted_at', 'is', null)
    .execute()
  const held = rows.filter(({ id, percent, ...terms }) =>
    ofPerson
      .get(id)
      ?.some(
        ({ row }) =>
          isOfTerms(row, terms) && (row.kind === 'ADDRESS' ? percent > 0 : percent < 100),
      ),
  )
  return new Set(held.map(({ payrollId }) => payrollId))
}
