import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { check } from 'recheck'
import ts from 'typescript'
import { root } from './install.mjs'

/** `flags` null: put together while the program runs, so nothing can be said of it. */
export type Found = { place: string; source: string; flags: string | null }

/** Fewer than this means that next to nothing was read. */
const fewest = 50
/** Far above what the slowest takes on a busy machine: an expression that needs longer is refused. */
const timeout = 60_000

/** The text of a literal, or of a template whose places are constants of the same file. */
function textOf(node: ts.Node | undefined, constants: Map<string, string>): string | null {
  if (!node) return null
  if (ts.isStringLiteralLike(node)) return node.text
  if (ts.isIdentifier(node)) return constants.get(node.text) ?? null
  if (!ts.isTemplateExpression(node)) return null
  const parts = node.templateSpans.map(({ expression, literal }) => {
    const value = textOf(expression, constants)
    return value === null ? null : value + literal.text
  })
  return parts.includes(null) ? null : node.head.text + parts.join('')
}

/** Every regular expression of a file. */
export function expressionsOf(file: string, text: string): Found[] {
  const parsed = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
  const constants = new Map<string, string>()
  const found: Found[] = []
  const placeOf = (node: ts.Node) =>
    `${file}:${parsed.getLineAndCharacterOfPosition(node.getStart()).line + 1}`
  const visit = (node: ts.Node): void => {
    if (ts.isVariableDeclaration(node) && ts.isIdentifier(node.name)) {
      const value = textOf(node.initializer, constants)
      if (value !== null) constants.set(node.name.text, value)
    }
    if (ts.isRegularExpressionLiteral(node)) {
      const end = node.text.lastIndexOf('/')
      const [source, flags] = [node.text.slice(1, end), node.text.slice(end + 1)]
      found.push({ place: placeOf(node), source, flags })
    }
    const isMade =
      (ts.isNewExpression(node) || ts.isCallExpression(node)) &&
      ts.isIdentifier(node.expression) &&
      node.expression.text === 'RegExp'
    if (isMade) {
      const [pattern, flags] = node.arguments ?? []
      const source = textOf(pattern, constants)
      found.push({
        place: placeOf(node),
        source: source ?? node.getText(),
        flags: source === null ? null : flags ? textOf(flags, constants) : '',
      })
    }
    ts.forEachChild(node, visit)
  }
  visit(parsed)
  return found
}

export async function findExpressionFault({ place, source, flags }: Found): Promise<string | null> {
  const named = `${place}: /${source}/${flags ?? ''}`
  if (flags === null) return `${named} is put together at run time, so it cannot be checked`
  // Nothing in it repeats without end.
  if (!/[*+]|,\}/.test(source)) return null
  // The binaries of recheck are quicker and not there for every machine.
  process.env.RECHECK_BACKEND = 'pure'
  const found = await check(source, flags, { timeout, randomSeed: 1 })
  if (found.status === 'safe') return null
  if (found.status === 'unknown') return `${named} could not be checked (${found.error.kind})`
  return `${named} is ambiguous (${found.complexity.summary}): ${found.attack.pattern}`
}

/**
 * Refuses regular expressions whose time grows faster than the text they read: what comes from outside
 * could stop the program with a few bytes.
 */
export async function checkRegularExpressions(): Promise<void> {
  const files = globSync('{contract,domain,server}/**/*.ts', { cwd: root })
  const found = files
    .filter((file) => !file.endsWith('.test.ts') && !file.startsWith(join('server', 'testing')))
    .flatMap((file) => expressionsOf(file, readFileSync(join(root, file), 'utf8')))
  if (found.length < fewest) {
    throw new Error(`Only ${found.length} were found; at least ${fewest} are there.`)
  }
  const faults: string[] = []
  for (const each of found) {
    const fault = await findExpressionFault(each)
    if (fault) faults.push(fault)
  }
  if (faults.length > 0) throw new Error(faults.join('\n'))
}
