import { createSecretKey } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  copiedColumns,
  type ReadPart,
  RowReader,
  type StoredFault,
} from '#server/features/imports/row-reader.ts'

const options = {
  importId: '019aa000-0000-7000-8000-000000000001',
  companyId: '019aa000-0000-7000-8000-000000000002',
  network: 'regtest',
  country: 'SV',
  macKey: createSecretKey(Buffer.alloc(32)),
  nowMs: 1_800_000_000_000,
} as const

type Row = Record<(typeof copiedColumns)[number], string | null>
const signs: Record<string, string> = { t: '\t', n: '\n', r: '\r' }

/** Parses a line of COPY as PostgreSQL does. */
function rowOf(line: string): Row {
  const cells = line
    .split('\t')
    .map((cell) =>
      cell === '\\N' ? null : cell.replaceAll(/\\(.)/g, (_, sign) => signs[sign] ?? sign),
    )
  return Object.fromEntries(copiedColumns.map((name, index) => [name, cells[index]])) as Row
}

type Reading = { chunk?: number; nowMs?: number; country?: string }

/** Reads a list in chunks of so many bytes as an upload does, and once more where its days ask for that. */
export function readCsvRows(
  file: string | Uint8Array,
  { chunk = 64 * 1024, ...more }: Reading = {},
  dayOrder: ReadPart['dayOrder'] = null,
) {
  const bytes = typeof file === 'string' ? Buffer.from(file) : file
  const reader = new RowReader({ ...options, ...more, dayOrder })
  let copy = ''
  for (let at = 0; at < bytes.length; at += chunk) {
    copy += reader.write(bytes.subarray(at, at + chunk)).copy
  }
  const end = reader.end()
  if (end.dayOrder) return readCsvRows(file, { chunk, ...more }, end.dayOrder)
  copy += end.copy
  const rows = copy === '' ? [] : copy.slice(0, -1).split('\n').map(rowOf)
  const stored = rows.flatMap(({ line, faults }) =>
    (JSON.parse(faults ?? '[]') as StoredFault[]).map((fault) => ({ line, ...fault })),
  )
  const faults = stored.map(({ line, path, text }) => `${line} ${path} ${text}`)
  return { rows, stored, faults }
}

/** A file that somebody really had, with other people in it. */
export const caseFile = (name: string): Buffer =>
  readFileSync(join(import.meta.dirname, '../../../shared/cases', name))
