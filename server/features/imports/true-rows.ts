import type { KeyObject } from 'node:crypto'
import { sql } from 'kysely'
import { macsAtOnce, requireTrue } from '#server/authorization/mac.ts'
import type { MacRow } from '#server/authorization/registry.ts'
import { termsOfImportRow } from '#server/authorization/terms-of-line.ts'
import type { Trx } from '#server/platform/db/database.ts'
import type { Import } from './store.ts'

/**
 * Refuses a file with a row that is not as it was read: somebody wrote its address or salary since. Rows
 * stay locked, so that none changes before it is saved. Runs before rows are matched, which completes them.
 */
export async function requireTrueRows(
  trx: Trx,
  macKey: KeyObject,
  { id, companyId }: Import,
): Promise<void> {
  for (let after = 0; ; ) {
    const { rows } = await sql<MacRow<'employees'> & { line: number }>`
      SELECT line, ${termsOfImportRow}
      FROM import_rows WHERE company_id = ${companyId} AND import_id = ${id} AND line > ${after}
      ORDER BY line LIMIT ${macsAtOnce} FOR UPDATE`.execute(trx)
    const last = rows.at(-1)
    if (!last) return
    after = last.line
    for (const row of rows) requireTrue(macKey, 'employees', row)
  }
}
