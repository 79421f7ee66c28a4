import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './install.mjs'
import { say } from './say.ts'

const languages = ['es', 'en', 'it', 'prt'] as const
type Texts = ReadonlyMap<string, string>

/**
 * The texts of the four languages are complete and the same in kind, and the web app and they name
 * the same keys. The check finds a key in the code as a string that is the key
 * (`t('auth.login.title')`, `i18nKey="…"`, or in a table of keys), or as a template that fits it
 * (`time.ago.${unit}`, where a slot may stand for several segments). A key that is put together in
 * any other way counts as unused.
 */
export function translationFaults(
  texts: ReadonlyMap<string, Texts>,
  sources: ReadonlyMap<string, string>,
): string[] {
  const faults: string[] = []
  const all = new Set([...texts.values()].flatMap((language) => [...language.keys()]))
  for (const key of all) {
    const versions = [...texts].map(([name, language]) => ({ name, text: language.get(key) }))
    for (const { name, text } of versions) {
      if (text === undefined) faults.push(`${name}: ${key} is missing`)
      else if (text.trim() === '') faults.push(`${name}: ${key} is empty`)
    }
    const kinds = new Set(versions.flatMap(({ text }) => (text ? [slots(text)] : [])))
    if (kinds.size > 1)
      faults.push(`${key} has not the same placeholders: ${[...kinds].join(' | ')}`)
  }
  const keys = new Set([...all].map((key) => key.replace(/_(zero|one|two|few|many|other)$/, '')))
  const groups = new Set([...keys].map((key) => key.split('.')[0]))
  const used = new Set<string>()
  for (const [file, code] of sources) {
    for (const text of strings(code)) {
      if (keys.has(text)) used.add(text)
      else if (groups.has(text.split('.')[0]) && /^\w+(\.\w+)+$/.test(text)) {
        faults.push(`${file}: there is no text ${text}`)
      }
    }
    for (const template of templates(code, groups)) {
      const fitting = [...keys].filter((key) => template.test(key))
      for (const key of fitting) used.add(key)
      if (fitting.length === 0) faults.push(`${file}: no text fits ${template.source}`)
    }
  }
  for (const key of keys) if (!used.has(key)) faults.push(`${key} is used nowhere in the web app`)
  return faults
}

/** `{{name}}` and the tags of `<Trans>`, in any order. */
const slots = (text: string): string =>
  (text.match(/\{\{.*?\}\}|<\/?\w+\/?>/g) ?? ['none']).sort().join(' ')

const strings = (code: string): string[] =>
  [...code.matchAll(/(['"`])([\w.]+)\1/g)].map(([, , text]) => text ?? '')

function templates(code: string, groups: ReadonlySet<string | undefined>): RegExp[] {
  const found = [...code.matchAll(/`(\w+\.(?:[\w.]|\$\{[^}`]*\})*)`/g)].map(
    ([, text]) => text ?? '',
  )
  return found
    .filter((text) => text.includes('${') && groups.has(text.split('.')[0]))
    .map(
      (text) =>
        new RegExp(`^${text.replaceAll('.', '\\.').replaceAll(/\$\{[^}]*\}/g, '[\\w.]+')}$`),
    )
}

function flatten(value: unknown, path = ''): [string, string][] {
  if (typeof value === 'string') return [[path, value]]
  return Object.entries(value as object).flatMap(([name, inner]) =>
    flatten(inner, path ? `${path}.${name}` : name),
  )
}

export async function checkTranslations(): Promise<void> {
  const texts = languages.map((language): [string, Texts] => {
    const file = join(root, 'web/public/assets/translations', language, 'global.json')
    return [language, new Map(flatten(JSON.parse(readFileSync(file, 'utf8'))))]
  })
  const files = globSync('web/**/*.{ts,tsx}', { cwd: root }).filter(
    (file) => !/\.test\./.test(file),
  )
  const sources = files.map((file): [string, string] => [
    file,
    readFileSync(join(root, file), 'utf8'),
  ])
  const faults = translationFaults(new Map(texts), new Map(sources))
  if (faults.length > 0) throw new Error(faults.join('\n'))
}

if (import.meta.main) {
  await checkTranslations()
  say('The translations agree.')
}
