import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { linkPostgresTools } from './postgres-tools.ts'

function runTool(tool: string, args: string[], input = ''): string {
  const tools = mkdtempSync(join(tmpdir(), 'quincena-dump-'))
  try {
    linkPostgresTools(tools)
    const maxBuffer = 256 * 1024 * 1024
    return execFileSync(join(tools, tool), args, { encoding: 'utf8', maxBuffer, input })
  } finally {
    rmSync(tools, { recursive: true })
  }
}

/** All that pg_dump writes of a database: every schema, the queue's and the signer's too. */
export const dumpOf = (ownerUrl: string): string => runTool('pg_dump', [ownerUrl])

/** Into an empty database. */
export function restoreDump(ownerUrl: string, dump: string): void {
  runTool('psql', ['-X', '-q', '-v', 'ON_ERROR_STOP=1', '-o', '/dev/null', ownerUrl], dump)
}

/** The rows of a dump, each with its table. */
function* rowsOf(dump: string): Generator<{ table: string; fields: string[] }> {
  let table = ''
  for (const line of dump.split('\n')) {
    if (line === '\\.') table = ''
    else if (table) yield { table, fields: line.split('\t') }
    table = /^COPY (\S+) \(.*FROM stdin;$/.exec(line)?.[1] ?? table
  }
}

export const tablesOf = (dump: string): Set<string> =>
  new Set([...rowsOf(dump)].map(({ table }) => table))

/** A secret as it stands, and as its bytes do in a column of bytes. */
const forms = (secret: string) => [
  secret,
  Buffer.from(secret).toString('hex'),
  Buffer.from(secret).toString('base64').replace(/=+$/, ''),
]

const isNumber = /^-?\d+(\.\d+)?$/
const times = /\d\d:\d\d:\d\d\.\d+/g
/** Tables in which a field of six digits alone would be a code, and no number that looks like one. */
const ofCodes = /^(public\.(verification_codes|messages)|graphile_worker\.\S+)$/

/** Whether six digits stand somewhere as a word; amounts and fractions of seconds are none. */
function hasCode(dump: string, code: string): boolean {
  const word = new RegExp(`(?<!\\w)${code}(?!\\w)`)
  const hex = Buffer.from(code).toString('hex')
  for (const { table, fields } of rowsOf(dump)) {
    for (const field of fields) {
      if (field.includes(hex)) return true
      if (isNumber.test(field) && !ofCodes.test(table)) continue
      if (word.test(field.replaceAll(times, ''))) return true
    }
  }
  return false
}

const isCode = (secret: string) => /^\d{6}$/.test(secret)

function namesWhere(secrets: Record<string, string>, isThere: (secret: string) => boolean) {
  return Object.entries(secrets)
    .filter(([, secret]) => isThere(secret))
    .map(([name]) => name)
}

/** The names of those secrets that a dump gives away. */
export const findSecretsInDump = (secrets: Record<string, string>, dump: string): string[] =>
  namesWhere(secrets, (secret) =>
    isCode(secret) ? hasCode(dump, secret) : forms(secret).some((form) => dump.includes(form)),
  )

/** The names of those secrets that a log says; six digits within a longer number are no code. */
export const findSecretsInLog = (secrets: Record<string, string>, log: string): string[] =>
  namesWhere(secrets, (secret) =>
    isCode(secret)
      ? new RegExp(`(?<![\\w.])${secret}(?!\\w)`).test(log)
      : forms(secret).some((form) => log.includes(form)),
  )
