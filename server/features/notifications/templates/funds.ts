import { message } from './message.ts'
import { amount, type Words } from './words.ts'

const notice = { secret: false } as const

type Sums = { payroll: string; usdCents: bigint; sats: bigint; url: string }

const valuesOf = ({ payroll, usdCents, sats }: Sums, { usd, btc, name }: Words) => ({
  payroll: name(payroll),
  usd: usd(usdCents),
  btc: btc(sats),
})

/** Deposits of one payroll that a block has confirmed; `revived`: the payroll had been deleted. */
export const depositArrived = message(
  'depositArrived',
  notice,
  (
    { deposits, revived, ...sums }: Sums & { deposits: number; revived: boolean },
    texts,
    words,
  ) => ({
    ...texts,
    text: [texts.text, revived ? texts.revived : null],
    facts: [
      ['payroll', words.name(sums.payroll)],
      ['amount', amount(sums, words)],
      ['deposits', deposits > 1 ? words.count(deposits) : null],
    ],
    url: sums.url,
    values: valuesOf(sums, words),
  }),
)

/** A notified deposit that can never confirm any more. */
export const depositLost = message('depositLost', notice, (sums: Sums, texts, words) => ({
  ...texts,
  facts: [
    ['payroll', words.name(sums.payroll)],
    ['amount', amount(sums, words)],
  ],
  url: sums.url,
  values: valuesOf(sums, words),
}))

/** A withdrawal is in a block. */
export const withdrawalDone = message(
  'withdrawalDone',
  { ...notice, freezes: true },
  ({ address, at, ...sums }: Sums & { address: string; at: Date }, texts, words) => ({
    ...texts,
    facts: [
      ['payroll', words.name(sums.payroll)],
      ['amount', amount(sums, words)],
      ['address', address],
      ['date', words.when(at)],
    ],
    url: sums.url,
    values: valuesOf(sums, words),
  }),
)
