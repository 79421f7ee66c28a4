import { readFileSync } from 'node:fs'
import ts from 'typescript'
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

/** The names that a file defines and exports. `export … from` defines nothing, a default has no name. */
export function findExportedNames(text: string): Set<string> {
  const { statements } = ts.createSourceFile('file.tsx', text, ts.ScriptTarget.Latest)
  const listed = new Set(statements.flatMap(listedNames))
  const names = statements.flatMap((statement) => {
    const isExported =
      has(statement, ts.SyntaxKind.ExportKeyword) && !has(statement, ts.SyntaxKind.DefaultKeyword)
    return definedNames(statement).filter((name) => isExported || listed.has(name))
  })
  return new Set(names)
}

/** Names that stand in several files, with these. */
export function findRepeatedNames(filesOfName: ReadonlyMap<string, readonly string[]>): string[] {
  return [...filesOfName]
    .filter(([name, files]) => files.length > 1 && !sharedNames.has(name))
    .map(([name, files]) => `'${name}' means several things: ${files.join(', ')}`)
}

/** Refuses an exported name that several files define. Tests export nothing to others. */
export async function checkNames(): Promise<void> {
  const listed = await output('git', ['ls-files', ...folders])
  const filesOfName = new Map<string, string[]>()
  for (const file of listed.split('\n')) {
    if (!/\.tsx?$/.test(file) || /\.test\.tsx?$/.test(file) || lazyIndex.test(file)) continue
    for (const name of findExportedNames(readFileSync(file, 'utf8'))) {
      filesOfName.set(name, [...(filesOfName.get(name) ?? []), file])
    }
  }
  if (filesOfName.size < fewestNames) {
    throw new Error(`Only ${filesOfName.size} names were read; at least ${fewestNames} are there.`)
  }
  const faults = findRepeatedNames(filesOfName)
  if (faults.length > 0) throw new Error(faults.join('\n'))
}

if (import.meta.main) await checkNames()
