import { z } from 'zod/mini'
import { targetBlocks } from '#domain/fee-targets.ts'
import { previewChangeKinds } from '#domain/preview-changes.ts'
import { heldAddress } from './changes.ts'
import { absentIfBlank, preprocess, sayMissingOrInvalid } from './fields.ts'
import { btc, errorCode, instant, money, usd } from './http.ts'
import { paidElsewhere } from './include.ts'
import { payrollStatus, toFund } from './payroll-status.ts'
import { codeReason, transaction, transactionState } from './transactions.ts'

/** The others of the run who are paid at the same address, and whether that was said to be right. */
const sharedWith = z.array(z.object({ _id: z.string(), name: z.string(), accepted: z.boolean() }))

/**
 * Why somebody got no line in a run: at a new address after a password reset by mail, as asked, at a held
 * address, or paid for a period that overlaps this one.
 */
export const leftOutReasons = [
  'WAITS_AFTER_RESET',
  'ASKED',
  'HELD_ADDRESS',
  'PAID_ELSEWHERE',
] as const

/** The period that a run pays, by its payday; `extra`: once more, on purpose. */
export const paidPeriod = z.object({
  /** The key of the period, `2026-11-Q2`. */
  key: z.string(),
  dueAt: z.nullable(instant),
  extra: z.boolean(),
})
export type PaidPeriod = z.infer<typeof paidPeriod>

/**
 * Why nobody knows whether a period, or an unpaid line, is paid already: the chain has spends that no
 * record describes. `after: _id` pays on purpose.
 */
export const uncertain = z.object({
  _id: z.string(),
  at: instant,
  /** The first 100 of the spends. */
  transactions: z.array(transaction),
  /**
   * The first 100 of those who would be paid. `perhapsPaid`: a spend paid an address of theirs, for
   * this period or another. They come first.
   */
  people: z.array(z.object({ employeeId: z.string(), name: z.string(), perhapsPaid: z.boolean() })),
})
export type UncertainOnWire = z.infer<typeof uncertain>

const paidBefore = z.array(z.object({ employeeId: z.string(), name: z.string() }))

