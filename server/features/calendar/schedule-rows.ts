import type { ScheduleBody, Schedule as WireSchedule } from '#contract/schedules.ts'
import type { PaySchedule } from '#domain/schedule/schedule.ts'
import type { ScheduleRow } from '#server/authorization/schedule-rows.ts'
import type { Db } from '#server/platform/db/database.ts'

/** Converts a row; its CHECKs allow no other values. */
export const scheduleOf = (row: ScheduleRow): PaySchedule => ({
  every: row.every as PaySchedule['every'],
  days: row.days.map((day) => (day === 'LAST' ? day : Number(day))),
  weekday: row.weekday,
  hour: row.hour,
  timeZone: row.time_zone,
  whenClosed: row.when_closed as PaySchedule['whenClosed'],
  saturdays: row.saturdays as PaySchedule['saturdays'],
  startsOn: row.starts_on,
  endsOn: row.ends_on,
  mode: row.mode as PaySchedule['mode'],
})

/** The schedule of a request; `today` is the first day where it names none. */
export const scheduleFrom = (body: ScheduleBody, today: string): PaySchedule => ({
  ...body,
  weekday: body.weekday ?? null,
  startsOn: body.startsOn ?? today,
  endsOn: body.endsOn ?? null,
})

export const toSchedule = (schedule: PaySchedule, remindsOnly: boolean): WireSchedule => ({
  ...schedule,
  days: [...schedule.days],
  weekday: schedule.weekday ?? null,
  remindsOnly,
})

/** Reads when a backup was last restored: schedules saved before then only remind. */
export async function readLastRestoration(db: Db): Promise<Date | null> {
  const { at } = await db
    .selectFrom('restorations')
    .select(({ fn }) => fn.max('at').as('at'))
    .executeTakeFirstOrThrow()
  return at
}

export const onlyReminds = (row: Pick<ScheduleRow, 'switched_on_at'>, restoredAt: Date | null) =>
  restoredAt !== null && restoredAt > row.switched_on_at
