import { message } from './message.ts'
import type { Words } from './words.ts'

const notice = { secret: false } as const

type Values = { name: string; company: string; url: string }

const valuesOf = ({ name, company, url }: Values, words: Words) => ({
  name: words.name(name),
  company: words.name(company),
  url,
})

/** The employee's own receipt as an attachment. The mail itself has no amount. */
export const receipt = message('receipt', notice, (values: Values, texts, words) => ({
  ...texts,
  ownPage: { lead: texts.text.join(' ') },
  url: values.url,
  values: valuesOf(values, words),
}))

/** A reorganisation took out the block of a payment whose receipt was sent. */
export const receiptOnItsWay = message(
  'receiptOnItsWay',
  notice,
  (values: Values, texts, words) => ({
    ...texts,
    ownPage: { lead: texts.text },
    url: values.url,
    values: valuesOf(values, words),
  }),
)
