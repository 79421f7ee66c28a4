import { z } from 'zod/mini'
import { optionalText, requiredText } from '#contract/fields.ts'
import {
  type Schedule,
  type ScheduleBody,
  scheduleEvery,
  scheduleModes,
} from '#contract/schedules.ts'
import type { PaySchedule as DomainSchedule } from '#domain/schedule/schedule.ts'
import { ApiError } from '#web/lib/api.ts'

/** The values of the dialog: texts, as its fields have them. */
export const scheduleForm = z.object({
  every: z.enum(scheduleEvery),
  first: requiredText(4),
  second: requiredText(4),
  monthDay: requiredText(4),
  weekday: requiredText(1),
  hour: requiredText(5),
  whenClosed: z.enum(['BEFORE', 'AFTER']),
  saturdays: z.enum(['CLOSED', 'OPEN']),
  mode: z.enum(scheduleModes),
  startsOn: optionalText(10),
  endsOn: optionalText(10),
})
export type ScheduleForm = z.infer<typeof scheduleForm>

export const localZone = 'America/El_Salvador'

const textOf = (day: number | 'LAST' | undefined, usual: string) =>
  day === undefined ? usual : String(day)

/** The fields of a schedule; of a new one those that most companies have. */
export function toScheduleForm(schedule: Schedule | null): ScheduleForm {
  const [first, second] = schedule?.every === 'FORTNIGHT' ? schedule.days : []
  const [monthDay] = schedule?.every === 'MONTH' ? schedule.days : []
  return {
    every: schedule?.every ?? 'FORTNIGHT',
    first: textOf(first, '15'),
    second: textOf(second, 'LAST'),
    monthDay: textOf(monthDay, 'LAST'),
    weekday: String(schedule?.weekday ?? 5),
    hour: schedule?.hour ?? '09:00',
    whenClosed: schedule?.whenClosed ?? 'BEFORE',
    saturdays: schedule?.saturdays ?? 'CLOSED',
    mode: schedule?.mode ?? 'REMIND',
    startsOn: schedule?.startsOn ?? '',
    endsOn: schedule?.endsOn ?? '',
  }
}

const dayOf = (text: string): number | 'LAST' => (text === 'LAST' ? 'LAST' : Number(text))

function daysOf({ every, first, second, monthDay }: ScheduleForm) {
  if (every === 'WEEK') return []
  return every === 'MONTH' ? [dayOf(monthDay)] : [dayOf(first), dayOf(second)]
}

export function bodyOf(form: ScheduleForm, timeZone: string): ScheduleBody {
  const { every, weekday, hour, whenClosed, saturdays, mode, startsOn, endsOn } = form
  return {
    every,
    days: daysOf(form),
    hour,
    timeZone,
    whenClosed,
    saturdays,
    mode,
    weekday: every === 'WEEK' ? Number(weekday) : undefined,
    startsOn: startsOn || undefined,
    endsOn: endsOn || undefined,
  }
}

/** The schedule for the pure rules, which begin `today`, a day, where no day is given. */
export function toDomainSchedule(
  form: ScheduleForm,
  timeZone: string,
  today: string,
): DomainSchedule {
  const body = bodyOf(form, timeZone)
  return { ...body, startsOn: body.startsOn ?? today, endsOn: body.endsOn ?? null }
}

/** A refusal whose faults stand at the fields of the dialog, where the call has others. */
export function inForm(error: Error | null, every: ScheduleForm['every']): Error | null {
  if (!(error instanceof ApiError)) return error
  const days = every === 'FORTNIGHT' ? 'second' : 'monthDay'
  const names: Record<string, string> = { days, timeZone: 'hour' }
  const faults = error.faults.map((fault) => ({
    ...fault,
    path: names[fault.path.split('.')[0] ?? ''] ?? fault.path,
  }))
  const { code, message, status, data } = error
  return new ApiError(code, message, { status, data, faults })
}
