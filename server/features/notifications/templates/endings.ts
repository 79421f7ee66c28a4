import { message } from './message.ts'
import { amount, type Words } from './words.ts'

const notice = { secret: false } as const

type What = 'payment' | 'withdrawal'

/** One payment or withdrawal. */
type One = { what: What; payroll: string; usdCents: bigint; sats: bigint; url: string }

type Texts = { subject: Record<What, string>; link: string; sms: Record<What, string> }

/** The paragraphs of every message about one payment or withdrawal; `kept`: the unchanged facts. */
const about = (one: One, { subject, link, sms }: Texts, words: Words, kept = '') => {
  const payroll = words.name(one.payroll)
  const sum = amount(one, words)
  return {
    subject: subject[one.what],
    facts: [
      ['payroll', payroll],
      ['amount', sum],
    ] as const,
    link,
    url: one.url,
    sms: sms[one.what],
    values: { payroll, usd: words.usd(one.usdCents), kept },
  }
}

/** The payment can never be on the chain any more. */
export const paymentFailed = message('paymentFailed', notice, (one: One, texts, words) => ({
  ...about(one, texts, words),
  text: texts.text,
}))

/** The payment left the mempool for now; the same bytes are sent again. */
export const paymentRemoved = message('paymentRemoved', notice, (one: One, texts, words) => ({
  ...about(one, texts, words),
  text: texts.text,
}))

/** The signer left the payment to the operator, since its rate is far from those signed before. */
export const paymentHeld = message('paymentHeld', notice, (one: One, texts, words) => ({
  ...about(one, texts, words, texts.kept),
  text: [texts.text, texts.kept],
}))

/** A later batch of a run waits for a fee that its lane pays, or for a person. */
export const batchWaits = message(
  'batchWaits',
  notice,
  ({ payroll, usdCents, sats, url }: Omit<One, 'what'>, texts, words) => ({
    subject: texts.subject,
    text: [texts.text, texts.kept],
    facts: [
      ['payroll', words.name(payroll)],
      ['amount', amount({ sats, usdCents }, words)],
    ],
    link: texts.link,
    url,
    sms: texts.sms,
    values: { payroll: words.name(payroll), usd: words.usd(usdCents) },
  }),
)

/** A reorganisation took the payment out of a block that was more than 6 deep. */
export const paymentReorganised = message(
  'paymentReorganised',
  notice,
  (one: One, texts, words) => ({
    ...about(one, texts, words, texts.kept),
    text: [texts.text, texts.kept],
  }),
)

/** The cancellation is in a block: the funds are in the payroll again. */
export const paymentCancelled = message('paymentCancelled', notice, (one: One, texts, words) => ({
  ...about(one, texts, words, texts.kept[one.what]),
  text: [texts.text, texts.kept[one.what]],
  facts: [
    ['payroll', words.name(one.payroll)],
    ['returned', amount(one, words)],
  ],
}))

/** The cause of a rejection: a person, the 24 hours without an approval, or the price. */
export type RejectedBy = 'somebody' | 'time' | 'price'

type Rejected = One & { by: RejectedBy; reason: string }

/** The payment was refused before it was signed, by a person or automatically. */
export const paymentRejected = message(
  'paymentRejected',
  notice,
  ({ by, reason, ...one }: Rejected, texts, words) => {
    const parts = about(one, texts, words, texts.kept)
    return {
      ...parts,
      text: [texts.because[by], texts.kept],
      facts: [...parts.facts, ['reason', reason === '' ? null : words.name(reason)]],
      sms: by === 'time' ? texts.smsExpired[one.what] : parts.sms,
    }
  },
)
