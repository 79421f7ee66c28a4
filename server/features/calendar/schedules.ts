import type { KeyObject } from 'node:crypto'
import type { Language } from '#contract/languages.ts'
import type { ScheduleAnswer, ScheduleBody } from '#contract/schedules.ts'
import type { FieldText } from '#contract/texts/keys.ts'
import { approvingRoles } from '#domain/roles.ts'
import type { CompanyDay } from '#domain/schedule/closed-days.ts'
import { nextOccurrences, type ScheduledPayday } from '#domain/schedule/occurrences.ts'
import { type PaySchedule, type ScheduleFault, scheduleFaults } from '#domain/schedule/schedule.ts'
import { dayIn, findSkippedDay, isTimeZone } from '#domain/schedule/zoned-time.ts'
import { readClosedDays } from '#server/authorization/closed-day-rows.ts'
import { findSchedule, writeSchedule } from '#server/authorization/schedule-rows.ts'
import {
  endPreparationsOf,
  findUndeletedPayroll,
  readNeededOthers,
} from '#server/features/payments/index.ts'
import { readQuorum } from '#server/features/quorum/index.ts'
import type { Db, Trx } from '#server/platform/db/database.ts'
import { fieldFault } from '#server/platform/http/field-fault.ts'
import { Refusal } from '#server/platform/http/refusal.ts'
import { type Actor, record } from '#server/platform/observe/audit.ts'
import { fillOccurrences } from './fill-occurrences.ts'
import {
  onlyReminds,
  readLastRestoration,
  scheduleFrom,
  scheduleOf,
  toSchedule,
} from './schedule-rows.ts'

const shownNext = 5

const textOf: Record<ScheduleFault['code'], FieldText> = {
  TWO_DAYS: 'scheduleTwoDays',
  ONE_DAY: 'scheduleOneDay',
  NO_DAYS: 'scheduleNoDays',
  DAY_OUT_OF_RANGE: 'invalid',
  SAME_DATE: 'scheduleSameDate',
  WEEKDAY_MISSING: 'scheduleWeekday',
  WEEKDAY_OUT_OF_RANGE: 'scheduleWeekday',
  NO_WEEKDAY: 'scheduleNoWeekday',
  UNKNOWN_TIME_ZONE: 'scheduleTimeZone',
  BAD_HOUR: 'invalid',
  BAD_DATE: 'scheduleDate',
  ENDS_BEFORE_START: 'scheduleEndsBefore',
  NEVER_DUE: 'scheduleNeverDue',
}

function refuseFaults(
  schedule: PaySchedule,
  days: readonly CompanyDay[],
  { now, language }: Saving,
): void {
  const refuse = (field: string, text: FieldText) => fieldFault(field, text, language)
  const [fault] = scheduleFaults(schedule)
  if (fault) throw refuse(fault.field, textOf[fault.code])
  if (findSkippedDay(schedule.hour, schedule.timeZone, now)) {
    throw refuse('hour', 'scheduleHourSkipped')
  }
  if (nextOccurrences(schedule, days, now, 1).length === 0) {
    throw refuse('endsOn', 'scheduleNeverDue')
  }
}

async function requirePayroll(
  db: Db,
  macKey: KeyObject,
  companyId: string,
  id: string,
  lock = false,
) {
  const payroll = await findUndeletedPayroll(db, macKey, companyId, id, lock)
  if (!payroll) throw new Refusal('NOT_FOUND')
  return payroll
}

export async function readSchedule(
  db: Db,
  macKey: KeyObject,
  companyId: string,
  payrollId: string,
  now: Date,
): Promise<ScheduleAnswer> {
  await requirePayroll(db, macKey, companyId, payrollId)
  const row = await findSchedule(db, macKey, companyId, payrollId)
  if (!row) return { schedule: null, next: [], missing: [] }
  const rule = scheduleOf(row)
  const days = await readClosedDays(db, macKey, companyId)
  const schedule = toSchedule(rule, onlyReminds(row, await readLastRestoration(db)))
  const next = nextOccurrences(rule, days, now, shownNext).map(nextOnWire)
  const payday = { companyId, payrollId, mode: schedule.remindsOnly ? 'REMIND' : schedule.mode }
  const { missing } = await readNeededOthers(db, macKey, payday, now)
  return { ...schedule, schedule, next, missing }
}

function nextOnWire({ periodKey, dueAt, moved, nominalDay }: ScheduledPayday) {
  const name = moved && 'name' in moved ? moved.name : ''
  return {
    periodKey,
    dueAt: dueAt.toISOString(),
    moved: moved && { from: nominalDay, reason: moved.reason, name },
  }
}

