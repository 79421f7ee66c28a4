import { z } from 'zod/mini'
import { bitcoinAddress } from '#contract/employees.ts'
import { say } from '#contract/fields.ts'
import type { Network } from '#domain/address.ts'
import { minimumHeadSats } from '#domain/fees.ts'
import { btcText, parseBtc } from '#domain/money.ts'

/** 'most' leaves the head that lets the payroll pay again at once. */
export type Share = 'most' | 'everything' | 'some'

export interface WithdrawalForm {
  address: string
  share: Share
  amount: string
}

export const emptyForm: WithdrawalForm = { address: '', share: 'most', amount: '' }

/** The typed amount, with a decimal comma too, as the contract takes it. */
const btcOf = (typed: string) => typed.trim().replace(',', '.')

/** With less to withdraw the fee would take much of it, and dust be left. */
const leastWithdrawnSats = 2n * minimumHeadSats

/** The most that leaves a payroll with its head; null where that is not worth a withdrawal. */
export function mostOf(spendableSats: bigint): string | null {
  const sats = spendableSats - minimumHeadSats
  return sats < leastWithdrawnSats ? null : btcText(sats)
}

/** The chosen share: everything, where 'nearly everything' is nothing. */
export const shareOf = (share: Share, most: string | null): Share =>
  share === 'most' && most === null ? 'everything' : share

/** The form's own rules; what it gives is the body of the call. `most`: what leaves by that share. */
export const withdrawalSchema = (network: Network, most: string | null) =>
  z.pipe(
    z
      .object({
        address: bitcoinAddress(network),
        share: z.enum(['most', 'everything', 'some']),
        amount: z.string(),
      })
      .check(({ value: { share, amount }, issues }) => {
        if (share !== 'some') return
        const missing = amount.trim() === ''
        if (!missing && (parseBtc(btcOf(amount)) ?? 0n) > 0n) return
        const message = say(missing ? 'required' : 'invalid')
        issues.push({ code: 'custom', path: ['amount'], message, input: amount })
      }),
    z.transform(({ address, share, amount }) => {
      if (share === 'some') return { address, amount: btcOf(amount) }
      return share === 'most' && most !== null ? { address, amount: most } : { address }
    }),
  )

/** Satoshi of what is typed; null for nothing that can be read. */
export const typedSats = (amount: string) => parseBtc(btcOf(amount))
