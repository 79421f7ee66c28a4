import { z } from 'zod/mini'
import { eachField, exportedFields } from '#domain/employee-fields.ts'
import { optionalText, sayMissingOrInvalid } from './fields.ts'
import { instant, usd } from './http.ts'

/** The dollar part of one line of a run: what the company pays by its bank. */
export const dollarLine = z.object({
  /** The line's. */
  _id: z.string(),
  employeeId: z.string(),
  name: z.string(),
  identification: z.string(),
  /** As the person has it now. */
  ...eachField(exportedFields, () => z.string()),
  bank: z.string(),
  bankAccount: z.string(),
  usd,
  /** A list for the bank had it: no other payment pays it. */
  sent: z.boolean(),
  paid: z.boolean(),
  paidAt: z.nullable(instant),
  reference: z.string(),
})
export type DollarLine = z.infer<typeof dollarLine>

/** GET /payments/{id}/dollar-lines; also as .csv and .xlsx. */
export const dollarLines = z.object({
  lines: z.array(dollarLine),
  linesMatched: z.int(),
  pages: z.int(),
  totalUsd: usd,
  paidUsd: usd,
  /** The run goes out or has none in bitcoin: before, and after a rejection, nothing is to be paid. */
  due: z.boolean(),
  /** Since when lists for the bank have all of it, and who took the last. Null: a part is on none yet. */
  sent: z.nullable(z.object({ at: instant, by: z.string() })),
  /** SHA-256 of what was ordered, in hex, and the people who approved it. Null: nothing is due. */
  order: z.nullable(z.object({ sha256: z.string(), approvedBy: z.array(z.string()) })),
})
export type DollarLines = z.infer<typeof dollarLines>

/** GET /payrolls/{id}/dollar-runs: the runs with a part in dollars, the newest first. */
export const dollarRuns = z.object({
  runs: z.array(
    z.object({
      /** The payment's. */
      _id: z.string(),
      at: instant,
      note: z.string(),
      people: z.int(),
      totalUsd: usd,
      paidUsd: usd,
      due: z.boolean(),
    }),
  ),
  total: z.int(),
  pages: z.int(),
})
export type DollarRuns = z.infer<typeof dollarRuns>
export type DollarRun = DollarRuns['runs'][number]

/** People whose dollar part of a run is marked as paid, of whom the first are named. */
export const paidDollars = z.object({ people: z.int(), usd, names: z.array(z.string()) })
export type PaidDollars = z.infer<typeof paidDollars>

/**
 * PATCH /payments/{id}/dollar-lines/{lineId}; `sent: false`: the company says that it was not sent. Without
 * a line it is about each one that is not so yet; what is marked as paid stays sent.
 */
export const dollarLineBody = z
  .object({
    paid: z.optional(z.boolean({ error: sayMissingOrInvalid })),
    sent: z.optional(z.literal(false)),
    reference: optionalText(100),
  })
  .check(
    z.refine(({ paid, sent }) => (paid === undefined) !== (sent === undefined), {
      path: ['paid'],
      error: sayMissingOrInvalid,
    }),
  )
export type DollarLineBody = z.infer<typeof dollarLineBody>
export const dollarLineAnswer = z.object({ line: dollarLine })

/** PATCH /payments/{id}/dollar-lines: the people whose lines are changed, and their dollars. */
export const dollarLinesMarked = z.object({ people: z.int(), usd })
