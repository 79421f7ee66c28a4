import type { Language } from '#contract/languages.ts'

export type OwnPage = {
  lead: string
  /** Beneath the button. */
  validity?: string
  /** Beneath the facts; its first sentence is strong. */
  note?: string
}

/** A sum to send. The mail brings a picture of `link` as a code. */
export type Fund = {
  label: string
  usd: string
  btc: string
  address: string
  link: string
  /** The picture in words. */
  code: string
  /** Beneath it, and what to do before anything is sent. */
  notes: readonly string[]
}

export type List = {
  title: string
  rows: readonly (readonly [name: string, value: string])[]
  more: string | null
}

/** A payday: its HTML shows these in the stead of the facts. */
export type PaydayCard = {
  fund: Fund | null
  facts: Letter['facts']
  lists: readonly List[]
}

/** A message before it becomes plain text, HTML or a text message. Nothing is escaped yet. */
export type Letter = {
  subject: string
  /** Six digits, shown large and before everything else. */
  code?: string
  paragraphs: readonly string[]
  /** Name and value, one a row. */
  facts: readonly (readonly [name: string, value: string])[]
  link?: { label: string; url: string }
  /** Says how to react if it was somebody else. */
  warning?: string
  /** Its HTML is that of the employees' page: the paragraphs by their place. */
  ownPage?: OwnPage
  /** Its lists stand in plain text as well, below the facts. */
  payday?: PaydayCard
  /** All of it in one text message. */
  sms: string
}

export type MessageSettings = {
  /** Minutes after which it is of no use and is not delivered any more. A secret has an end. */
  livesMinutes?: number
  /** Opens something for its reader, so it is wiped after delivery. */
  secret: boolean
  /** Its mail has a link that freezes the recipient's company. */
  freezes?: true
}

export type Template<Params> = MessageSettings & {
  write: (params: Params, language: Language) => Letter
}
