import { z } from 'zod/mini'
import { bitcoinAddress } from '#contract/employees.ts'
import { say } from '#contract/fields.ts'
import type { Network } from '#domain/address.ts'
import { parseBtc } from '#domain/money.ts'

export type Share = 'everything' | 'some'

export interface WishForm {
  address: string
  share: Share
  amount: string
}

export const noWish: WishForm = { address: '', share: 'everything', amount: '' }

/** What was typed, with a decimal comma too, as the contract takes it. */
const btcOf = (typed: string) => typed.trim().replace(',', '.')

/** The form's own rules; what it gives is the body of the call. */
export const wishSchema = (network: Network) =>
  z.pipe(
    z
      .object({
        address: bitcoinAddress(network),
        share: z.enum(['everything', 'some']),
        amount: z.string(),
      })
      .check(({ value: { share, amount }, issues }) => {
        if (share === 'everything') return
        const missing = amount.trim() === ''
        if (!missing && (parseBtc(btcOf(amount)) ?? 0n) > 0n) return
        const message = say(missing ? 'required' : 'invalid')
        issues.push({ code: 'custom', path: ['amount'], message, input: amount })
      }),
    z.transform(({ address, share, amount }) => ({
      address,
      ...(share === 'some' && { amount: btcOf(amount) }),
    })),
  )

/** Satoshi of what is typed; null for nothing that can be read. */
export const typedSats = (amount: string) => parseBtc(btcOf(amount))
