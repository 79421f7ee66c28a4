import { readFileSync } from 'node:fs'
import ts from 'typescript'
import { findParticiples } from './participles.ts'
import { output } from './steps.ts'

const folders = ['contract', 'domain', 'server', 'web', 'scripts', 'e2e', 'bench']

/** Names that several files may define, each with its reason. */
const sharedNames: ReadonlyMap<string, string> = new Map([
  ['Component', 'React Router: the screen of a lazy route'],
  ['handle', 'React Router: what a lazy route says about itself'],
  ['loader', 'React Router: what a lazy route loads'],
  ['Row', 'the answer of one statement, known to one file and its neighbours'],
  ['TransactionState', 'database-types.ts is made from the schema'],
])

/** The index of a web feature offers dialogs of its folder by `soon`, under their own names. */
const lazyIndex = /^web\/features\/[^/]+\/index\.ts$/

/** Fewer names than this mean that next to nothing was read. */
const fewestNames = 1_000

const has = (statement: ts.Statement, kind: ts.SyntaxKind): boolean =>
  ts.canHaveModifiers(statement) &&
  (ts.getModifiers(statement)?.some((modifier) => modifier.kind === kind) ?? false)

function namesIn(binding: ts.BindingName): string[] {
  if (ts.isIdentifier(binding)) return [binding.text]
  return binding.elements.flatMap((element) =>
    ts.isBindingElement(element) ? namesIn(element.name) : [],
  )
}

function definedNames(statement: ts.Statement): string[] {
  if (ts.isVariableStatement(statement)) {
    return statement.declarationList.declarations.flatMap(({ name }) => namesIn(name))
  }
  const isNamed =
    ts.isFunctionDeclaration(statement) ||
    ts.isClassDeclaration(statement) ||
    ts.isTypeAliasDeclaration(statement) ||
    ts.isInterfaceDeclaration(statement) ||
    ts.isEnumDeclaration(statement)
  return isNamed && statement.name ? [statement.name.text] : []
}

/** The names of `export { … }` at the end of a file. */
function listedNames(statement: ts.Statement): string[] {
  if (!ts.isExportDeclaration(statement) || statement.moduleSpecifier) return []
  const { exportClause } = statement
  if (!exportClause || !ts.isNamedExports(exportClause)) return []
  return exportClause.elements.map(({ name }) => name.text)
}

/** `<Row>(row: Row) => …` is a function in TypeScript and an element in TSX, so the ending counts. */
const parse = (file: string, text: string): readonly ts.Statement[] =>
  ts.createSourceFile(file, text, ts.ScriptTarget.Latest).statements

function exportedOf(statements: readonly ts.Statement[]): Set<string> {
  const listed = new Set(statements.flatMap(listedNames))
  const names = statements.flatMap((statement) => {
    const isExported =
      has(statement, ts.SyntaxKind.ExportKeyword) && !has(statement, ts.SyntaxKind.DefaultKeyword)
    return definedNames(statement).filter((name) => isExported || listed.has(name))
  })
  return new Set(names)
}

/** The names that a file defines and exports. `export … from` defines nothing, a default has no name. */
export const findExportedNames = (file: string, text: string): Set<string> =>
  exportedOf(parse(file, text))

/** Names that stand in several files, with these. */
export function findRepeatedNames(filesOfName: ReadonlyMap<string, readonly string[]>): string[] {
  return [...filesOfName]
    .filter(([name, files]) => files.length > 1 && !sharedNames.has(name))
    .map(([name, files]) => `'${name}' means several things: ${files.join(', ')}`)
}

/** Exported functions of a file that begin with a participle. */
export function participleFaults(file: string, text: string): string[] {
  const statements = parse(file, text)
  return findParticiples(statements, exportedOf(statements)).map(
    (name) => `${file}: the function '${name}' begins with a participle and not with a verb`,
  )
}

/**
 * Refuses an exported name that several files define, and a function named by a participle. Tests
 * export nothing to others.
 */
export async function checkNames(): Promise<void> {
  const listed = await output('git', ['ls-files', ...folders])
  const filesOfName = new Map<string, string[]>()
  const faults: string[] = []
  for (const file of listed.split('\n')) {
    if (!/\.tsx?$/.test(file) || /\.test\.tsx?$/.test(file) || lazyIndex.test(file)) continue
    const text = readFileSync(file, 'utf8')
    for (const name of findExportedNames(file, text)) {
      filesOfName.set(name, [...(filesOfName.get(name) ?? []), file])
    }
    faults.push(...participleFaults(file, text))
  }
  if (filesOfName.size < fewestNames) {
    throw new Error(`Only ${filesOfName.size} names were read; at least ${fewestNames} are there.`)
  }
  faults.push(...findRepeatedNames(filesOfName))
  if (faults.length > 0) throw new Error(faults.join('\n'))
}

if (import.meta.main) await checkNames()
