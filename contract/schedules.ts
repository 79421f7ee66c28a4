import { z } from 'zod/mini'
import { colleague } from './colleague.ts'
import {
  absentIfBlank,
  optional,
  plainText,
  preprocess,
  requiredText,
  say,
  sayMissingOrInvalid,
} from './fields.ts'
import { instant } from './http.ts'

export const scheduleEvery = ['FORTNIGHT', 'MONTH', 'WEEK'] as const
export const scheduleModes = ['REMIND', 'PREPARE', 'PAY'] as const
export type ScheduleMode = (typeof scheduleModes)[number]

const dayPattern = /^\d{4}-\d{2}-\d{2}$/
/** A day of the calendar, as `2026-11-22`; whether it exists is asked of `domain/schedule`. */
export const optionalDay = optional(plainText(10).check(z.regex(dayPattern, say('invalid'))))

const dayOfMonth = z.union([z.int().check(z.minimum(1), z.maximum(31)), z.literal('LAST')], {
  error: sayMissingOrInvalid,
})
const days = preprocess(
  absentIfBlank,
  z._default(
    z.array(dayOfMonth, { error: sayMissingOrInvalid }).check(
      z.maxLength(2, say('invalid')),
      // The last day of a month has a name of its own; 29 and 30 fall on it in February alone.
      z.refine((given) => !given.includes(31), say('scheduleDay31')),
    ),
    [],
  ),
)
const weekday = z
  .int({ error: sayMissingOrInvalid })
  .check(z.minimum(1, say('invalid')), z.maximum(7, say('invalid')))

/** An enumeration that has a default. */
const choice = <const T extends readonly [string, ...string[]]>(values: T, standard: T[number]) =>
  preprocess(
    absentIfBlank,
    z._default(z.enum(values, { error: say('invalid') }), standard as never),
  )

/**
 * PUT /companies/payrolls/{id}/schedule. FORTNIGHT has two `days`, MONTH one, WEEK a `weekday` (1: Monday)
 * and no days. `domain/schedule` has the rules over several fields. `startsOn` is today where it is absent.
 */
export const scheduleBody = z.object({
  every: z.enum(scheduleEvery, { error: sayMissingOrInvalid }),
  days,
  weekday: optional(weekday),
  hour: requiredText(5).check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, say('invalid'))),
  timeZone: preprocess(absentIfBlank, z._default(plainText(60), 'America/El_Salvador')),
  whenClosed: choice(['BEFORE', 'AFTER'], 'BEFORE'),
  saturdays: choice(['CLOSED', 'OPEN'], 'CLOSED'),
  startsOn: optionalDay,
  endsOn: optionalDay,
  mode: choice(scheduleModes, 'REMIND'),
})
export type ScheduleBody = z.infer<typeof scheduleBody>

export const schedule = z.object({
  every: z.enum(scheduleEvery),
  days: z.array(z.union([z.int(), z.literal('LAST')])),
  weekday: z.nullable(z.int()),
  hour: z.string(),
  timeZone: z.string(),
  whenClosed: z.enum(['BEFORE', 'AFTER']),
  saturdays: z.enum(['CLOSED', 'OPEN']),
  startsOn: z.string(),
  endsOn: z.nullable(z.string()),
  mode: z.enum(scheduleModes),
  /** After a restored backup it only reminds, whatever `mode` says, until an ADMIN saves it again. */
  remindsOnly: z.boolean(),
})
export type Schedule = z.infer<typeof schedule>

/** The next five of a schedule, the non-working day with its reason where one moved. */
export const nextDates = z.array(
  z.object({
    periodKey: z.string(),
    dueAt: instant,
    moved: z.nullable(
      z.object({
        from: z.string(),
        reason: z.enum(['SUNDAY', 'SATURDAY', 'HOLIDAY', 'COMPANY_DAY']),
        name: z.string(),
      }),
    ),
  }),
)

/**
 * Each person who changed what the next payday pays, and the names of the others one of whom has to approve it
 * in place of that one, or press. Empty where it needs nobody else.
 */
export const neededOthers = z.array(z.object({ changer: colleague, names: z.array(z.string()) }))

/** GET, PUT and DELETE …/schedule: its fields, as they are sent; `schedule` null: the payroll has none. */
export const scheduleAnswer = z.extend(z.partial(schedule), {
  schedule: z.nullable(schedule),
  next: nextDates,
  missing: neededOthers,
})
export type ScheduleAnswer = z.infer<typeof scheduleAnswer>
