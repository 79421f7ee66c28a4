import type { Language } from '#contract/languages.ts'
import type { Words } from './words.ts'

/** What a message says, before it becomes plain text, HTML or a text message. Nothing is escaped yet. */
export type Letter = {
  subject: string
  /** Six digits, shown large and before everything else. */
  code?: string
  paragraphs: readonly string[]
  /** Name and value, one a row. */
  facts?: readonly (readonly [name: string, value: string])[]
  link?: { label: string; url: string }
  /** What to do if it was somebody else. */
  warning?: string
  /** The whole of it in one text message. */
  sms: string
}

export type Template<Params> = {
  /** Minutes after which it is of no use and is not delivered any more. A secret has an end. */
  livesMinutes?: number
  /** Opens something for whoever reads it, so it is wiped after delivery. */
  secret: boolean
  /** Its mail has a link that freezes the company of who gets it. */
  freezes?: true
  write: Record<Language, (params: Params, words: Words) => Letter>
}

/** Letters that say the same things in the same order, with the texts of their language. */
export function inEachLanguage<Params>(
  write: (language: Language, params: Params, words: Words) => Letter,
): Template<Params>['write'] {
  return {
    es: (params, words) => write('es', params, words),
    en: (params, words) => write('en', params, words),
    it: (params, words) => write('it', params, words),
    pt: (params, words) => write('pt', params, words),
  }
}
