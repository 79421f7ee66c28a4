import type { CsvText } from '#contract/texts/keys.ts'
import { i18n } from '#web/lib/i18n.ts'

/** The server's text about the file, in the person's language. */
export const csvText = (text: CsvText, slots: Record<string, string> = {}): string =>
  i18n.t(`csv.${text}`, slots)
