import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { errorStatus } from '../contract/errors.ts'
import { texts } from '../contract/texts/index.ts'
import { root } from './install.mjs'
import { print } from './print.ts'

/** Texts by their keys, `pay.title`. */
type Texts = ReadonlyMap<string, string>
/** Code by the name of its file. */
type Sources = ReadonlyMap<string, string>

/** All languages have the same keys, none is empty, and each text has the same placeholders and tags. */
export function languageFaults(languages: ReadonlyMap<string, Texts>): string[] {
  const faults: string[] = []
  for (const key of keysOf(languages)) {
    const versions = [...languages].map(([name, texts]) => ({ name, text: texts.get(key) }))
    for (const { name, text } of versions) {
      if (text === undefined) faults.push(`${name}: ${key} is missing`)
      else if (text.trim() === '') faults.push(`${name}: ${key} is empty`)
    }
    const kinds = new Set(versions.flatMap(({ text }) => (text ? [slots(text)] : [])))
    if (kinds.size > 1)
      faults.push(`${key} has not the same placeholders: ${[...kinds].join(' | ')}`)
  }
  return faults
}

/**
 * The screens and the web app name the same keys. How a key is found in the code: as a string that is
 * the key (`t('auth.login.title')`, `i18nKey="…"`, or in a table of keys), or as a template that fits it
 * (`time.ago.${unit}`, where a slot may stand for several segments). A key that is put together in any
 * other way counts as unused, so it is written in one of these.
 */
export function screenFaults(screens: Texts, sources: Sources): string[] {
  const faults: string[] = []
  const plural = /_(zero|one|two|few|many|other)$/
  const keys = new Set([...screens.keys()].map((key) => key.replace(plural, '')))
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

/** A key of the other sections is a word of the code, by itself: its last segment. */
export function findUnusedKeys(section: Texts, sources: Sources): string[] {
  const words = new Set([...sources.values()].flatMap((code) => code.match(/\w+/g) ?? []))
  const isUsed = (key: string) => words.has(key.split('.').at(-1) ?? '')
  return [...section.keys()].filter((key) => !isUsed(key)).map((key) => `${key} is used nowhere`)
}

const keysOf = (languages: ReadonlyMap<string, Texts>) =>
  new Set([...languages.values()].flatMap((texts) => [...texts.keys()]))

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

const read = (pattern: string): Sources =>
  new Map(
    globSync(pattern, { cwd: root })
      .filter((file) => !/\.test\./.test(file))
      .map((file) => [file, readFileSync(join(root, file), 'utf8')]),
  )

export async function checkTranslations(): Promise<void> {
  const { screens, errors, ...others } = texts.es
  const codes = Object.keys(errors).filter((code) => !Object.hasOwn(errorStatus, code))
  const faults = [
    ...languageFaults(
      new Map(Object.entries(texts).map(([name, texts]) => [name, new Map(flatten(texts))])),
    ),
    ...screenFaults(new Map(flatten(screens)), read('web/**/*.{ts,tsx}')),
    ...codes.map((code) => `there is no error ${code}`),
    ...findUnusedKeys(new Map(flatten(others)), read('{contract,domain,server,web}/**/*.{ts,tsx}')),
  ]
  if (faults.length > 0) throw new Error(faults.join('\n'))
}

if (import.meta.main) {
  await checkTranslations()
  print('The translations agree.')
}
