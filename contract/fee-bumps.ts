import { z } from 'zod/mini'
import { paidDollars } from './dollar-lines.ts'
import { absentIfBlank, optional, preprocess, say, webauthnJson } from './fields.ts'
import { money } from './http.ts'
import { absent, queryNumber } from './queries.ts'
import { sixDigits } from './six-digits.ts'
import { transaction } from './transactions.ts'

/** Satoshi per virtual byte. */
const feeRate = z
  .number({ error: say('invalid') })
  .check(z.positive({ error: say('invalid') }), z.maximum(1e6))

/** GET /transactions/{id}/bump: also the cost of a fee rate of one's own. */
export const bumpQuery = z.object({
  feeRate: preprocess(absent, z.optional(z.pipe(queryNumber(/^\d{1,7}(\.\d{1,20})?$/), feeRate))),
})

/** GET /transactions/{id}/bump: what speeding it up takes now. */
export const bumpOffer = z.object({
  /** A child that spends our change (CPFP), or a replacement with the same payments (RBF). */
  method: z.enum(['CPFP', 'RBF']),
  /** People who were paid have spent it so many times: a replacement pays the fees of these too. */
  evictedSpends: z.int(),
  /** Under `strongOnly` in place of a code a passkey, by POST /transactions/{id}/bump-options. */
  needsKey: z.boolean(),
  options: z.array(
    z.object({
      /** Satoshi per virtual byte. */
      feeRate: z.number(),
      /** Within how many blocks it is expected to be mined. */
      blocks: z.int(),
      /** The addition to the fee. */
      cost: money,
      /** The fee is above the order's: `code` of POST /users/step-up { action: FEE } confirms it. */
      needsCode: z.boolean(),
    }),
  ),
  /** The additional cost of the fee rate in the query; null where none was given. */
  asked: z.nullable(z.object({ feeRate: z.number(), cost: money, needsCode: z.boolean() })),
})
export type BumpOffer = z.infer<typeof bumpOffer>

/** GET /transactions/{id}/cancel: what taking back all that is not in a block takes now. */
export const cancelOffer = z.object({
  /** The addition to the fees; nothing where nothing was signed. */
  cost: money,
  /** The fee is above the order's: `code` of POST /users/step-up { action: CANCEL } confirms it. */
  needsCode: z.boolean(),
  /** Under `strongOnly` in place of a code a passkey, by POST /transactions/{id}/cancel-options. */
  needsKey: z.boolean(),
  /** The dollars stay paid: after the cancellation the next press pays the rest of this run. */
  dollarsPaid: z.nullable(paidDollars),
})
export type CancelOffer = z.infer<typeof cancelOffer>

const feeProof = { code: optional(sixDigits), assertion: optional(webauthnJson) }

/** POST /transactions/{id}/cancel and …/fee: what confirms the fee; the body may be absent. */
export const feeProofBody = preprocess((value) => absentIfBlank(value) ?? {}, z.object(feeProof))
export type FeeProofBody = z.infer<typeof feeProofBody>

/** GET /transactions/{id}/fee: what a batch that waits for its fee takes now. */
export const batchFeeOffer = z.object({
  /** The whole fee. */
  cost: money,
  /** The most that the batch pays where nobody confirms more. */
  ceiling: money,
  /** `code` of POST /users/step-up { action: FEE } confirms it; false: the fee fell meanwhile. */
  needsCode: z.boolean(),
  /** Under `strongOnly` in place of a code a passkey, by POST /transactions/{id}/fee-options. */
  needsKey: z.boolean(),
})
export type BatchFeeOffer = z.infer<typeof batchFeeOffer>

/** A fee rate in satoshi per virtual byte, to a thousandth; absent: the estimate for 3 blocks. */
export const bumpBody = preprocess(
  (value) => absentIfBlank(value) ?? {},
  z.object({ ...feeProof, feeRate: optional(feeRate) }),
)

/** The transaction as people see it now: itself, or the version that replaced it. */
export const transactionAnswer = z.object({ transaction })
