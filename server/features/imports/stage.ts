import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { sql, type Updateable } from 'kysely'
import type { PoolClient } from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import type { DayOrder } from '#domain/csv-day.ts'
import { type Db, withClient } from '#server/platform/db/database.ts'
import type { Imports } from '#server/platform/db/database-types.ts'
import { writeTemporaryFile } from '#server/platform/http/temporary-files.ts'
import { failpoint } from '#server/platform/observe/failpoint.ts'
import type { Deps } from '#server/startup/deps.ts'
import { readFile } from './csv-worker.ts'
import { copiedColumns, type Header, type ReaderOptions } from './row-reader.ts'

export type Staged = { rows: number; errors: number }

const copy = `COPY import_rows (${copiedColumns.join(', ')}) FROM STDIN`
/** The interval of progress reports. */
const reportEveryMs = 1_000
/** The interval of signs of life; without one for 30 s the upload counts as abandoned. */
const aliveEveryMs = 10_000

type Job = { importId: string; companyId: string }

/** Does `work`, reports meanwhile, and once more at the end. */
async function whileReporting<T>(
  report: () => Promise<void>,
  everyMs: number,
  work: () => Promise<T>,
): Promise<T> {
  let reporting: Promise<void> | null = null
  const timer = setInterval(() => {
    // A brief lack of connections ends no upload; a longer one fails the last report.
    reporting ??= report()
      .catch(() => undefined)
      .finally(() => {
        reporting = null
      })
  }, everyMs)
  try {
    const done = await work()
    await reporting
    await report()
    return done
  } finally {
    clearInterval(timer)
    await reporting
  }
}

/** Writes a file while it comes in, without holding a database connection. */
export const receiveFile = (
  db: Db,
  path: string,
  bytes: AsyncIterable<Buffer>,
  job: Job,
): Promise<void> =>
  whileReporting(
    () => noteProgress(db, job),
    aliveEveryMs,
    () => writeTemporaryFile(path, bytes),
  )

/**
 * Reads a file into `import_rows`, all rows in one COPY and one SQL transaction: a file that cannot
 * be read to its end leaves nothing.
 */
export async function stageRows(
  { db, copies }: Pick<Deps, 'db' | 'copies'>,
  path: string,
  job: Omit<ReaderOptions, 'country'>,
): Promise<Staged> {
  const { country } = await db
    .selectFrom('companies')
    .select('country')
    .where('id', '=', job.companyId)
    .executeTakeFirstOrThrow()
  const options = { ...job, country }
  const staged: Staged = { rows: 0, errors: 0 }
  let header: Header | null = null
  let dayOrder: DayOrder | null = null

  async function* rows() {
    for await (const part of readFile(createReadStream(path), { ...options, dayOrder })) {
      staged.rows += part.rows
      staged.errors += part.errors
      header ??= part.header
      dayOrder = part.dayOrder
      if (part.copy.length === 0) continue
      yield part.copy
      failpoint('csv-mid-copy')
    }
  }

  async function copyRows(client: PoolClient) {
    await client.query('BEGIN')
    // The time limit of an upload.
    await client.query("SET LOCAL statement_timeout = '10min'")
    await pipeline(rows, client.query(copyFrom(copy)))
  }

  const report = () =>
    noteProgress(db, options, {
      rows_read: staged.rows,
      error_count: staged.errors,
      ...(header ? { header: header.cells, separator: header.separator } : {}),
    })
  await whileReporting(report, reportEveryMs, () =>
    withClient(copies, async (client) => {
      await copyRows(client)
      if (dayOrder === null) return client.query('COMMIT')
      // The order of day and month is known now, so the file is read again.
      await client.query('ROLLBACK')
      Object.assign(staged, { rows: 0, errors: 0 })
      await copyRows(client)
      return client.query('COMMIT')
    }),
  )
  return staged
}

async function noteProgress(
  db: Db,
  { importId, companyId }: Job,
  progress: Updateable<Imports> = {},
): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('imports')
    .set({ ...progress, alive_at: sql<Date>`now()` })
    .where('company_id', '=', companyId)
    .where('id', '=', importId)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw new Error(`Import ${importId} was ended while it was read`)
}
