import { z } from 'zod/mini'
import { absentIfBlank, optionalText, preprocess, requiredText, say } from './fields.ts'
import { held } from './held-choices.ts'
import { instant, money, usd } from './http.ts'
import { include } from './include.ts'
import { toFund } from './payroll-status.ts'

export const occurrenceStates = [
  'planned',
  'prepared',
  'approved',
  'paid',
  'held',
  'missed',
  'skipped',
] as const
export type OccurrenceState = (typeof occurrenceStates)[number]

/** Why a payday that is due is not paid. */
export const occurrenceReasons = [
  'NOT_APPROVED',
  'FUNDS',
  'SHEET_CHANGED',
  'ABOVE_CEILING',
  'PRICE',
  'NODE',
  'IN_PROGRESS',
  'HELD_ADDRESSES',
  'PAID_ELSEWHERE',
  'STOPPED',
  'FROZEN',
  'UNCERTAIN',
] as const
export type OccurrenceReason = (typeof occurrenceReasons)[number]

export const occurrenceKinds = ['REGULAR', 'AGUINALDO', 'QUINCENA_25', 'BONUS'] as const

const named = z.object({ _id: z.string(), name: z.string() })

/** A payday of a payroll. */
export const occurrence = z.object({
  _id: z.string(),
  kind: z.enum(occurrenceKinds),
  payroll: named,
  /** The key of the period, `2026-11-Q2`, of the day before any move. */
  periodKey: z.string(),
  dueAt: instant,
  /** The day of the schedule where `dueAt` is another, and the name of a holiday or ''. */
  moved: z.nullable(
    z.object({
      from: z.string(),
      reason: z.enum(['SUNDAY', 'SATURDAY', 'HOLIDAY', 'COMPANY_DAY', 'BY_HAND']),
      name: z.string(),
    }),
  ),
  mode: z.enum(['REMIND', 'PREPARE', 'PAY']),
  state: z.enum(occurrenceStates),
  people: z.int(),
  totalUsd: usd,
  /** The sum that the payroll lacks for it at today's price; null: none, or it is paid or skipped. */
  missing: z.nullable(money),
  /** The confirmed funds suffice at today's price; null: it is not its payroll's next, or nobody knows. */
  covered: z.nullable(z.boolean()),
  reason: z.nullable(z.enum(occurrenceReasons)),
  /** The run that paid it. */
  payment: z.nullable(z.string()),
  approvals: z.nullable(z.object({ _id: z.string(), given: z.int(), required: z.int() })),
  /** The most that the prepared sheet may take, fees included, at the price of its preparation. */
  ceilingUsd: z.nullable(usd),
  /** The sheet of a special pay, where it is made. */
  specialRun: z.nullable(z.string()),
  /** The reason that somebody gave for skipping it. */
  skipReason: z.string(),
  /** When the company is reminded next, or the sheet is prepared. */
  nextNotice: z.nullable(instant),
})
export type Occurrence = z.infer<typeof occurrence>

const instantText = requiredText(30).check(
  z.refine((value) => !Number.isNaN(Date.parse(value)), say('invalid')),
)

/** GET /calendar: at most 24 months; without both, this month, the next two, and the days just behind. */
export const calendarQuery = z.object({ from: optionalText(30), to: optionalText(30) })
export type CalendarQuery = z.infer<typeof calendarQuery>

export const calendarAnswer = z.object({
  occurrences: z.array(occurrence),
  /** The non-working days of the window that have a name, for the ruler. */
  closedDays: z.array(z.object({ day: z.string(), name: z.string() })),
})
export type CalendarAnswer = z.infer<typeof calendarAnswer>

export const occurrenceAnswer = z.object({ occurrence })
/** POST /calendar/{id}/skip. */
export const skipBody = z.object({ reason: requiredText(200) })
/** POST /calendar/{id}/move. */
export const moveBody = z.object({ dueAt: instantText })
/** POST /calendar/{id}/prepare: the choices about held people; the body may be absent. */
export const prepareBody = preprocess(
  (value) => absentIfBlank(value) ?? {},
  z.object({
    held,
    /** Without it nobody has chosen, and it is refused where somebody was paid elsewhere. */
    include: preprocess(absentIfBlank, z._default(z.nullable(include), null)),
  }),
)
/** POST /calendar/feed; the address is shown once. DELETE ends it. */
export const feedAnswer = z.object({ url: z.string() })
/** GET /calendar/feed says whether there is one. */
export const feedState = z.object({ active: z.boolean() })

/** GET /calendar/next: the payday that the dashboard speaks of. */
export const coverRow = z.object({
  /** 0, 5, 10, 20. */
  fallPercent: z.int(),
  usdRate: usd,
  /** Cut, not rounded; above 100 where something is left. */
  coveredPercent: z.int(),
  missing: z.nullable(money),
  spareUsd: usd,
})
export const cover = z.object({
  rows: z.array(coverRow),
  /** The largest of the falls that is still covered; null: not even today's price is. */
  holdsPercent: z.nullable(z.int()),
  /** The largest 48-hour fall of 90 days, in per cent cut to a tenth, and what more to send to survive another. */
  cushion: z.nullable(z.object({ fallPercent: z.number(), since: instant, add: money })),
})
export type Cover = z.infer<typeof cover>
export const nextPayday = z.object({
  /** Some payroll has or had paydays: the sidebar has the calendar. */
  hasDates: z.boolean(),
  /** `toFund`: the sum to ask for so that it is covered, the reserve included. */
  next: z.nullable(z.object({ occurrence, cover: z.nullable(cover), toFund })),
})
export type NextPayday = z.infer<typeof nextPayday>
