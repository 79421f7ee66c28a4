import { type RawBuilder, sql } from 'kysely'
import { dayMs, secondMs } from '#domain/durations.ts'
import type { Db } from '#server/platform/db/database.ts'
import { claimedPeriodOf, type RunPeriod, type UnpaidLines } from '../run/unpaid-lines.ts'

/**
 * A spend without a record says neither whom it paid nor for which period, so nobody guesses: the
 * periods that it may have paid are uncertain for everybody who has no line of them, until somebody pays
 * them on purpose. They are uncertain in another payroll, too, where the spend paid one of its people.
 */
export type Uncertain = {
  /** The newest of these spends; a press names it to pay on purpose. */
  id: string
  at: Date
  /** The spends, oldest first. */
  transactions: string[]
  /** People with an address that the spends paid: perhaps for this period, perhaps for another. */
  perhapsPaid: ReadonlySet<string>
}

const secondsOfDays = (days: number) => sql.lit((days * dayMs) / secondMs)

/** A press pays a payday early, as in December, but no two months early; a special pay once in a year. */
const earlyBy = (isSpecial: RawBuilder<boolean>) => sql`
  make_interval(secs => CASE WHEN ${isSpecial} THEN ${secondsOfDays(366)} ELSE ${secondsOfDays(31)} END)`

/** Untracked spend `t`, in block `b`, took satoshi from its payroll. */
const fromSpends = sql`transactions t LEFT JOIN blocks b ON b.height = t.height`
const isUnknown = sql<boolean>`(t.untracked AND t.sats > 0)`

type Id = string | RawBuilder<string>

/** Selects the scripts at which people of a payroll are paid, or were. */
const selectScripts = (payrollId: Id) => sql`
  SELECT e.script_pubkey FROM payroll_members m JOIN employees e ON e.id = m.employee_id
  WHERE m.payroll_id = ${payrollId} AND length(e.script_pubkey) > 0
  UNION ALL
  SELECT a.script_pubkey FROM payroll_members m JOIN employee_destinations a ON a.employee_id = m.employee_id
  WHERE m.payroll_id = ${payrollId}`

/**
 * Spend `t` is the payroll's own and in a block; or it is of another payroll of the company, can be mined,
 * and pays one of the people: no head of this payroll excludes it while it is in no block.
 */
const mayConcern = (payrollId: Id) => sql<boolean>`(CASE WHEN t.payroll_id = ${payrollId}
  THEN t.height IS NOT NULL
  ELSE NOT t.is_lost AND t.company_id = (SELECT company_id FROM payrolls WHERE id = ${payrollId})
    AND EXISTS (SELECT FROM transaction_outputs made
      WHERE made.transaction_id = t.id
        AND made.script_pubkey IN (${selectScripts(payrollId)})) END)`
const minedAt = sql<Date>`coalesce(b.at, t.confirmed_at, t.created_at)`

/** A payday that somebody moves is still for its own days: it gets no farther from a spend. */
const ownDay = (nominalDay: RawBuilder<unknown>) => sql`(${nominalDay} + 1)::timestamptz`

type Due = {
  payrollId: Id
  dueAt: RawBuilder<Date | null>
  isSpecial: RawBuilder<boolean>
}

/** Selects the spends `t` that may have paid what was due then to people who have no line of it. */
const selectSpends = ({ payrollId, dueAt, isSpecial }: Due) => sql`
  SELECT t.id, ${minedAt} AS at FROM ${fromSpends}
  WHERE ${isUnknown} AND ${mayConcern(payrollId)}
    AND (${dueAt} IS NULL OR ${dueAt} <= ${minedAt} + ${earlyBy(isSpecial)})`

/** Nobody knows whether occurrence `o` is paid to those who have no line of it. */
export const isUncertain = sql<boolean>`EXISTS (${selectSpends({
  payrollId: sql.ref('o.payroll_id'),
  dueAt: sql`least(o.due_at, ${ownDay(sql.ref('o.nominal_day'))})`,
  isSpecial: sql`o.kind != 'REGULAR'`,
})})`

type Run = { period: RunPeriod | null; isSpecial: boolean; reopens: UnpaidLines | null }

/**
 * Reads what makes the period of a press uncertain, or the unpaid lines that it reopens; null: nothing
 * does. Extra runs and payrolls without dates have the 72 hours.
 */
export async function readUncertain(
  db: Db,
  payrollId: string,
  { period, isSpecial, reopens }: Run,
): Promise<Uncertain | null> {
  // The spend may have been in no block when the run began, so nobody was asked about its unpaid lines.
  if (!reopens && claimedPeriodOf(period) === null) return null
  const spends = selectSpends({
    payrollId,
    dueAt: sql`least(${reopens ? reopens.at : (period?.dueAt ?? null)}::timestamptz, (
      SELECT ${ownDay(sql`min(o.nominal_day)`)} FROM occurrences o
      WHERE o.payroll_id = ${payrollId} AND o.period_key = ${period?.key ?? ''}))`,
    isSpecial: sql`${isSpecial}::boolean`,
  })
  const { rows } = await sql<{ id: string; at: Date }>`
    SELECT id, at FROM (${spends}) AS spend ORDER BY id`.execute(db)
  const newest = rows.at(-1)
  if (!newest) return null
  const transactions = rows.map(({ id }) => id)
  return {
    ...newest,
    transactions,
    perhapsPaid: await readPerhapsPaid(db, payrollId, transactions),
  }
}

/** The people of a payroll whose present or former address these spends paid. */
async function readPerhapsPaid(db: Db, payrollId: string, ids: readonly string[]) {
  const { rows } = await sql<{ id: string }>`
    WITH script AS MATERIALIZED (
      SELECT DISTINCT script_pubkey AS paid FROM transaction_outputs
      WHERE transaction_id = ANY(${[...ids]}::uuid[]))
    SELECT m.employee_id AS id FROM payroll_members m JOIN employees e ON e.id = m.employee_id
    WHERE m.payroll_id = ${payrollId} AND (
      e.script_pubkey IN (SELECT paid FROM script)
      OR EXISTS (SELECT FROM employee_destinations a
        WHERE a.employee_id = e.id AND a.script_pubkey IN (SELECT paid FROM script)))`.execute(db)
  return new Set(rows.map(({ id }) => id))
}
