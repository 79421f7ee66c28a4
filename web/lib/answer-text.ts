import type { AnswerText } from '#contract/texts/keys.ts'
import { i18n } from './i18n.ts'

/** The sentence for something that succeeded: '{{name}} eliminado' with its name. */
export function successText(key: AnswerText, name = ''): string {
  return i18n.t(`answers.${key}`, { name })
}
