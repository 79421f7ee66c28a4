import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './install.mjs'

/**
 * Expand and contract: while processes are replaced one after another, those of the last release work on
 * the tables of the new one. So a migration of the release to come takes nothing away, unless it says
 * since which release nothing uses it: `-- contract: employees.nickname unused since 0.1.0`.
 */

const folder = join(root, 'server/migrations')
const contractNote = /^--\s*contract:\s*(\S.*?)\s+unused since\s+(\S+)\s*$/gim

type Statement = { text: string; line: number }
type Release = { name: string; last: string }

/** The harm that a statement does to a process of the release before; null where it only adds. */
function harm(statement: string): string | null {
  const altered = /^ALTER TABLE\s+(?:IF EXISTS\s+)?(?:ONLY\s+)?\S+\s+([\s\S]*)$/i.exec(
    statement,
  )?.[1]
  if (altered)
    return (
      clausesOf(altered)
        .map(harmOfClause)
        .find((found) => found !== null) ?? null
    )
  const dropped = /^DROP\s+(?!INDEX|TRIGGER|POLICY|RULE)(MATERIALIZED VIEW|\w+)/i.exec(statement)
  if (dropped) return `DROP ${dropped[1]?.toUpperCase()}`
  if (/^(REVOKE|TRUNCATE)\b/i.test(statement))
    return statement.split(/\s/)[0]?.toUpperCase() ?? null
  if (/^ALTER\b[\s\S]*\bRENAME\b/i.test(statement)) return 'RENAME'
  if (/^ALTER\b[\s\S]*\bSET\s+SCHEMA\b/i.test(statement)) return 'SET SCHEMA'
  return null
}

const takenAway: [RegExp, string][] = [
  [/^DROP\s+(?!CONSTRAINT\b)/i, 'DROP COLUMN'],
  [/^RENAME\b/i, 'RENAME'],
  [/^SET\s+SCHEMA\b/i, 'SET SCHEMA'],
  [/^ALTER\s+[\s\S]*\s(?:SET\s+DATA\s+)?TYPE\s/i, 'ALTER COLUMN TYPE'],
  [/^ALTER\s+[\s\S]*\sSET\s+NOT\s+NULL/i, 'SET NOT NULL'],
  [/^ALTER\s+[\s\S]*\sDROP\s+DEFAULT/i, 'DROP DEFAULT'],
  [
    /^ADD\s+(?!CONSTRAINT\b|CHECK\b|UNIQUE\b|PRIMARY\b|FOREIGN\b|EXCLUDE\b)(?![\s\S]*\b(?:DEFAULT|GENERATED)\b)[\s\S]*\bNOT\s+NULL\b/i,
    'ADD COLUMN NOT NULL without DEFAULT',
  ],
]

const harmOfClause = (clause: string): string | null =>
  takenAway.find(([pattern]) => pattern.test(clause))?.[1] ?? null

/** The clauses of an ALTER TABLE, split at commas outside of parentheses. */
function clausesOf(text: string): string[] {
  const clauses = ['']
  let depth = 0
  for (const sign of text) {
    if (sign === '(') depth++
    if (sign === ')') depth--
    if (sign === ',' && depth === 0) clauses.push('')
    else clauses.push(`${clauses.pop()}${sign}`)
  }
  return clauses.map((clause) => clause.trim())
}

/** Statements without comments and without what stands in quotes; lines stay where they were. */
function statementsOf(sql: string): Statement[] {
  const blank = (text: string) => text.replaceAll(/[^\n]/g, ' ')
  const bare = sql.replaceAll(
    /--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'|\$(\w*)\$[\s\S]*?\$\1\$/g,
    blank,
  )
  const statements: Statement[] = []
  let line = 1
  for (const part of bare.split(';')) {
    const text = part.trimStart()
    const begins = line + (part.slice(0, part.length - text.length).match(/\n/g)?.length ?? 0)
    if (text) statements.push({ text: text.trimEnd(), line: begins })
    line += part.match(/\n/g)?.length ?? 0
  }
  return statements
}

const tableOf = (statement: string, verb: string): string | undefined =>
  new RegExp(`^${verb} TABLE\\s+(?:IF (?:NOT )?EXISTS\\s+)?(?:ONLY\\s+)?(\\w+)`, 'i').exec(
    statement,
  )?.[1]

/** `employees.nickname` names what has both words: `ALTER TABLE employees DROP COLUMN nickname`. */
const hasWords = (statement: string, words: readonly string[]): boolean => {
  const found = new Set(statement.toLowerCase().match(/\w+/g))
  return words.every((word) => found.has(word.toLowerCase()))
}

/** A sentence for each statement that a process of the last release could not live with. */
export function migrationFaults(
  files: ReadonlyMap<string, string>,
  releases: readonly Release[],
): string[] {
  // Nobody has installed the program: no older process runs beside this one.
  if (releases.length === 0) return []
  const last = releases.at(-1)?.last ?? ''
  const names = new Set(releases.map(({ name }) => name))
  const coming = [...files].filter(([file]) => file > last).sort(([a], [b]) => (a < b ? -1 : 1))
  /** No older process knows the tables that come with this release. */
  const fresh = new Set<string | undefined>()
  const faults: string[] = []
  for (const [file, sql] of coming) {
    const notes = [...sql.matchAll(contractNote)]
    const isNamed = (statement: string) =>
      notes.some(([, what = '']) => hasWords(statement, what.match(/\w+/g) ?? []))
    for (const [, what, since] of notes) {
      if (!names.has(since ?? '')) {
        faults.push(`${file}: ${what} unused since ${since}, which is no release of releases.txt`)
      }
    }
    for (const { text, line } of statementsOf(sql)) {
      fresh.add(tableOf(text, 'CREATE'))
      const found = harm(text)
      const table = tableOf(text, 'ALTER') ?? tableOf(text, 'DROP')
      if (!found || (table && fresh.has(table)) || isNamed(text)) continue
      faults.push(`${file}:${line}: ${found} while the last release runs beside it`)
    }
  }
  return faults
}

export function readReleases(text: string): Release[] {
  return text
    .split('\n')
    .filter((line) => line.trim() && !line.startsWith('#'))
    .map((line) => {
      const [name = '', last = ''] = line.split(/\s+/)
      return { name, last }
    })
}

export async function checkMigrations(): Promise<void> {
  const names = readdirSync(folder).filter((name) => name.endsWith('.sql'))
  const files = new Map(names.map((name) => [name, readFileSync(join(folder, name), 'utf8')]))
  const releases = readReleases(readFileSync(join(folder, 'releases.txt'), 'utf8'))
  const faults = migrationFaults(files, releases)
  for (const { name, last } of releases) {
    if (!files.has(last)) faults.push(`releases.txt: ${name} names ${last}, which is not there`)
  }
  if (faults.length === 0) return
  throw new Error(
    [
      ...faults,
      'First a release that uses the old no more, then one that takes it away and says so:',
      '-- contract: <what> unused since <release>. docs/operating/machines.md has more.',
    ].join('\n'),
  )
}
