import type { ListedChanges } from './changes.ts'
import { message } from './message.ts'
import { amount, fromWhere, type PaidAmount } from './words.ts'

const notice = { secret: false } as const
/** Money left, or is about to without more being asked. */
const moved = { ...notice, freezes: true } as const

type Sums = PaidAmount & { payroll: string; url: string }

type PaymentRequest = ListedChanges &
  Sums & {
    asker: string | null
    ip: string | null
    what: 'payment' | 'withdrawal' | 'consolidation'
    people: number
    /** Where a withdrawal goes, shortened; null for any other. */
    address: string | null
    waits: boolean
  }

/** A consolidation moves nothing out of its payroll but the fee. */
export const labelOfSums = (what: string) => (what === 'consolidation' ? 'networkFee' : 'total')

/** An order; sent to administrators who get no code for it by mail. */
export const paymentAsked = message(
  'paymentAsked',
  moved,
  ({ what, payroll, people, address, waits, url, ...request }: PaymentRequest, texts, words) => {
    const next = waits ? texts.waits : texts.goes
    return {
      subject: texts.subject[what],
      text: next,
      facts: [
        ['payroll', words.name(payroll)],
        ['people', what === 'payment' ? words.count(people) : null],
        // A shortened address may end in six digits.
        ['address', address === null ? null : words.name(address)],
        [labelOfSums(what), amount(request, words)],
        ['requestedBy', fromWhere(request, words)],
      ],
      changes: request,
      link: texts.link,
      url,
      sms: texts.sms[what],
      values: { next, usd: words.usd(request.usdCents), payroll: words.name(payroll) },
    }
  },
)

type Paid = Sums & { note: string; people: number; feeUsdCents: bigint; feeSats: bigint; at: Date }

/** Everybody of a run is paid: each line is in a block. */
export const payrollPaid = message('payrollPaid', moved, (paid: Paid, texts, words) => ({
  ...texts,
  sms: texts.sms[paid.people === 1 ? 'one' : 'other'],
  facts: [
    ['payroll', words.name(paid.payroll)],
    ['note', paid.note === '' ? null : words.name(paid.note)],
    ['people', words.count(paid.people)],
    ['total', amount(paid, words)],
    ['networkFee', amount({ sats: paid.feeSats, usdCents: paid.feeUsdCents }, words)],
    ['date', words.when(paid.at)],
  ],
  url: paid.url,
  values: {
    payroll: words.name(paid.payroll),
    usd: words.usd(paid.usdCents),
    people: words.count(paid.people),
  },
}))
