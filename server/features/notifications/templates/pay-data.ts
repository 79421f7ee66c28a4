import type { Language } from '#contract/languages.ts'
import { inEachLanguage, type Template } from './letter.ts'
import { changeRows, type Told } from './told-changes.ts'

type Texts = { subject: string; next: string; who: string }

const texts: Record<Language, Texts> = {
  es: {
    subject: 'Cambiaron direcciones o salarios',
    next: 'Los próximos pagos usan estos datos.',
    who: 'Quién',
  },
  en: {
    subject: 'Addresses or salaries were changed',
    next: 'The next payments use these details.',
    who: 'Who',
  },
  it: {
    subject: 'Indirizzi o stipendi sono cambiati',
    next: 'I prossimi pagamenti usano questi dati.',
    who: 'Chi',
  },
  pt: {
    subject: 'Endereços ou salários mudaram',
    next: 'Os próximos pagamentos usam estes dados.',
    who: 'Quem',
  },
}

/** Addresses and salaries of people were changed; `who` names those who did, with their IP addresses. */
export const payDataChanged: Template<Told & { who: string }> = {
  secret: false,
  freezes: true,
  write: inEachLanguage((language, { who, ...told }, words) => {
    const text = texts[language]
    return {
      subject: text.subject,
      paragraphs: [text.next],
      facts: [[text.who, words.name(who)], ...changeRows(language, told, words)],
      sms: `Quincena: ${text.subject}. ${text.next}`,
    }
  }),
}
