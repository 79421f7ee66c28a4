import { setImmediate as nextTurn } from 'node:timers/promises'
import type { PayrollStatus, ToFund } from '#contract/payroll-status.ts'
import { sumOfSats, usdNumber } from '#domain/money.ts'
import {
  decidePayrollStatus,
  findShortfallToFund,
  nearPaydayMs,
  nobody,
  type PayrollFacts,
} from '#domain/payroll-status.ts'
import { deriveFundingAddresses } from '#server/features/chain/index.ts'
import { readStops } from '#server/features/invariants/index.ts'
import type { Db } from '#server/platform/db/database.ts'
import { readCompanyFacts, stopOf } from '../facts/company-facts.ts'
import { readMoney } from '../facts/read-money.ts'
import { type Payee, sumOfDollars } from '../run/payee.ts'
import type { Facts } from '../run/read-facts.ts'
import { coverageOf, findShortfallAfterDeposits } from './coverage.ts'
import { readNextPeriods, readPaidOf } from './paid-of-next.ts'
import { readNextDue, readPaydaysOf } from './period-paid.ts'
import { countPeople, readSalaries } from './read-people.ts'
import { type Lacking, type Runs, readRuns } from './read-runs.ts'
import { readRefusalsOfReader, type StatusDeps, type StatusReader } from './refusals-of-reader.ts'
import { statusOnWire, toFundOnWire } from './wire.ts'

export type { StatusDeps, StatusReader } from './refusals-of-reader.ts'

const manyPeople = 1_000

export type ShownStatus = {
  status: PayrollStatus
  toFund: ToFund
  /** Where it is sent; '' where the stored address is not the derived one, and nothing is asked for. */
  cryptoAddress: string
  dollarPart?: { usd: number; people: number }
}

/**
 * Reads how the payday of each of these payrolls stands, and the amount to ask for, in a fixed
 * number of statements for any number of payrolls. `reader` is the person who would pay.
 */
export async function readStatuses(
  db: Db,
  deps: StatusDeps,
  reader: StatusReader,
  payrollIds: readonly string[],
): Promise<Map<string, ShownStatus>> {
  if (payrollIds.length === 0) return new Map()
  const company = await readCompanyFacts(db, deps, reader.companyId)
  const factsOf = await readPayrollFacts(db, deps, reader, payrollIds, company)
  const addresses = await deriveFundingAddresses(db, payrollIds)
  const rate = company.price?.usdCentsPerBtc ?? 0n
  const statuses = new Map<string, ShownStatus>()
  for (const id of payrollIds) {
    const facts = factsOf(id)
    const status = statusOnWire(decidePayrollStatus(facts), rate)
    const cryptoAddress = addresses.get(id) ?? ''
    const toFund =
      cryptoAddress === ''
        ? nothingToFund
        : toFundOnWire(findShortfallToFund(facts), rate, company.reservePercent)
    const { dollarPart } = facts
    statuses.set(id, { status, toFund, cryptoAddress, ...(dollarPart && { dollarPart }) })
    // Planning for thousands of people takes long: let other work run.
    if (facts.people > manyPeople) await nextTurn()
  }
  return statuses
}

export const nothingToFund: ToFund = toFundOnWire(0n, 0n, 0)

/** The amount to ask for so that a press pays these people; a status asks for everybody. */
export async function readToFund(db: Db, facts: Facts): Promise<ToFund> {
  const { companyId } = facts.payroll
  const { reservePercent } = await db
    .selectFrom('companies')
    .select('funding_reserve_percent as reservePercent')
    .where('id', '=', companyId)
    .executeTakeFirstOrThrow()
  const isOpen = facts.open !== null || facts.withdrawing !== null
  const missing = isOpen ? 0n : findShortfallAfterDeposits(facts)
  return toFundOnWire(missing, facts.price?.usdCentsPerBtc ?? 0n, reservePercent)
}

type ShownFacts = PayrollFacts & { dollarPart: ShownStatus['dollarPart'] | null }

function dollarPartOf(salaries: readonly Payee[]) {
  const usdCents = sumOfDollars(salaries)
  if (usdCents === 0n) return null
  const people = salaries.filter((one) => one.bitcoinUsdCents < one.usdCents).length
  return { usd: usdNumber(usdCents), people }
}

async function readPayrollFacts(
  db: Db,
  deps: StatusDeps,
  reader: StatusReader,
  payrollIds: readonly string[],
  company: Awaited<ReturnType<typeof readCompanyFacts>>,
): Promise<(payrollId: string) => ShownFacts> {
  const runs = await readRuns(db, payrollIds)
  const runsOf = (id: string): Runs => runs.get(id) ?? { open: null, paid: null }
  const byPayroll = <T>(ids: readonly string[], value: (runs: Runs) => T) =>
    new Map(ids.map((id) => [id, value(runsOf(id))]))
  const counted = await countPeople(
    db,
    deps.macKey,
    reader.companyId,
    byPayroll(payrollIds, ({ open, paid }) => ({
      paymentId: (open ?? paid)?.paymentId ?? null,
      isSpecial: open?.isSpecial ?? false,
    })),
  )
  // A payroll with an open run needs no plan.
  const idle = payrollIds.filter((id) => !runsOf(id).open)
  const rate = company.price?.usdCentsPerBtc
  const paydays = await readPaydaysOf(db, deps.macKey, payrollIds)
  const { companyId } = reader
  const periods = await readNextPeriods(db, paydays, idle, company.now)
  const paid = await readPaidOf(db, deps.macKey, companyId, periods)
  const paidOf = Map.groupBy(paid, ({ payrollId }) => payrollId)
  const lacking = byPayroll(idle, lackingOf)
  const salaries = await readSalaries(db, reader.companyId, lacking, paid, rate)
  const moneyOf = await readMoney(db, byPayroll(payrollIds, reopenedBy))
  const isBroken = await readStops(db)
  const refusalsOf = await readRefusalsOfReader(db, deps, reader, payrollIds)
  const nextDue = await readNextDue(db, paydays, company.now)
  return (id) => {
    const money = moneyOf(id)
    const toPay = salaries.get(id) ?? []
    const { open, paid } = runsOf(id)
    const { people = 0, unpaid = 0, ofRun = nobody } = counted.get(id) ?? {}
    return {
      people,
      stop: stopOf(company, money, isBroken(id, money.untracked)),
      open: open && { ...open, unpaid: open.paymentId ? unpaid : 0, ofRun },
      paidRun: paid && { ...paid, unpaid, ofRun, isInPart: isInPart(paid) },
      isPaydayNear: isNear(nextDue.get(id), company.now),
      onTheWaySats: sumOfSats(money.onTheWay),
      ...coverageOf(
        company,
        money,
        { salaries: toPay, paid: paidOf.get(id) ?? [] },
        refusalsOf(id),
      ),
      dollarPart: dollarPartOf(toPay),
    }
  }
}

const isNear = (dueAt: Date | undefined, now: Date): boolean | null =>
  dueAt ? dueAt.getTime() - now.getTime() <= nearPaydayMs : null

/** The run that the next press reopens for its unpaid lines. */
const reopenedBy = ({ paid }: Runs): string | null => paid?.reopens ?? null

const lackingOf = ({ paid }: Runs): Lacking => paid ?? { reopens: null, leftOutOf: null }

const isInPart = ({ reopens, leftOutOf }: Lacking) => reopens !== null || leftOutOf !== null
