import { z } from 'zod/mini'
import { codeReasons } from '#domain/approval-code-reasons.ts'
import { eachField, exportedFields } from '#domain/employee-fields.ts'
import { transactionStates } from '#domain/transaction-state.ts'
import { colleague } from './colleague.ts'
import { preprocess } from './fields.ts'
import { btc, instant, money, usd } from './http.ts'
import { absent, pageQuery } from './queries.ts'
import { wireFailureCodes } from './wire-names.ts'

export const transactionState = z.enum(transactionStates)
export const transactionType = z.enum(['send', 'receive', 'withdrawal', 'cancel', 'consolidation'])

export const waitingFor = z.enum(['approval', 'signature', 'operator', 'feeder', 'fee', 'node'])

/**
 * A transaction of a payroll. A `send` has in `usd` the sum of the salaries that it pays and in `btc`
 * the sum of its recipients, without fee and change; `cryptoAddress` is the payroll's. A `withdrawal`
 * has in them what arrives, and where.
 */
export const transaction = z.object({
  _id: z.string(),
  state: transactionState,
  type: transactionType,
  usd,
  btc,
  usdRate: usd,
  cryptoAddress: z.string(),
  txid: z.nullable(z.string()),
  createdAt: instant,
  confirmedAt: z.nullable(instant),
  confirmations: z.int(),
  networkFee: z.nullable(money),
  /** Satoshi per virtual byte. */
  feeRate: z.nullable(z.number()),
  vsize: z.nullable(z.int()),
  replacedBy: z.nullable(z.object({ _id: z.string(), txid: z.string() })),
  waitingFor: z.nullable(waitingFor),
  failure: z.nullable(z.enum(wireFailureCodes)),
  /** `failure` in the reader's language. */
  failureMessage: z.nullable(z.string()),
  /** The words of the person who rejected it. */
  reason: z.nullable(z.string()),
  payment: z.nullable(z.object({ _id: z.string(), index: z.int(), count: z.int() })),
  payroll: z.object({ _id: z.string(), name: z.string() }),
  /** A withdrawal that the program made: what was left went to the company's own address. */
  sweep: z.optional(z.literal(true)),
})
export type Transaction = z.infer<typeof transaction>

/** GET /payrolls/{id}/transactions. */
export const transactionQuery = z.extend(pageQuery, {
  state: preprocess(absent, z.optional(transactionState)),
  type: preprocess(absent, z.optional(transactionType)),
})
export type TransactionQuery = z.infer<typeof transactionQuery>

export const transactionList = z.object({
  transactions: z.array(transaction),
  totalTransactions: z.int(),
  pages: z.int(),
  page: z.int(),
})
export type TransactionList = z.infer<typeof transactionList>

/** A snapshot taken when the payment was planned: later edits of the employee change nothing here. */
export const recipient = z.object({
  userId: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  identification: z.string(),
  /** As the person has it now. */
  ...eachField(exportedFields, () => z.string()),
  btcAmount: btc,
  usdAmount: usd,
  /** The parts of the salary; `bitcoinUsd` is `usdAmount`. */
  bitcoinUsd: usd,
  dollarsUsd: usd,
  cryptoAddress: z.string(),
  /** The line of the run, with its receipt at /payments/{id}/lines/{lineId}/receipt.pdf; null where no line is paid. */
  lineId: z.nullable(z.string()),
  /** A valid receipt is there. */
  receipt: z.boolean(),
  /** The valid receipt's, else that of the last one, which was voided; null: there never was one. */
  receiptNumber: z.nullable(z.string()),
  /** The person says that it arrived, or that it did not; null: nothing yet. */
  arrived: z.optional(z.nullable(z.boolean())),
})
export type Recipient = z.infer<typeof recipient>

/** The requester of a transaction and its approvers; null for a deposit. */
export const transactionOrder = z.object({
  /** The name; both null: nobody, the calendar. */
  requestedBy: z.nullable(z.string()),
  requester: z.nullable(colleague),
  requestedAt: instant,
  /** The names; null while it waits, or where nobody had to approve. */
  approvedBy: z.nullable(z.string()),
  approvers: z.array(colleague),
  approvedAt: z.nullable(instant),
})

/** A person whose address differs from that of the last payment. */
export const addressChange = z.object({
  userId: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  btcAmount: btc,
  usdAmount: usd,
  from: z.string(),
  to: z.string(),
  /** When and by whom it was changed, where that is on record. */
  changedAt: z.nullable(instant),
  changedBy: z.nullable(z.string()),
})
export type AddressChange = z.infer<typeof addressChange>

/**
 * Why a run needs a code, and how many people a reason concerns: everybody, where it is about the run
 * as a whole.
 */
export const codeReason = z.object({ code: z.enum(codeReasons), people: z.int() })
export type CodeReasonCount = z.infer<typeof codeReason>

/** The subject of an approval: all that was ordered together, perhaps in several transactions. */
export const approvalDetails = z.object({
  /** People who are paid in dollars alone count as well. */
  people: z.int(),
  transactions: z.int(),
  /** The part in bitcoin. */
  usd,
  btc,
  /** With the part that the company's bank pays. */
  totalUsd: usd,
  /** The company's sum that it is above; null: it waits for another reason. */
  overUsd: z.nullable(usd),
  /** Reasons as the preview said them; none for a withdrawal, which always needs a code. */
  reasons: z.array(codeReason),
  /** Changed addresses, by last name. */
  changedAddresses: z.array(addressChange),
  /** Ids of the people who were never paid. */
  neverPaid: z.array(z.string()),
  /** The masked address to which codes go. */
  codeSentTo: z.string(),
})
export type ApprovalDetails = z.infer<typeof approvalDetails>

/**
 * GET /transactions/{id}/details. Recipients are sorted by last name; `approval` is there while the
 * transaction waits for one.
 */
export const transactionDetails = z.object({
  transaction,
  details: z.object({
    recipients: z.array(recipient),
    order: z.nullable(transactionOrder),
    approval: z.nullable(approvalDetails),
  }),
})
export type TransactionDetails = z.infer<typeof transactionDetails>
