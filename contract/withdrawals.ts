import { z } from 'zod/mini'
import type { Network } from '#domain/address.ts'
import { parseBtc } from '#domain/money.ts'
import { bitcoinAddress } from './employees.ts'
import { optional, say } from './fields.ts'
import { transaction } from './transactions.ts'

/** BTC as a string with 1 to 8 decimals; absent, `null` and `''` are everything. */
const amount = optional(
  z.string({ error: say('invalid') }).check(
    z.trim(),
    z.refine((text) => (parseBtc(text) ?? 0n) > 0n, say('invalid')),
  ),
)

/** POST /companies/payrolls/{id}/withdraw-funds. The network fee comes out of the amount. */
export const withdrawBody = (network: Network) =>
  z.object({ address: bitcoinAddress(network), amount })
export type WithdrawBody = z.infer<ReturnType<typeof withdrawBody>>

export const withdrawalAnswer = z.object({ transaction })
export type WithdrawalAnswer = z.infer<typeof withdrawalAnswer>