/** A run: everybody of a payroll, paid by one or several transactions. */
export const payment = z.object({
  _id: z.string(),
  state: transactionState,
  /** All salaries: their parts in bitcoin, and those that the company pays itself. */
  totalUsd: usd,
  bitcoinUsd: usd,
  dollarsUsd: usd,
  totalBtc: btc,
  /** 0: nothing of it is in bitcoin. */
  usdRate: usd,
  networkFee: money,
  lines: z.int(),
  /** Lines in a block, and lines in dollars alone that a list for the bank had. */
  paidLines: z.int(),
  /** The answers of people who were asked whether it arrived; the rest of `lines` have said nothing. */
  arrived: z.optional(z.object({ yes: z.int(), no: z.int(), lines: z.int() })),
  note: z.string(),
  createdAt: instant,
  /** null: the payroll has no paydays. */
  period: z.optional(z.nullable(paidPeriod)),
  /** The first 100 of those who were paid for the period before, and have no line here. */
  paidBefore: z.optional(paidBefore),
  /** The special pay whose sheet it pays. */
  specialRun: z.optional(z.nullable(z.string())),
  transactions: z.array(transaction),
  /** People of the payroll who got no line in this run. */
  leftOut: z.array(
    z.object({
      employeeId: z.string(),
      name: z.string(),
      reason: z.enum(leftOutReasons),
      /** The payment elsewhere; PAID_ELSEWHERE alone has it. */
      elsewhere: z.optional(paidElsewhere),
    }),
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
    z.array(z.uuid(), { error: sayMissingOrInvalid }).check(z.minLength(1), z.maxLength(100)),
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

/** Somebody who was paid elsewhere; `usd`: the salary. */
const elsewherePerson = z.extend(paidElsewhere, {
  employee: z.object({ _id: z.string(), name: z.string() }),
  usd,
})
export type ElsewherePerson = z.infer<typeof elsewherePerson>

/** GET /companies/payrolls/{id}/payment-preview: what run-payment would do now, by the same code. */
export const paymentPreview = z.object({
  /** All salaries: their parts in bitcoin, and those that the company pays itself. */
  totalUsd: usd,
  bitcoinUsd: usd,
  dollarsUsd: usd,
  /** People with a part in dollars. */
  dollarsPeople: z.int(),
  /** The first of those who get less in bitcoin than their percentage says. */
  inDollars: z.array(
    z.object({ _id: z.string(), name: z.string(), reason: z.enum(['DUST', 'NO_CONSENT']) }),
  ),
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
  toFund,
  status: payrollStatus,
  /** The reasons to refuse the payment, in the order in which run-payment refuses. */
  problems: z.array(
    z.object({
      code: errorCode,
      message: z.string(),
      employeeId: z.optional(z.string()),
    }),
  ),
  /**
   * Targets that can be sent, what each costs and whether it needs a code. Only where the fee for 3
   * blocks is above a ceiling.
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
  /** null: the payroll has no paydays. */
  period: z.optional(z.nullable(paidPeriod)),
  /** The first 100 of those who were paid for the period before: this run leaves them aside. */
  paidBefore: z.optional(paidBefore),
  /** null: the records know. */
  uncertain: z.optional(z.nullable(uncertain)),
  /** A backup was restored then, and nobody knows who was paid in dollars since it was made. */
  dollarsUnknownSince: z.optional(z.nullable(instant)),
  /**
   * Within 72 hours of `lastPaid`: the people whom that run, with those of chosen people around it,
   * has not paid; the first 100 by name. They can be paid alone.
   */
  unpaidPeople: z.object({ count: z.int(), ids: z.array(z.string()) }),
  /**
   * People of the run who are paid at one address without anybody having said that this is right; the
   * first of them. No refusal: the dialog asks.
   */
  sharedUnaccepted: z.array(z.object({ ids: z.array(z.string()), names: z.array(z.string()) })),
  /**
   * People of the run, but for those of `leave`, at an address that waits. The sums are those of the
   * choices in the query's `held`; while one has no choice, HELD_ADDRESSES is among the problems.
   */
  held: z.array(heldAddress),
  /**
   * People of the run who were paid for a period that overlaps this one, as they are or as somebody with
   * their document or address; the first 100. They get no line unless the query's `include` names them.
   */
  paidElsewhere: z.object({ count: z.int(), people: z.array(elsewherePerson) }),
  /** Over people, addresses, dollars, changes and who is held, not the price: run-payment takes it. */
  previewHash: z.string(),
  /** A code to the person who asks, or under `strongOnly` a passkey of theirs, releases it. */
  needsCode: z.boolean(),
  /** Approvals by others; with one of them no code is asked for. */
  approvalsRequired: z.int(),
  /** The payday that it pays is approved as it stands: a press needs nothing more. */
  approvedBefore: z.boolean(),
  reasons: z.array(codeReason),
  /** Spends with our keys that the records did not know, until somebody has seen them. */
  untracked: z.array(transaction),
})
export type PaymentPreview = z.infer<typeof paymentPreview>

/** GET …/payment-preview/people: who gets what. Those who share an address come first. */
export const previewPeople = z.object({
  people: z.array(
    z.object({
      _id: z.string(),
      name: z.string(),
      usd,
      bitcoinUsd: usd,
      dollarsUsd: usd,
      btc,
      cryptoAddress: z.string(),
      sharedWith,
    }),
  ),
  pages: z.int(),
})
export type PreviewPeople = z.infer<typeof previewPeople>

/** The two parts of what a person is paid, and where each goes; '' for a part of 0. */
const partsToPay = {
  bitcoinUsd: usd,
  dollarsUsd: usd,
  cryptoAddress: z.string(),
  bank: z.string(),
  /** The last four signs of the account. */
  accountEnd: z.string(),
}
/** All people of a payment, and those with a part in bitcoin and in dollars. */
const totalsToPay = {
  people: z.int(),
  bitcoinPeople: z.int(),
  bitcoinUsd: usd,
  dollarsPeople: z.int(),
  dollarsUsd: usd,
}

/** GET /payments/{id}/people: everybody whom a payment pays, by name, as it was ordered. */
export const paymentPeople = z.object({
  lines: z.array(
    z.object({ employee: z.object({ _id: z.string(), name: z.string() }), ...partsToPay, btc }),
  ),
  totals: z.object({ ...totalsToPay, btc }),
  pages: z.int(),
})
export type PaymentPeople = z.infer<typeof paymentPeople>

/** GET /calendar/{id}/sheet: the people of what is prepared, by name; nobody where nothing is. */
export const paydaySheet = z.object({
  lines: z.array(
    z.object({
      employee: z.object({ _id: z.string(), firstName: z.string(), lastName: z.string() }),
      ...partsToPay,
    }),
  ),
  totals: z.object(totalsToPay),
})
export type PaydaySheet = z.infer<typeof paydaySheet>
