import { fill } from '#contract/texts/fill.ts'
import { message } from './message.ts'

type SweepChange = {
  kind: 'address' | 'rule' | 'off'
  stage: 'asked' | 'now'
  at: Date
  who: string
  ip: string | null
  address: string
  previousAddress: string | null
  payroll: string | null
  floorUsdCents: bigint | null
  /** The time before which nothing goes to a new address. */
  effectiveAt: Date | null
  /** The page that approves or rejects it. */
  url: string | null
}

/** A surplus goes to an address of the company, or stays. To every administrator. */
export const sweepChanged = message(
  'sweepChanged',
  { secret: false, freezes: true },
  ({ kind, stage, at, who, ip, url, ...given }: SweepChange, texts, words) => {
    const payroll = words.name(given.payroll ?? '')
    const usd = words.usd(given.floorUsdCents ?? 0n)
    const subject = fill(texts.subject[kind][stage], { payroll })
    return {
      subject,
      text: texts.text[kind][stage],
      facts: [
        ['date', words.when(at)],
        ['who', words.name(who)],
        ['ip', ip],
        ['payroll', given.payroll && payroll],
        ['address', given.address || null],
        ['effectiveAt', given.effectiveAt && words.when(given.effectiveAt)],
      ],
      ...(url && { link: texts.link, url }),
      warning: texts.warning,
      sms: texts.sms,
      values: { at: words.when(at), subject, payroll, usd },
    }
  },
)
