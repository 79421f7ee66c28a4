import { sql } from 'kysely'
import type { CellFault, ListDiff } from '#contract/imports.ts'
import type { Language } from '#contract/languages.ts'
import { readCsvHeader } from '#domain/employee-csv.ts'
import { fieldTable } from '#domain/employee-fields.ts'
import type { Db } from '#server/platform/db/database.ts'
import { addressFaultText, faultText } from '#server/platform/http/language.ts'
import type { StoredFault } from './row-reader.ts'
import type { Import, StoredDiff } from './store.ts'

/** A stored fault as a sentence. */
export function sayFault(
  row: number,
  { column, path, text, params, address }: StoredFault,
  header: readonly string[],
  language: Language,
): CellFault {
  const named = column === null ? params?.column : header[column]?.trim()
  const cell = { row, column: named ?? '', path }
  if (address) return { ...cell, code: address.code, message: addressFaultText(address, language) }
  const message = faultText(text, language, params)
  return text === 'addressOfWallet'
    ? { ...cell, code: 'OWN_ADDRESS', message }
    : { ...cell, message }
}

/** A page of the faults, in the file's order. */
export async function listFaults(
  db: Db,
  { id, companyId, header }: Pick<Import, 'id' | 'companyId' | 'header'>,
  language: Language,
  { offset, limit }: { offset: number; limit: number },
): Promise<CellFault[]> {
  const { rows } = await sql<{ line: number; fault: StoredFault }>`
    SELECT r.line, f.fault
    FROM import_rows r, jsonb_array_elements(r.faults) WITH ORDINALITY AS f (fault, place)
    WHERE r.company_id = ${companyId} AND r.import_id = ${id} AND r.faults IS NOT NULL
    ORDER BY r.line, (f.fault ->> 'column')::integer NULLS LAST, f.place
    LIMIT ${limit} OFFSET ${offset}`.execute(db)
  return rows.map(({ line, fault }) => sayFault(line, fault, header, language))
}

/** The diff, with its warnings as sentences. */
export function sayDiff(diff: StoredDiff, header: readonly string[], language: Language): ListDiff {
  const { columns } = readCsvHeader(header)
  const warnings = diff.warnings.map(({ row, text }) => {
    const path = text === 'nameNotPrinted' ? 'firstName' : 'identification'
    const column = header[columns[path] ?? -1]?.trim() ?? fieldTable[path].template
    return { row, column, path, message: faultText(text, language) }
  })
  return { ...diff, warnings }
}
