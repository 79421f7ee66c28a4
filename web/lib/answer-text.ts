import { type AnswerText, answerTexts } from '#contract/answers.ts'
import { currentLanguage } from './i18n.ts'
import { languageTag } from './language.ts'

/** The contract's sentence for something that succeeded: '{name} eliminado' with its name. */
export function answerText(key: AnswerText, name = ''): string {
  return answerTexts[key][languageTag(currentLanguage())].replace('{name}', name)
}
