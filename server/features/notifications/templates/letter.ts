import type { Language } from '#contract/languages.ts'

export type OwnPage = {
  lead: string
  /** The text below the button. */
  validity?: string
  /** The text below the facts; its first sentence is strong. */
  note?: string
}

/** A sum to send. The mail has a picture of `link` as a code. */
export type FundBlock = {
  label: string
  usd: string
  btc: string
  address: string
  link: string
  /** The picture's alternative text. */
  code: string
  /** The text below the picture: what to do before anything is sent. */
  notes: readonly string[]
}

export type List = {
  title: string
  rows: readonly (readonly [name: string, value: string])[]
  more: string | null
}

/** The parts of a payday that its HTML shows in place of the facts. */
export type PaydayCard = {
  fund: FundBlock | null
  facts: Letter['facts']
  lists: readonly List[]
}

/** A message before it becomes plain text, HTML or a text message. Nothing is escaped yet. */
export type Letter = {
  subject: string
  /** Six digits, shown large and first. */
  code?: string
  paragraphs: readonly string[]
  /** Name and value, one a row. */
  facts: readonly (readonly [name: string, value: string])[]
  link?: { label: string; url: string }
  /** How to react if it was somebody else. */
  warning?: string
  /** HTML in the style of the employees' page: the paragraphs by their place. */
  ownPage?: OwnPage
  /** Lists that plain text shows as well, below the facts. */
  payday?: PaydayCard
  /** The whole message as one text message. */
  sms: string
}

export type MessageSettings = {
  /**
   * Minutes after which the message is useless and no longer delivered. A secret always has such an
   * end.
   */
  livesMinutes?: number
  /** Whether the message lets its reader in, so that it is wiped after delivery. */
  secret: boolean
  /**
   * Whether the mail has the link of the day that freezes its reader's company: mails about accounts,
   * about who is paid where, and about money that moved.
   */
  freezes?: true
}

export type Template<Params> = MessageSettings & {
  write: (params: Params, language: Language) => Letter
}
