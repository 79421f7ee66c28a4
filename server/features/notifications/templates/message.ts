import { fill } from '#contract/texts/fill.ts'
import { texts } from '#contract/texts/index.ts'
import type { FactText, MailKind, TextsOfLanguage } from '#contract/texts/keys.ts'
import { changeRows, type ListedChanges, withChanges } from './changes.ts'
import type { FundBlock, Letter, List, MessageSettings, OwnPage, Template } from './letter.ts'
import { type Words, wordsOf } from './words.ts'

type Kinds = TextsOfLanguage['mails']['kinds']

/** Rows of a label and a value; null leaves the row out. */
export type MessageFacts = readonly (readonly [FactText, string | null])[]

/** The paragraphs of a message. Their texts are in `mails.kinds`, by the message's kind. */
export type Parts = {
  subject: string
  /** A paragraph, or several; null stands for none. */
  text: string | readonly (string | null)[]
  facts?: MessageFacts
  /** Rows of changes below the facts; a text message has as many as fit. */
  changes?: ListedChanges
  changesInSms?: true
  /** The label of the link to `url`. */
  link?: string
  url?: string
  warning?: string
  /** The parts that the HTML of an employee's mail shows in place of the paragraphs. */
  ownPage?: OwnPage
  /**
   * The parts that a mail about a payday shows in place of the facts; the notes have places to
   * fill.
   */
  payday?: {
    fund: (Omit<FundBlock, 'label'> & { label: FactText }) | null
    facts: MessageFacts
    lists: readonly List[]
  }
  sms: string
  code?: string
  /** The values for the places `{{name}}` of the texts above. */
  values?: Record<string, string>
}

/** Messages of one kind: how they are kept, and which paragraphs they have. */
export function message<Kind extends MailKind, Params>(
  kind: Kind,
  settings: MessageSettings,
  partsOf: (params: Params, texts: Kinds[Kind], words: Words) => Parts,
): Template<Params> {
  return {
    ...settings,
    write(params, language) {
      const {
        kinds,
        facts: labels,
        changes: names,
      }: TextsOfLanguage['mails'] = texts[language].mails
      const words = wordsOf(language)
      const parts = partsOf(params, kinds[kind], words)
      const { subject, code, text, facts = [], changes, link, url, warning, sms } = parts
      const minutes = String(settings.livesMinutes)
      const values = { ...parts.values, minutes, ...(code === undefined ? {} : { code }) }
      const say = (template: string) => fill(template, values)
      const labelled = (all: MessageFacts) =>
        all.flatMap(([label, value]) => (value === null ? [] : [[labels[label], value] as const]))
      const rows = labelled(facts)
      const letter: Letter = {
        subject: say(subject),
        paragraphs: [text]
          .flat()
          .flatMap((paragraph) => (paragraph === null ? [] : say(paragraph))),
        facts: changes
          ? [...rows, ...changeRows(changes, names, labels.otherChanges, words)]
          : rows,
        sms:
          changes && parts.changesInSms ? withChanges(say(sms), changes, names, words) : say(sms),
      }
      if (code !== undefined) letter.code = code
      if (link !== undefined && url !== undefined) letter.link = { label: link, url }
      if (parts.ownPage) letter.ownPage = mapped(parts.ownPage, say)
      if (parts.payday) {
        const { fund, lists, facts: shown } = parts.payday
        const card = fund && { ...fund, label: labels[fund.label], notes: fund.notes.map(say) }
        letter.payday = { fund: card, lists, facts: labelled(shown) }
      }
      if (warning !== undefined) letter.warning = say(warning)
      return letter
    },
  }
}

const mapped = ({ lead, validity, note }: OwnPage, say: (template: string) => string): OwnPage => ({
  lead: say(lead),
  ...(validity !== undefined && { validity: say(validity) }),
  ...(note !== undefined && { note: say(note) }),
})
