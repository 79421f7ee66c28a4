import { readFileSync } from 'node:fs'
import ts from 'typescript'
import { keptNames, lateSubject, retiredInNames, retiredInProse } from './retired-words.ts'
import { output } from './steps.ts'

const longestTitle = 80

/** The retired words of a name in camelCase or snake_case, each with the field's word for it. */
export function nameFaults(name: string): string[] {
  if (keptNames.has(name)) return []
  return name.split(/_|(?<=[a-z0-9])(?=[A-Z])/).flatMap((word) => {
    const better = retiredInNames.get(word.toLowerCase())
    return better ? [`'${name}': the field says '${better}'`] : []
  })
}

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

/** Comments, names and test titles of a file in TypeScript. */
export function codeFaults(file: string, text: string): string[] {
  const kind = file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, kind)
  const comments = new Map<number, number>()
  const names = new Set<string>()
  const titles: string[] = []
  const visit = (node: ts.Node): void => {
    for (const { pos, end } of [
      ...(ts.getLeadingCommentRanges(text, node.getFullStart()) ?? []),
      ...(ts.getTrailingCommentRanges(text, node.getEnd()) ?? []),
    ]) {
      comments.set(pos, end)
    }
    if (ts.isIdentifier(node)) names.add(node.text)
    titles.push(...titleOf(node))
    ts.forEachChild(node, visit)
  }
  visit(source)
  return [
    ...wholeComments(text, comments).flatMap(proseFaults),
    ...[...names].flatMap(nameFaults),
    ...titles.flatMap(titleFaults),
  ]
}

function titleOf(node: ts.Node): string[] {
  if (!ts.isCallExpression(node)) return []
  const [title] = node.arguments
  const isTest = /^(?:test|it|describe)\b/.test(node.expression.getText())
  const isText = title && (ts.isStringLiteralLike(title) || ts.isTemplateExpression(title))
  return isTest && isText ? [withoutSeed(title.getText().slice(1, -1))] : []
}

/** A random test's title ends in its seed, so that a failure names it. */
const withoutSeed = (title: string): string => title.replace(/ \([A-Z_]+=\$\{\w+\}\)$/, '')

/** Lines with `//` one below the other are one comment: a sentence may go on in the next line. */
function wholeComments(text: string, ranges: ReadonlyMap<number, number>): string[] {
  const whole: string[] = []
  let lastEnd = 0
  for (const [start, end] of [...ranges].sort(([a], [b]) => a - b)) {
    const comment = text.slice(start, end).replaceAll(/^\s*(?:\/\*\*?|\/\/|\*(?!\/)) ?|\*\/$/gm, '')
    const goesOn = whole.length > 0 && /^\n[ \t]*$/.test(text.slice(lastEnd, start))
    whole.push(goesOn ? `${whole.pop()} ${comment}` : comment)
    lastEnd = end
  }
  return whole.flatMap((comment) => comment.split(/\n\s*(?:\n|- )/))
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
      faultsOf(file, readFileSync(file, 'utf8')).map((fault) => `${file}: ${fault}`),
    )
  if (faults.length > 0) throw new Error(faults.join('\n'))
}

if (import.meta.main) await checkWords()
