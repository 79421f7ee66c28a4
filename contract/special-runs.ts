import { z } from 'zod/mini'
import { specialPayKinds, specialPayReasons } from '#domain/special-pay/index.ts'
import { payFrequency } from './employees.ts'
import { optional, preprocess, say, sayMissingOrInvalid } from './fields.ts'
import { instant, usd } from './http.ts'
import { transactionState, waitingFor } from './transactions.ts'
import { isUsdAmount } from './usd-amounts.ts'

/** 1 to 10,000,000 USD, as a salary. */
const amount = z
  .number({ error: sayMissingOrInvalid })
  .check(
    z.minimum(1, say('amountMinimum')),
    z.maximum(10_000_000, say('amountMaximum')),
    z.refine(isUsdAmount, say('salaryDecimals')),
  )
const bonusPercent = z
  .int({ error: say('bonusPercent') })
  .check(z.minimum(1, say('bonusPercent')), z.maximum(1_000, say('bonusPercent')))
const id = z.string({ error: sayMissingOrInvalid }).check(z.maxLength(200, say('tooLong')))
const linesAtMost = 10_000

/**
 * POST /companies/payrolls/{id}/special-runs. A BONUS is `usd` for each or `percent` of the base salary,
 * for everybody or for `employees`.
 */
export const specialRunBody = z
  .object({
    kind: z.enum(specialPayKinds, { error: sayMissingOrInvalid }),
    year: z.int({ error: sayMissingOrInvalid }),
    usd: optional(amount),
    percent: optional(bonusPercent),
    employees: optional(
      z
        .array(id, { error: say('invalid') })
        .check(z.minLength(1, say('required')), z.maxLength(linesAtMost, say('invalid'))),
    ),
  })
  .check(
    z.refine(
      ({ kind, usd: each, percent }) =>
        kind !== 'BONUS' || (each === undefined) !== (percent === undefined),
      { path: ['usd'], error: say('bonusEither') },
    ),
  )
export type SpecialRunBody = z.infer<typeof specialRunBody>

/** The id of an employee, or the object with it that a line is read with. */
const lineEmployee = preprocess(
  (value) => z.object({ _id: z.unknown() }).safeParse(value).data?._id ?? value,
  id,
)

/** PUT /special-runs/{id}: lines that are not named stay; a `usd` of null leaves somebody out. */
export const specialRunEdit = z.object({
  lines: z
    .array(z.object({ employee: lineEmployee, usd: z.nullable(amount) }), {
      error: sayMissingOrInvalid,
    })
    .check(z.maxLength(linesAtMost, say('invalid'))),
})
export type SpecialRunEdit = z.infer<typeof specialRunEdit>

const day = z.iso.date()

export const specialRunLine = z.object({
  employee: z.object({
    _id: z.string(),
    firstName: z.string(),
    lastName: z.string(),
    hiredOn: z.nullable(day),
    payFrequency: z.nullable(payFrequency),
    creationType: z.enum(['REGULAR', 'CSV']),
  }),
  /** Null: nobody has said whether the base salary is a month's. */
  monthlyUsd: z.nullable(usd),
  /** Words that say how the amount comes about, or why there is none. */
  formula: z.string(),
  /** The days of service and the day until which they count; '' for a whole year. */
  formulaDetail: z.string(),
  /** Null: nothing is due, or nothing can be said. */
  usd: z.nullable(usd),
  computedUsd: z.nullable(usd),
  /** Somebody set it by hand. */
  edited: z.boolean(),
  reason: z.nullable(z.enum([...specialPayReasons, 'LEFT_OUT'])),
  /** The amount by the reference day of the law before, where it is above `computedUsd`; null: it is not. */
  byFormerDay: z.nullable(
    z.object({ referenceDay: day, usd, formula: z.string(), formulaDetail: z.string() }),
  ),
})
export type SpecialRunLine = z.infer<typeof specialRunLine>

export const specialRun = z.object({
  _id: z.string(),
  kind: z.enum(specialPayKinds),
  year: z.int(),
  periodKey: z.string(),
  payroll: z.object({ _id: z.string(), name: z.string() }),
  dueAt: instant,
  /** The days of the law on which it may be paid; null: a bonus. */
  window: z.nullable(z.object({ first: day, last: day })),
  rule: z.nullable(
    z.object({
      law: z.string(),
      articles: z.string(),
      enactedOn: day,
      reviewedOn: day,
      /** Service is counted until this day. */
      referenceDay: day,
    }),
  ),
  lines: z.array(specialRunLine),
  totalUsd: usd,
  /** The newest run of it that has paid something, or may; null: it is still to be paid. */
  payment: z.nullable(
    z.object({
      _id: z.string(),
      state: transactionState,
      waitingFor: z.nullable(waitingFor),
      at: instant,
      people: z.int(),
      /** The first transaction of the run; null: all of it is in dollars. */
      transaction: z.nullable(z.string()),
      /** People with an amount and no line in any of its runs: they can still be paid. */
      unpaid: z.int(),
    }),
  ),
  /** The lines are as they were saved; false: people or salaries changed since. */
  saved: z.boolean(),
})
export type SpecialRun = z.infer<typeof specialRun>

export const specialRunAnswer = z.object({ specialRun })
