import { z } from 'zod/mini'
import { targetBlocks } from '#domain/fee-targets.ts'
import { cover } from './calendar.ts'
import {
  absentIfBlank,
  optionalText,
  preprocess,
  requiredText,
  say,
  sayMissingOrInvalid,
} from './fields.ts'
import { held } from './held-choices.ts'
import { btc, instant, money, usd } from './http.ts'
import { include, peopleIds } from './include.ts'
import { payrollStatus, toFund } from './payroll-status.ts'
import { absent, optionalQuery, pageQuery, queryNumber, separated } from './queries.ts'
import { transaction } from './transactions.ts'

export const payrollType = z.enum(['REGULAR', 'CSV'], { error: sayMissingOrInvalid })

export const payroll = z.object({
  _id: z.string(),
  name: z.string(),
  description: z.string(),
  type: payrollType,
  companyId: z.string(),
  createdAt: instant,
  /**
   * Derived from the account key; '' where the stored address is another: it is not shown, and
   * nothing is asked for.
   */
  cryptoAddress: z.string(),
  /** The sum of the base salaries. */
  totalAmount: usd,
  /** The part of it that the next run pays in dollars, and to how many; absent: none. */
  dollarPart: z.optional(z.object({ usd, people: z.int() })),
  lastTransaction: z.nullable(transaction),
  employees: z.int(),
  balance: z.object({ usdBalance: usd, btcBalance: btc }),
  /** The part of the balance that is confirmed, mature and not reserved. */
  spendableBtc: btc,
  /** The network fee that paying its people now would take. */
  feeEstimate: money,
  toFund,
  status: payrollStatus,
  /**
   * Cover at lower prices; GET /payrolls/{id} alone has it, and where something is paid in bitcoin.
   */
  cover: z.optional(cover),
})
export type Payroll = z.infer<typeof payroll>

/** GET /payrolls. */
export const payrollQuery = z.extend(pageQuery, { search: optionalQuery })
export type PayrollQuery = z.infer<typeof payrollQuery>

export const payrollList = z.object({
  payrolls: z.array(payroll),
  pages: z.int(),
  payrollsMatched: z.int(),
})
export type PayrollList = z.infer<typeof payrollList>

/**
 * GET /payrolls/{id}/balance. Satoshi: `balance` and the totals as numbers, the `…String` fields as
 * strings. `balance` counts what the mempool shows, `confirmed` the UTXOs at least one block deep
 * that no sent transaction spends, `spendable` those of them that are mature and not reserved.
 */
export const payrollBalance = z.object({
  balance: z.int(),
  balanceString: z.string(),
  confirmedBalanceString: z.string(),
  spendableBalanceString: z.string(),
  totalReceived: z.int(),
  totalSent: z.int(),
  btcBalance: btc,
  usdBalance: usd,
})
export type PayrollBalance = z.infer<typeof payrollBalance>

/** PUT /companies/payrolls/{id}: the type can't change. */
export const payrollEdit = z.object({ name: requiredText(), description: requiredText(1000) })
export type PayrollEdit = z.infer<typeof payrollEdit>

/** POST /companies/payrolls. */
export const payrollBody = z.extend(payrollEdit, { type: payrollType })
export type PayrollBody = z.infer<typeof payrollBody>

export const membershipParams = z.object({ payrollId: z.string(), employeeId: z.string() })

/** People who get no line in this run. */
const leave = preprocess(absentIfBlank, z._default(peopleIds, []))

/** The people whom a run pays alone; null: everybody. */
const only = preprocess(
  absentIfBlank,
  z._default(z.nullable(peopleIds.check(z.minLength(1, say('required')))), null),
)

const separatedOrAll = (value: unknown) => (value === 'all' ? value : separated(value))

/** People who are paid although they were paid elsewhere; at first nobody. */
const included = preprocess(absentIfBlank, z._default(include, []))

/** Choices in a query: `id:previous,id:leave`. */
const separatedChoices = (value: unknown) => {
  const given = absent(value)
  return typeof given === 'string'
    ? Object.fromEntries(given.split(',').map((one) => one.split(':').slice(0, 2)))
    : given
}

/** The period that a press names, as `2026-11-Q2`; without it the server chooses. */
const periodKey = optionalText(40)

/** Pays a period once more that is paid already. */
const extra = preprocess(absentIfBlank, z._default(z.boolean({ error: say('invalid') }), false))

const fromQuery = (value: unknown) =>
  value === 'true' ? true : value === 'false' ? false : absent(value)

/** Within how many blocks the payment is to be mined. */
const target = z.literal([...targetBlocks], { error: say('invalid') })

/** GET …/payment-preview. */
export const previewQuery = z.object({
  only: preprocess(separated, only),
  leave: preprocess(separated, leave),
  held: preprocess(separatedChoices, held),
  include: preprocess(separatedOrAll, included),
  periodKey,
  extra: preprocess(fromQuery, extra),
  targetBlocks: preprocess(
    absent,
    z._default(z.pipe(queryNumber(/^\d{1,3}$/), target), targetBlocks[0]),
  ),
})

/** GET …/payment-preview/people: a page of the people whom the preview counts. */
export const previewPeopleQuery = z.extend(pageQuery, {
  search: optionalQuery,
  only: preprocess(separated, only),
  periodKey,
  extra: preprocess(fromQuery, extra),
})
export type PreviewPeopleQuery = z.infer<typeof previewPeopleQuery>

/**
 * POST /companies/payrolls/{id}/run-payment; the body may be absent. `previewHash` is that of the
 * preview which was shown; without it the press is bound to none.
 */
export const runPaymentBody = preprocess(
  (value) => absentIfBlank(value) ?? {},
  z.object({
    after: optionalText(),
    note: optionalText(100),
    previewHash: optionalText(64),
    only,
    leave,
    held,
    include: included,
    periodKey,
    extra,
    targetBlocks: preprocess(absentIfBlank, z._default(target, targetBlocks[0])),
  }),
)
export type RunPaymentBody = z.infer<typeof runPaymentBody>
