import { type CsvText, csvTexts } from '#contract/csv-texts.ts'
import { currentLanguage } from '#web/lib/i18n.ts'
import { languageTag } from '#web/lib/language.ts'

/** What the server would say of the file, in the person's language. */
export const csvText = (text: CsvText): string => csvTexts[text][languageTag(currentLanguage())]
