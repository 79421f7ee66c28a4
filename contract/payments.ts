import { z } from 'zod/mini'
import { targetBlocks } from '#domain/fee-targets.ts'
import { previewChangeKinds } from '#domain/preview-changes.ts'
import { absentIfBlank, missingOrInvalid, preprocess } from './fields.ts'
import { btc, errorCode, instant, money, usd } from './http.ts'
import { codeReason, transaction, transactionState } from './transactions.ts'

/** Why somebody got no line in a run: at a new address after a password reset by mail, or as asked. */
export const leftOutReasons = ['WAITS_AFTER_RESET', 'ASKED'] as const

/** One run: everybody of a payroll, paid by one or several transactions. */
export const payment = z.object({
  _id: z.string(),
  state: transactionState,
  totalUsd: usd,
  totalBtc: btc,
  usdRate: usd,
  networkFee: money,
  lines: z.int(),
  paidLines: z.int(),
  note: z.string(),
  createdAt: instant,
  transactions: z.array(transaction),
  /** People of the payroll who got no line in this run. */
  leftOut: z.array(
    z.object({ employeeId: z.string(), name: z.string(), reason: z.enum(leftOutReasons) }),
  ),
})
export type Payment = z.infer<typeof payment>

/**
 * POST /companies/payrolls/{id}/acknowledge-records: ids of untracked spends that the administrator
 * has seen.
 */
export const acknowledgeBody = z.object({
  transactions: preprocess(
    absentIfBlank,
    z.array(z.uuid(), { error: missingOrInvalid }).check(z.minLength(1), z.maxLength(100)),
  ),
})
export const acknowledgeAnswer = z.object({ transactions: z.array(transaction) })

export const paymentAnswer = z.object({ payment })

/**
 * `data.changes` of a PREVIEW_CHANGED. Names and addresses are texts, salaries dollars; somebody who
 * was added has `after`, somebody who left `before`: the address.
 */
const changedValue = z.nullable(z.union([z.string(), usd]))
export const previewChange = z.object({
  employeeId: z.string(),
  name: z.string(),
  kind: z.enum(previewChangeKinds),
  before: changedValue,
  after: changedValue,
})
export type PreviewChange = z.infer<typeof previewChange>

/** GET /companies/payrolls/{id}/payment-preview: what run-payment would do now, by the same code. */
export const paymentPreview = z.object({
  totalUsd: usd,
  totalBtc: btc,
  usdRate: usd,
  rateAt: z.nullable(instant),
  employees: z.int(),
  transactions: z.int(),
  /** How many of them only gather small deposits first, so that people are paid a block later. */
  gatherings: z.int(),
  networkFee: money,
  /** Satoshi per virtual byte. */
  feeRate: z.number(),
  spendableBtc: btc,
  enough: z.boolean(),
  missing: money,
  /** The reasons to refuse the payment, in the order in which run-payment refuses. */
  problems: z.array(
    z.object({
      code: errorCode,
      message: z.string(),
      employeeId: z.optional(z.string()),
    }),
  ),
  /**
   * Where the fee for 3 blocks is above a ceiling: the targets that can be sent, what each costs and
   * whether it needs a code.
   */
  targets: z.array(
    z.object({
      blocks: z.literal([...targetBlocks]),
      /** Satoshi per virtual byte. */
      feeRate: z.number(),
      cost: money,
      needsCode: z.boolean(),
    }),
  ),
  /** After a password reset by mail: until when, and because of whom at a new address, it waits. */
  waits: z.nullable(
    z.object({
      until: instant,
      /** The first 100 of them. */
      employees: z.array(z.object({ _id: z.string(), name: z.string() })),
    }),
  ),
  /**
   * The transaction that PAYMENT_IN_PROGRESS names where it is no payment: a withdrawal, a deposit,
   * an untracked spend.
   */
  waitsFor: z.nullable(transaction),
  /** The run of which this is the unpaid rest; null: a run of its own. */
  resumes: z.nullable(z.object({ _id: z.string(), at: instant })),
  lastPaid: z.nullable(z.object({ _id: z.string(), at: instant })),
  /** Over people, addresses, dollars and what is asked about them, not the price: run-payment takes it. */
  previewHash: z.string(),
  needsCode: z.boolean(),
  reasons: z.array(codeReason),
  /** Spends with our keys that the records did not know, until somebody has seen them. */
  untracked: z.array(transaction),
})
export type PaymentPreview = z.infer<typeof paymentPreview>
