import type { Language } from '#contract/languages.ts'
import type { FieldText } from '#contract/texts/keys.ts'
import { faultText } from './language.ts'
import { Refusal } from './refusal.ts'

/** The refusal of one field that only the database, the clock or other fields show to be wrong. */
export const fieldFault = (path: string, text: FieldText, language: Language): Refusal =>
  new Refusal('VALIDATION', { faults: [{ path, message: faultText(text, language) }] })
