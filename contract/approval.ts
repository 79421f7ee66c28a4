import { z } from 'zod/mini'
import { absentIfBlank, optionalText, preprocess } from './fields.ts'
import { payment } from './payments.ts'
import { sixDigits } from './six-digits.ts'
import { transaction } from './transactions.ts'

/** POST /transactions/{id}/approve: the code that went out when the transaction was planned. */
export const approveBody = z.object({ code: sixDigits })
export type ApproveBody = z.infer<typeof approveBody>

/** POST /transactions/{id}/reject; the body may be absent. */
export const rejectBody = preprocess(
  (value) => absentIfBlank(value) ?? {},
  z.object({ reason: optionalText() }),
)
export type RejectBody = z.infer<typeof rejectBody>

/** The answer of both calls. A withdrawal has no payment. */
export const decidedAnswer = z.object({ payment: z.nullable(payment), transaction })
export type DecidedAnswer = z.infer<typeof decidedAnswer>
