import type { Language } from '#contract/languages.ts'
import { inEachLanguage, type Template } from './letter.ts'

type AboutOne = {
  what: 'payment' | 'withdrawal'
  payroll: string
  usdCents: bigint
  sats: bigint
  url: string
}

export type Texts = {
  subject: Record<AboutOne['what'], string>
  why: string
  /** What goes on by itself: nobody has to do anything here. */
  kept: string
  names: { payroll: string; amount: string }
  link: string
}

/** A letter about one payment or withdrawal, of which only the words differ. */
export const aboutOne = (texts: Record<Language, Texts>): Template<AboutOne> => ({
  secret: false,
  write: inEachLanguage((language, { what, payroll, usdCents, sats, url }, words) => {
    const { subject, why, kept, names, link } = texts[language]
    const name = words.name(payroll)
    return {
      subject: `${subject[what]}: ${name}`,
      paragraphs: [why, kept],
      facts: [
        [names.payroll, name],
        [names.amount, `${words.usd(usdCents)} · ${words.btc(sats)}`],
      ],
      link: { label: link, url },
      sms: `Quincena: ${subject[what]} (${words.usd(usdCents)}, ${name}). ${kept}`,
    }
  }),
})
