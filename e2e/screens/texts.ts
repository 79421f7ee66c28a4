import type { AppLanguage } from '#web/lib/language.ts'
import { webTexts } from '#web/vite-plugins/translations.ts'

type Tree = { [key: string]: Tree | string }

/** The screens' own texts, so that a button is found in every language. */
export function textsOf(language: AppLanguage) {
  const texts: Tree = webTexts(language)
  return (key: string, values: Record<string, string> = {}): string => {
    let found: Tree | string | undefined = texts
    for (const part of key.split('.')) found = typeof found === 'object' ? found[part] : undefined
    if (typeof found !== 'string') throw new Error(`${language} has no text ${key}`)
    return found.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => values[name] ?? '')
  }
}
export type Texts = ReturnType<typeof textsOf>

/** The look of a key where its text is missing: `payrolls.title`. */
export const rawKey = new RegExp(
  `\\b(?:${Object.keys(webTexts('es')).join('|')})(?:\\.[a-z]\\w*)+\\b`,
)
