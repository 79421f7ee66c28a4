import { pipeline } from 'node:stream/promises'
import { sql } from 'kysely'
import { from as copyFrom } from 'pg-copy-streams'
import { type Db, withClient } from '#server/platform/database.ts'
import { failpoint } from '#server/platform/failpoint.ts'
import { readFile } from './reading.ts'
import { copiedColumns, type Header, type ReaderOptions } from './row-reader.ts'

export type Staged = { rows: number; errors: number }

const copy = `COPY import_rows (${copiedColumns.join(', ')}) FROM STDIN`
/** So often others are told how far it is, and that somebody is still at it. */
const reportEveryMs = 1_000

/**
 * Reads a file into `import_rows` while it comes in: all of its rows in one COPY and one transaction,
 * so that of a file that breaks off there is nothing.
 */
export async function stageRows(
  db: Db,
  bytes: AsyncIterable<Buffer>,
  options: ReaderOptions,
): Promise<Staged> {
  const staged: Staged = { rows: 0, errors: 0 }
  let header: Header | null = null

  async function* rows() {
    for await (const part of readFile(bytes, options)) {
      staged.rows += part.rows
      staged.errors += part.errors
      header ??= part.header
      if (part.copy.length === 0) continue
      yield part.copy
      failpoint('csv-mid-copy')
    }
  }

  let reporting = Promise.resolve()
  const report = () => {
    reporting = reporting.then(() => noteProgress(db, options, staged, header))
    return reporting
  }
  let lost: unknown = null
  const timer = setInterval(() => {
    report().catch((cause: unknown) => {
      lost = cause
    })
  }, reportEveryMs)
  try {
    await withClient(db, async (client) => {
      await client.query('BEGIN')
      // The COPY lasts as long as the upload.
      await client.query("SET LOCAL statement_timeout = '10min'")
      await pipeline(rows, client.query(copyFrom(copy)))
      await client.query('COMMIT')
    })
  } finally {
    clearInterval(timer)
    await reporting.catch((cause: unknown) => {
      lost = cause
    })
  }
  if (lost) throw lost
  await report()
  return staged
}

async function noteProgress(
  db: Db,
  { importId, companyId }: ReaderOptions,
  { rows, errors }: Staged,
  header: Header | null,
): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('imports')
    .set({
      rows_read: rows,
      error_count: errors,
      alive_at: sql<Date>`now()`,
      ...(header ? { header: header.cells, separator: header.separator } : {}),
    })
    .where('company_id', '=', companyId)
    .where('id', '=', importId)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw new Error(`Import ${importId} was ended while it was read`)
}
