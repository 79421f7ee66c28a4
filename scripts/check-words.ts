import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { readCode } from './read-code.ts'
import {
  keptNames,
  lateSubject,
  retiredInDeclarations,
  retiredInNames,
  retiredInProse,
  unnamedSubject,
} from './retired-words.ts'
import { output } from './steps.ts'

const longestTitle = 80

/** The retired words of a name in camelCase or snake_case, each with the field's word for it. */
export function nameFaults(name: string): string[] {
  if (keptNames.has(name)) return []
  return wordsIn(name).flatMap((word) => betterFor(name, retiredInNames.get(word)))
}

/** The retired words of a name that we chose: that of a variable, parameter, function, class or type. */
export function declarationFaults(name: string): string[] {
  if (keptNames.has(name)) return []
  return [name, ...wordsIn(name).filter((word) => word !== name)].flatMap((word) =>
    betterFor(name, retiredInDeclarations.get(word)),
  )
}

const wordsIn = (name: string): string[] =>
  name.split(/_|(?<=[a-z0-9])(?=[A-Z])/).map((word) => word.toLowerCase())

const betterFor = (name: string, better: string | undefined): string[] =>
  better === undefined ? [] : [`'${name}': the field says '${better}'`]

/** The retired words and late subjects of a text, code spans and links aside. */
export function proseFaults(text: string): string[] {
  const prose = text
    .replaceAll(/`[^`]*`|\]\([^)]*\)|https?:\S+/g, '`')
    .replaceAll(/\s+/g, ' ')
    .trim()
  return [...retiredInProse, lateSubject].flatMap((pattern) => {
    const match = pattern.exec(prose)
    return match ? [`'${match[0].trim().slice(0, 40)}' in: ${prose.slice(0, 100)}`] : []
  })
}

export const titleFaults = (title: string): string[] => [
  ...proseFaults(title),
  ...(title.length > longestTitle ? [`a test title of ${title.length} characters: ${title}`] : []),
]

/** Comments that begin with a word in place of their subject. */
export function commentFaults(comment: string): string[] {
  const text = comment.replaceAll(/\s+/g, ' ').trim()
  const word = unnamedSubject.exec(text)?.[0]
  return word ? [`a comment begins with '${word}': ${text.slice(0, 100)}`] : []
}

/** Comments, names, test titles and spreads of a file in TypeScript. */
export function codeFaults(file: string, text: string): string[] {
  const { comments, names, declared, titles, spreads } = readCode(file, text)
  return [
    ...comments.flatMap(proseFaults),
    ...comments.flatMap(commentFaults),
    ...[...names].flatMap(nameFaults),
    ...[...declared].flatMap(declarationFaults),
    ...titles.flatMap(titleFaults),
    ...spreads.map((spread) => `a spread of an object literal: ${spread.slice(0, 60)}`),
  ]
}

/** Paragraphs, list items and cells of a document, without its blocks of code. */
export const documentFaults = (text: string): string[] =>
  text
    .replaceAll(/^```[\s\S]*?^```/gm, '')
    .split(/\n\n|\n(?=[-#|\d])/)
    .flatMap((paragraph) => paragraph.split('|'))
    .flatMap((cell) => proseFaults(cell.replace(/^(?:[\s\-#*]|\d+\.)+/, '')))

/** Comments of a file in SQL. Lines one below the other are one comment. */
export const sqlFaults = (text: string): string[] =>
  [...text.matchAll(/(?:^[ \t]*-- .*\n)+/gm)]
    .map(([comment]) => comment.replaceAll(/^[ \t]*-- /gm, ''))
    .flatMap(proseFaults)

/** A file that is named by a retired word. */
export const fileNameFaults = (file: string): string[] =>
  betterFor(file, retiredInDeclarations.get(basename(file)))

const faultsOf = (file: string, text: string): string[] => {
  if (file.endsWith('.md')) return documentFaults(text)
  return file.endsWith('.sql') ? sqlFaults(text) : codeFaults(file, text)
}

/** Refuses the words that docs/glossary.md has replaced, in code and documents. */
export async function checkWords(): Promise<void> {
  const listed = await output('git', [
    'ls-files',
    '*.ts',
    '*.tsx',
    '*.mts',
    '*.mjs',
    '*.md',
    '*.sql',
  ])
  const faults = listed
    .split('\n')
    .filter(Boolean)
    .flatMap((file) =>
      [...fileNameFaults(file), ...faultsOf(file, readFileSync(file, 'utf8'))].map(
        (fault) => `${file}: ${fault}`,
      ),
    )
  if (faults.length > 0) throw new Error(faults.join('\n'))
}

if (import.meta.main) await checkWords()
