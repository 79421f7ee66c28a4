import { z } from 'zod/mini'
import { bitcoinAddress } from '#contract/bitcoin-address.ts'
import { say } from '#contract/fields.ts'
import { isUsdAmount } from '#contract/usd-amounts.ts'
import type { Network } from '#domain/address.ts'
import { minimumHeadSats } from '#domain/fees.ts'
import { btcText, parseBtc } from '#domain/money.ts'

/** 'most' leaves the head that lets the payroll pay again at once. */
export type WithdrawalShare = 'most' | 'everything' | 'some'

/** The body of the call; without an amount it is everything. */
export type WithdrawalBody = ({ address: string } | { payrollId: string }) & {
  amount?: string
  amountUsd?: number
}

export interface WithdrawalForm {
  /** Another payroll of the company; '' for the address. */
  payrollId: string
  address: string
  share: WithdrawalShare
  unit: 'USD' | 'BTC'
  /** The amount in dollars: a number, or what was typed instead. */
  amountUsd: number | string | undefined
  amount: string
}

export const emptyForm: WithdrawalForm = {
  payrollId: '',
  address: '',
  share: 'most',
  unit: 'USD',
  amountUsd: undefined,
  amount: '',
}

/** The typed amount, with a decimal comma too, as the contract takes it. */
const btcOf = (typed: string) => typed.trim().replace(',', '.')

/** A smaller withdrawal would lose much to the fee and leave dust. */
const leastWithdrawnSats = 2n * minimumHeadSats

/** The most that leaves a payroll with its head; null where that is not worth a withdrawal. */
export function mostOf(spendableSats: bigint): string | null {
  const sats = spendableSats - minimumHeadSats
  return sats < leastWithdrawnSats ? null : btcText(sats)
}

/** The chosen share: everything, where 'nearly everything' is nothing. */
export const chooseShare = (share: WithdrawalShare, most: string | null): WithdrawalShare =>
  share === 'most' && most === null ? 'everything' : share

/** The form's own rules; what it gives is the body of the call. `most`: what leaves by that share. */
export const withdrawalSchema = (network: Network, most: string | null) =>
  z.pipe(
    z.object({
      payrollId: z.string(),
      address: z.string(),
      share: z.enum(['most', 'everything', 'some']),
      unit: z.enum(['USD', 'BTC']),
      amountUsd: z.optional(z.unknown()),
      amount: z.string(),
    }),
    z.transform((form, { issues }): WithdrawalBody => {
      const fault = (field: string, message: string) =>
        issues.push({ code: 'custom', path: [field], message, input: form })
      const address = bitcoinAddress(network).safeParse(form.address)
      const destination = form.payrollId
        ? { payrollId: form.payrollId }
        : { address: address.data ?? '' }
      if (!form.payrollId && !address.success) {
        fault('address', address.error.issues[0]?.message ?? 'invalid')
      }
      if (form.share === 'most' && most !== null) return { ...destination, amount: most }
      // An empty amount would mean everything: here it never does.
      if (form.share !== 'some') return destination
      if (form.unit === 'BTC') {
        if (!isAmount(form.amount)) fault('amount', form.amount.trim() ? 'invalid' : 'required')
        return { ...destination, amount: btcOf(form.amount) }
      }
      const usd = usdAmount.safeParse(form.amountUsd)
      if (!usd.success) fault('amountUsd', usd.error.issues[0]?.message ?? 'invalid')
      return { ...destination, amountUsd: usd.data ?? 0 }
    }),
  )

const isAmount = (typed: string) => (parseBtc(btcOf(typed)) ?? 0n) > 0n

const usdAmount = z
  .number({ error: ({ input }) => (input === undefined || input === '' ? 'required' : 'invalid') })
  .check(
    z.minimum(0.01, say('invalid')),
    z.maximum(1e12, say('invalid')),
    z.refine(isUsdAmount, say('salaryDecimals')),
  )

/** Satoshi of what is typed; null for nothing that can be read. */
export const parseTypedSats = (amount: string) => parseBtc(btcOf(amount))
