import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const folder = join(import.meta.dirname, '../../web/public/assets/translations')
const read = (language: string) =>
  JSON.parse(readFileSync(join(folder, language, 'global.json'), 'utf8')) as Tree
type Tree = { [key: string]: Tree | string }

/** The screens' own texts, so that a button is found in every language. */
export function textsOf(language: string) {
  const texts = read(language)
  return (key: string, values: Record<string, string> = {}): string => {
    let found: Tree | string | undefined = texts
    for (const part of key.split('.')) found = typeof found === 'object' ? found[part] : undefined
    if (typeof found !== 'string') throw new Error(`${language} has no text ${key}`)
    return found.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => values[name] ?? '')
  }
}
export type Texts = ReturnType<typeof textsOf>

/** The look of a key whose text is missing: `payrolls.title`. */
export const rawKey = new RegExp(`\\b(?:${Object.keys(read('es')).join('|')})(?:\\.[a-z]\\w*)+\\b`)