type Saving = {
  actor: Actor & { userId: string }
  isAdmin: boolean
  macKey: KeyObject
  now: Date
  language: Language
}

/** Answers 400 unless somebody can approve each payday: other people, or the only one there is. */
async function refuseUnapproved(
  trx: Trx,
  { actor: { companyId, userId }, macKey, now, language }: Saving,
): Promise<void> {
  const { tiers, strongOnly, people } = await readQuorum(trx, macKey, companyId, now)
  const others = people.filter(({ id, role }) => id !== userId && approvingRoles.includes(role))
  const isApproved = tiers.length > 0 || strongOnly || others.length > 0
  if (isApproved || people.length === 1) return
  throw fieldFault('mode', 'schedulePayNobody', language)
}

/** Saves the dates of a payroll, and writes its paydays. */
export async function saveSchedule(
  trx: Trx,
  saving: Saving,
  payrollId: string,
  body: ScheduleBody,
): Promise<void> {
  const { actor, isAdmin, macKey, now } = saving
  const { companyId, userId } = actor
  const payroll = await requirePayroll(trx, macKey, companyId, payrollId, true)
  const before = await findSchedule(trx, macKey, companyId, payrollId)
  const today = isTimeZone(body.timeZone) ? dayIn(body.timeZone, now) : '2000-01-01'
  const schedule = scheduleFrom(body, before?.starts_on ?? today)
  refuseFaults(schedule, await readClosedDays(trx, macKey, companyId), saving)
  if (schedule.mode === 'PAY') await refuseUnapproved(trx, saving)
  const restoredAt = await readLastRestoration(trx)
  // After a restored backup only an administrator switches automatic payment on again.
  const switchedOnAt =
    isAdmin || restoredAt === null ? now : (before?.switched_on_at ?? new Date(0))
  const values = {
    every: schedule.every,
    days: schedule.days.map(String),
    weekday: schedule.weekday ?? null,
    hour: schedule.hour,
    time_zone: schedule.timeZone,
    when_closed: schedule.whenClosed,
    saturdays: schedule.saturdays,
    starts_on: schedule.startsOn,
    ends_on: schedule.endsOn,
    mode: schedule.mode,
    switched_on_at: switchedOnAt,
  }
  const ids = { payroll_id: payrollId, company_id: companyId }
  const save = { by: userId, at: now.toISOString() }
  await writeSchedule(trx, macKey, { ...ids, ...values, ended: false }, save)
  // Existing sheets are for the former dates and mode.
  await endPreparationsOf(trx, { companyId, payrollId }, now)
  await fillOccurrences(trx, macKey, { companyId, payrollId }, now)
  const { mode } = schedule
  const payday = { companyId, payrollId, mode }
  const { impossible } = await readNeededOthers(trx, macKey, payday, now)
  if (impossible) throw new Refusal('QUORUM_IMPOSSIBLE', { data: impossible })
  const detail = { payroll: payrollId, every: schedule.every, mode: schedule.mode }
  const act = { action: 'payroll.scheduleSaved', subject: payroll.name, detail } as const
  await record(trx, { ...actor, ...act })
}

/** Removes a payroll's dates; past paydays, and those that a person has changed, stay. */
export async function removeSchedule(
  trx: Trx,
  { actor, macKey, now }: Pick<Saving, 'actor' | 'macKey' | 'now'>,
  payrollId: string,
): Promise<void> {
  const { companyId } = actor
  const payroll = await requirePayroll(trx, macKey, companyId, payrollId, true)
  const isGone = await dropSchedule(trx, macKey, { companyId, payrollId }, now)
  if (!isGone) return
  const detail = { payroll: payrollId }
  const act = { action: 'payroll.scheduleRemoved', subject: payroll.name, detail } as const
  await record(trx, { ...actor, ...act })
}

/**
 * Removes the dates of a payroll that is deleted, without an audit event. Returns whether it had
 * any.
 */
export async function dropSchedule(
  trx: Trx,
  macKey: KeyObject,
  { companyId, payrollId }: { companyId: string; payrollId: string },
  now: Date,
): Promise<boolean> {
  const present = await findSchedule(trx, macKey, companyId, payrollId)
  if (present) await writeSchedule(trx, macKey, { ...present, ended: true }, null)
  await endPreparationsOf(trx, { companyId, payrollId }, now)
  await fillOccurrences(trx, macKey, { companyId, payrollId }, now)
  return present !== null
}
