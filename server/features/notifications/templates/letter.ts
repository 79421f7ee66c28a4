import type { Language } from '#contract/languages.ts'

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
  /** All of it in one text message. */
  sms: string
}

export type Settings = {
  /** Minutes after which it is of no use and is not delivered any more. A secret has an end. */
  livesMinutes?: number
  /** Opens something for its reader, so it is wiped after delivery. */
  secret: boolean
  /** Its mail has a link that freezes the recipient's company. */
  freezes?: true
}

export type Template<Params> = Settings & {
  write: (params: Params, language: Language) => Letter
}
