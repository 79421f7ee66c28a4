import { sql } from 'kysely'
import type { Language } from '#contract/languages.ts'
import { csvLine, withoutFormula } from '#domain/employee-csv.ts'
import type { Db } from '#server/platform/db/database.ts'
import { errorsColumn, errorsPlace } from './errors-column.ts'
import { sayFault } from './faults.ts'
import type { StoredFault } from './row-reader.ts'
import type { ImportRow } from './store.ts'

const rowsAtOnce = 2_000

/**
 * Yields the uploaded file with a column of errors, in UTF-8 with its mark, reading it while it is
 * sent.
 */
export async function* reportLines(
  db: Db,
  { id, company_id: companyId, header, separator }: ImportRow,
  language: Language,
): AsyncGenerator<string> {
  const place = errorsPlace(header)
  const names = header.filter((_, index) => index !== place).map(withoutFormula)
  yield `\ufeff${csvLine([...names, errorsColumn], separator)}\r\n`
  for (let after = 0; ; ) {
    const { rows } = await sql<{ line: number; source: string; faults: StoredFault[] | null }>`
      SELECT line, source, faults FROM import_rows
      WHERE company_id = ${companyId} AND import_id = ${id} AND line > ${after}
      ORDER BY line LIMIT ${rowsAtOnce}`.execute(db)
    const last = rows.at(-1)
    if (!last) return
    after = last.line
    yield rows
      .map(({ line, source, faults }) => {
        const said = (faults ?? []).map((fault) => sayFault(line, fault, header, language))
        const errors = said.map(({ column, message }) =>
          column ? `${column}: ${message}` : message,
        )
        const cells =
          source === ''
            ? csvLine(
                names.map(() => ''),
                separator,
              )
            : source
        return `${cells}${separator}${csvLine([errors.join(' · ')], separator)}\r\n`
      })
      .join('')
  }
}
