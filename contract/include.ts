import { z } from 'zod/mini'
import { say } from './fields.ts'

/** People whom one request may name. */
export const namedInRunAtMost = 100

/** Ids of people; an id that is nobody's is refused by the server. */
export const peopleIds = z
  .array(z.string({ error: say('invalid') }).check(z.maxLength(200, say('tooLong'))), {
    error: say('invalid'),
  })
  .check(z.maxLength(namedInRunAtMost, say('invalid')))

/**
 * The people who are paid although a line of an overlapping period has paid them: everybody, or the people
 * named. All others who were paid so get no line.
 */
export const include = z.union([z.literal('all'), peopleIds], { error: say('invalid') })
export type Include = 'all' | readonly string[]

/**
 * The choice as an order keeps it: somebody of its payroll is paid although that employee, the same or
 * another one, has a line of that payroll; `mayConfirm`: a cancelled or lost one.
 */
export const includedLine = z.object({
  employee: z.string(),
  payroll: z.string(),
  paid: z.string(),
  mayConfirm: z.boolean(),
})
export type IncludedLine = z.infer<typeof includedLine>

/** A payment elsewhere: its payroll and period, and the name of the person there, where it is another. */
export const paidElsewhere = z.object({
  payroll: z.object({ _id: z.string(), name: z.string() }),
  periodKey: z.string(),
  as: z.nullable(z.string()),
  /** The payment was cancelled or lost, but a reorganisation of up to 6 blocks can still confirm it. */
  mayConfirm: z.boolean(),
})
export type PaymentElsewhere = z.infer<typeof paidElsewhere>
