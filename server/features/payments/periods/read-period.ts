import type { KeyObject } from 'node:crypto'
import { sql } from 'kysely'
import { readOwnOccurrences } from '#server/authorization/occurrence-rows.ts'
import { findSchedule } from '#server/authorization/schedule-rows.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { RunPeriod } from '../run/unpaid-lines.ts'
import { choosePeriod, type SchedulePayday } from './choose-period.ts'
import { isOfPeriod, isStanding } from './line-of-period.ts'

type Owner = { companyId: string; id: string }

/**
 * A press's words about the period, and its people: `isPart` where they are chosen one by one.
 */
export type PeriodInput = {
  periodKey: string
  extra: boolean
  now: Date
  people: readonly string[]
  isPart: boolean
}

export type PeriodOfRun = {
  period: RunPeriod | null
  /**
   * The people of `people` who have a line of the period already. An extra run pays them all the
   * same.
   */
  paidBefore: ReadonlySet<string>
  refusal: 'PERIOD_PAID' | 'OCCURRENCE_IS_OVER' | 'UNKNOWN_PERIOD' | null
}

/** A payroll without dates: its runs have no period. */
const noPeriod: PeriodOfRun = { period: null, paidBefore: new Set(), refusal: null }

/** The period that a press pays now, and who has been paid for it. */
export async function readPeriod(
  db: Db,
  macKey: KeyObject,
  payroll: Owner,
  { periodKey, extra, now, people, isPart }: PeriodInput,
): Promise<PeriodOfRun> {
  const paydays = await readPaydays(db, macKey, payroll)
  const named = periodKey === '' ? null : (paydays.find(({ key }) => key === periodKey) ?? null)
  if (periodKey !== '' && !named) return { ...noPeriod, refusal: 'UNKNOWN_PERIOD' }
  const { companyId, id } = payroll
  if (!named && !(await findSchedule(db, macKey, companyId, id))) return noPeriod
  const known = await linesOfPeriods(db, payroll)
  const isPaid = async (key: string) => {
    const lines = await known.peopleOf(key)
    return (
      (!isPart && known.isWhole(key)) || (people.length > 0 && people.every((id) => lines.has(id)))
    )
  }
  const lacks = async (key: string) => {
    const lines = await known.peopleOf(key)
    return people.some((id) => !lines.has(id))
  }
  const lastPaid = paydays.findLast(({ key }) => known.isBegun(key)) ?? null
  const chosen = await choosePeriod({ named, extra, now, paydays, lastPaid, isPaid, lacks })
  const { payday } = chosen
  if (!payday) return { ...noPeriod, refusal: extra ? null : 'PERIOD_PAID' }
  const period = { key: payday.key, dueAt: payday.dueAt, extra }
  if (chosen.isOver) return { period, paidBefore: new Set(), refusal: 'OCCURRENCE_IS_OVER' }
  if (extra) return { period, paidBefore: new Set(), refusal: null }
  const lines = await known.peopleOf(payday.key)
  const paidBefore = new Set(people.filter((id) => lines.has(id)))
  const isOver = chosen.isPaid || (people.length > 0 && paidBefore.size === people.length)
  return { period, paidBefore, refusal: isOver ? 'PERIOD_PAID' : null }
}

/** The period of a special pay: each person gets one line of its sheet, as of a period. */
export async function readSpecialPeriod(
  db: Db,
  macKey: KeyObject,
  payroll: Owner,
  periodKey: string,
  people: readonly string[],
): Promise<PeriodOfRun> {
  const ofPeriod = sql`o.payroll_id = ${payroll.id} AND o.period_key = ${periodKey}`
  const [row] = (await readOwnOccurrences(db, macKey, ofPeriod)).rows
  const lines = await readStanding(db, payroll, periodKey)
  const paidBefore = new Set(people.filter((id) => lines.has(id)))
  const isOver = people.length > 0 && paidBefore.size === people.length
  const period = { key: periodKey, dueAt: row?.due_at ?? null, extra: false }
  return { period, paidBefore, refusal: isOver ? 'PERIOD_PAID' : null }
}

/** Regular paydays that the program wrote, oldest first. */
async function readPaydays(
  db: Db,
  macKey: KeyObject,
  { companyId, id }: Owner,
): Promise<SchedulePayday[]> {
  const ofPayroll = sql`o.company_id = ${companyId} AND o.payroll_id = ${id} AND o.kind = 'REGULAR'`
  const { rows } = await readOwnOccurrences(db, macKey, ofPayroll)
  return rows.map(({ period_key: key, due_at: dueAt, skipped_at: skippedAt }) => ({
    key,
    dueAt,
    isSkipped: skippedAt !== null,
  }))
}

/**
 * Reads who was paid for each period by runs; lines are read only when a period is asked about.
 */
async function linesOfPeriods(db: Db, payroll: Owner) {
  const { rows } = await sql<{ key: string; isWhole: boolean }>`
    SELECT p.period_key AS key, bool_or(NOT p.of_chosen_people) AS "isWhole" FROM sheets p
    WHERE p.company_id = ${payroll.companyId} AND p.payroll_id = ${payroll.id}
      AND p.period_key IS NOT NULL AND NOT p.extra AND p.kind = 'REGULAR'
      AND EXISTS (SELECT FROM line_states l WHERE l.sheet_id = p.id AND l.stands)
    GROUP BY p.period_key`.execute(db)
  const begun = new Map(rows.map(({ key, isWhole }) => [key, isWhole]))
  const standing = new Map<string, Promise<Set<string>>>()
  const readOnce = (key: string) => {
    const known =
      standing.get(key) ??
      (begun.has(key) ? readStanding(db, payroll, key) : Promise.resolve(new Set<string>()))
    standing.set(key, known)
    return known
  }
  return {
    isBegun: (key: string) => begun.has(key),
    /** A run of everybody is under way, or paid. */
    isWhole: (key: string) => begun.get(key) === true,
    peopleOf: (key: string): Promise<ReadonlySet<string>> => readOnce(key),
  }
}

/** Reads everybody who has a standing line of a period. */
async function readStanding(db: Db, { companyId, id }: Owner, key: string): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    SELECT DISTINCT l.employee_id AS id FROM sheets p JOIN sheet_lines l ON l.sheet_id = p.id
    WHERE ${isOfPeriod(companyId, id, key)} AND ${isStanding}`.execute(db)
  return new Set(rows.map((row) => row.id))
}
