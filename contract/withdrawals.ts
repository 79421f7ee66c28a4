import { z } from 'zod/mini'
import type { Network } from '#domain/address.ts'
import { parseBtc } from '#domain/money.ts'
import { bitcoinAddress } from './bitcoin-address.ts'
import { optional, plainText, say, trimmed } from './fields.ts'
import { transaction } from './transactions.ts'
import { isUsdAmount } from './usd-amounts.ts'

/** BTC as a string with 1 to 8 decimals; absent, `null` and `''` are everything. */
const amount = optional(
  z.string({ error: say('invalid') }).check(
    trimmed,
    z.refine((text) => (parseBtc(text) ?? 0n) > 0n, say('invalid')),
  ),
)

/** Dollars at the price of the moment: at least a cent, in cents. */
const amountUsd = optional(
  z
    .number({ error: say('invalid') })
    .check(
      z.minimum(0.01, say('invalid')),
      z.maximum(1e12, say('invalid')),
      z.refine(isUsdAmount, say('salaryDecimals')),
    ),
)

/**
 * POST /companies/payrolls/{id}/withdraw-funds, to an address or to another payroll of the company. The
 * network fee comes out of the amount.
 */
export const withdrawBody = (network: Network) =>
  z
    .object({
      address: optional(bitcoinAddress(network)),
      payrollId: optional(plainText(200)),
      amount,
      amountUsd,
    })
    .check(
      z.refine(({ address, payrollId }) => (address ?? payrollId) !== undefined, {
        path: ['address'],
        error: say('required'),
      }),
      z.refine(({ address, payrollId }) => address === undefined || payrollId === undefined, {
        path: ['payrollId'],
        error: say('destinationTwice'),
      }),
      z.refine(({ amount, amountUsd }) => amount === undefined || amountUsd === undefined, {
        path: ['amountUsd'],
        error: say('amountTwice'),
      }),
    )
export type WithdrawBody = z.infer<ReturnType<typeof withdrawBody>>

export const withdrawalAnswer = z.object({ transaction })
export type WithdrawalAnswer = z.infer<typeof withdrawalAnswer>
