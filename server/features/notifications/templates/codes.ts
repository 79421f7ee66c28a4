import type { StepUpAction } from '#contract/users.ts'
import type { ListedChanges } from './changes.ts'
import { message } from './message.ts'
import { amount, fromWhere, type PaidAmount } from './words.ts'

/** Minutes that a code, and the link to a new password, are good for. */
const codeLivesMinutes = 10
export const resetLivesMinutes = 30

const aCode = { secret: true, livesMinutes: codeLivesMinutes } as const
/** A code that somebody tries to get into the account with. */
const ofAccount = { ...aCode, freezes: true } as const

/** The code for the second step of a sign-in. */
export const signInCodeMessage = message(
  'signInCode',
  ofAccount,
  ({ code }: { code: string }, texts) => ({
    ...texts,
    code,
  }),
)

type PaymentCode = ListedChanges & {
  code: string
  payroll: string
  asker: string | null
  ip: string | null
  people: number
  sums: PaidAmount
}

/** The code that releases a payment. */
export const paymentCode = message(
  'paymentCode',
  aCode,
  ({ code, payroll, people, sums, ...request }: PaymentCode, texts, words) => ({
    ...texts,
    code,
    facts: [
      ['payroll', words.name(payroll)],
      ['people', words.count(people)],
      ['total', amount(sums, words)],
      ['requestedBy', fromWhere(request, words)],
    ],
    changes: request,
    changesInSms: true,
    values: { usd: words.usd(sums.usdCents), payroll: words.name(payroll) },
  }),
)

type WithdrawalCode = {
  code: string
  payroll: string
  asker: string | null
  ip: string | null
  address: string
  /** The amount that leaves the payroll, the fee included. */
  sats: bigint
  usdCents: bigint
}

/** The code that releases a withdrawal. */
export const withdrawalCode = message(
  'withdrawalCode',
  aCode,
  ({ code, payroll, address, sats, usdCents, ...request }: WithdrawalCode, texts, words) => ({
    ...texts,
    code,
    facts: [
      ['payroll', words.name(payroll)],
      ['amount', `${words.btc(sats)} · ${words.usd(usdCents)}`],
      ['address', address],
      ['requestedBy', fromWhere(request, words)],
    ],
    values: { btc: words.btc(sats), address: ends(address) },
  }),
)

type ConsolidationCode = {
  code: string
  payroll: string
  asker: string | null
  ip: string | null
  feeSats: bigint
  feeUsdCents: bigint
}

/** The code that releases a dear consolidation of deposits. */
export const consolidationCode = message(
  'consolidationCode',
  aCode,
  ({ code, payroll, feeSats, feeUsdCents, ...request }: ConsolidationCode, texts, words) => ({
    ...texts,
    code,
    facts: [
      ['payroll', words.name(payroll)],
      ['networkFee', `${words.btc(feeSats)} · ${words.usd(feeUsdCents)}`],
      ['requestedBy', fromWhere(request, words)],
    ],
    values: { btc: words.btc(feeSats) },
  }),
)

/** The code for one act that a session alone may not do. */
export const stepUpCode = message(
  'stepUpCode',
  ofAccount,
  ({ code, action }: { code: string; action: StepUpAction }, texts) => ({
    ...texts,
    code,
    values: { purpose: texts.purpose[action] },
  }),
)

/**
 * The code that proves an e-mail or phone to be its user's. Without a freeze link, because a
 * mistyped address belongs to somebody else.
 */
export const contactCode = message('contactCode', aCode, ({ code }: { code: string }, texts) => ({
  ...texts,
  code,
}))

export const passwordReset = message(
  'passwordReset',
  { secret: true, livesMinutes: resetLivesMinutes, freezes: true },
  ({ url }: { url: string }, texts) => ({ ...texts, url, values: { url } }),
)

/** A shortened address for a text message: enough to compare its beginning and end. */
const ends = (address: string): string => `${address.slice(0, 10)}…${address.slice(-6)}`
