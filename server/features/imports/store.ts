import { type Selectable, sql } from 'kysely'
import type { ErrorCode } from '#contract/errors.ts'
import type { ListDiff, PersonQuestion } from '#contract/imports.ts'
import type { Db, Trx } from '#server/platform/db/database.ts'
import type { Imports } from '#server/platform/db/database-types.ts'

export type ImportTarget = 'payroll' | 'people'
export type ImportRow = Selectable<Imports>
export type Import = {
  id: string
  companyId: string
  requestedBy: string
  ip: string | null
  /** A payroll's list, or the company's people who are kept by hand. */
  target: ImportTarget
  /** The payroll whose list is replaced; null: a payroll is made, or the file belongs to none. */
  payrollId: string | null
  name: string
  description: string
  dryRun: boolean
  header: string[]
  rows: number
}

/** Warnings are stored like faults, and translated to the language of the request. */
export type StoredDiff = Omit<ListDiff, 'warnings'> & {
  warnings: {
    row: number
    text:
      | 'duiDoubtful'
      | 'duiRestored'
      | 'noDocument'
      | 'nameNotPrinted'
      | 'identificationElsewhere'
      | 'csvSameNameOtherId'
  }[]
}

/** The outcome of an import; `payrollId` is null where the file belongs to no payroll. */
export type Saved = { payrollId: string | null; diff: StoredDiff }

export const toImport = (row: ImportRow): Import => ({
  id: row.id,
  companyId: row.company_id,
  requestedBy: row.requested_by,
  ip: row.ip,
  target: row.target as ImportTarget,
  payrollId: row.payroll_id,
  name: row.name,
  description: row.description,
  dryRun: row.dry_run,
  header: row.header,
  rows: row.rows_total ?? 0,
})

export type Begun = Pick<
  Import,
  'companyId' | 'requestedBy' | 'ip' | 'target' | 'payrollId' | 'dryRun'
>

export async function insertImport(db: Db, begun: Begun): Promise<string> {
  const { id } = await db
    .insertInto('imports')
    .values({
      company_id: begun.companyId,
      requested_by: begun.requestedBy,
      ip: begun.ip,
      target: begun.target,
      payroll_id: begun.payrollId,
      dry_run: begun.dryRun,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function findImport(
  db: Db,
  companyId: string,
  id: string,
  lock = false,
): Promise<ImportRow | null> {
  const row = await db
    .selectFrom('imports')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .$if(lock, (query) => query.forUpdate())
    .executeTakeFirst()
  return row ?? null
}

/** An import, found together with its company. */
export type Which = Pick<Import, 'id' | 'companyId'>

/** Changes an import that has not ended; throws where it ended meanwhile. */
export async function updateOpen(
  db: Db,
  { id, companyId }: Which,
  changes: Partial<Omit<ImportRow, 'id' | 'company_id' | 'diff' | 'questions'>> & {
    diff?: StoredDiff
    questions?: PersonQuestion[] | null
  },
): Promise<void> {
  const { diff, questions, ...columns } = changes
  const { numUpdatedRows } = await db
    .updateTable('imports')
    .set({
      ...columns,
      ...(diff && { diff: JSON.stringify(diff) }),
      ...(questions !== undefined && { questions: questions && JSON.stringify(questions) }),
      alive_at: sql`now()`,
    })
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw new Error(`Import ${id} has ended already`)
}

/** Ends imports without effect, but those that have ended. */
const endFailed = (db: Db, failure: ErrorCode) =>
  db
    .updateTable('imports')
    .set({ state: 'failed', failure, ended_at: sql`now()` })
    .where('ended_at', 'is', null)

export async function failImport(db: Db, { id, companyId }: Which, failure: ErrorCode) {
  await endFailed(db, failure).where('company_id', '=', companyId).where('id', '=', id).execute()
}

/** Fails imports whose request died on the way: nobody continues them, and nothing was saved. */
export async function failAbandoned(db: Db, companyId?: string): Promise<void> {
  await endFailed(db, 'IMPORT_INTERRUPTED')
    .where('deferred', '=', false)
    .where(sql<boolean>`alive_at < now() - interval '30 seconds'`)
    .$if(companyId !== undefined, (query) => query.where('company_id', '=', companyId ?? ''))
    .execute()
}

/** Gives up files about which nobody has said who is who: a company's, or all of a day ago. */
export async function failUndecided(db: Db, companyId?: string): Promise<void> {
  await endFailed(db, 'PERSON_UNDECIDED')
    .where('state', '=', 'undecided')
    .where(
      companyId === undefined
        ? sql<boolean>`alive_at < now() - interval '1 day'`
        : sql<boolean>`company_id = ${companyId}`,
    )
    .execute()
}

/** Deletes everything about an import that was never answered. */
export async function forgetImport(db: Db, { id, companyId }: Which): Promise<void> {
  await sql`DELETE FROM import_rows WHERE company_id = ${companyId} AND import_id = ${id}`.execute(
    db,
  )
  await db.deleteFrom('imports').where('company_id', '=', companyId).where('id', '=', id).execute()
}

/** Counts a company's uploads since a moment, and finds when the first of them began. */
export async function findRecentImports(db: Db, companyId: string, since: Date) {
  const { count, first } = await db
    .selectFrom('imports')
    .select(({ fn }) => [fn.countAll<bigint>().as('count'), fn.min('created_at').as('first')])
    .where('company_id', '=', companyId)
    .where('created_at', '>', since)
    .executeTakeFirstOrThrow()
  return { count: Number(count), first }
}

/** Whether a file for the payroll's list is on its way, or being compared with it. */
export async function isBeingReplaced(
  db: Db,
  companyId: string,
  payrollId: string,
): Promise<boolean> {
  const row = await db
    .selectFrom('imports')
    .select('id')
    .where('company_id', '=', companyId)
    .where('payroll_id', '=', payrollId)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}

/** Finds long lists that were received whole, the oldest first. */
export async function findDeferredImports(db: Db): Promise<ImportRow[]> {
  return db
    .selectFrom('imports')
    .selectAll()
    .where('ended_at', 'is', null)
    .where('deferred', '=', true)
    .where('state', '<>', 'undecided')
    .orderBy('created_at')
    .execute()
}

/** Deletes rows and imports that ended more than seven days ago, some thousands at a time. */
export async function sweepImports(db: Db): Promise<void> {
  const old = await db
    .selectFrom('imports')
    .select(['id', 'company_id as companyId'])
    .where(sql<boolean>`ended_at < now() - interval '7 days'`)
    .execute()
  for (const each of old) {
    for (;;) {
      const { numAffectedRows } = await sql`
        DELETE FROM import_rows WHERE import_id = ${each.id} AND line IN (
          SELECT line FROM import_rows WHERE company_id = ${each.companyId}
            AND import_id = ${each.id} ORDER BY line LIMIT 10000)`.execute(db)
      if (numAffectedRows === 0n) break
    }
    await forgetImport(db, each)
  }
}

/** Allows statements over thousands of rows more time and memory. */
export async function prepareForMany(trx: Trx): Promise<void> {
  await sql`SET LOCAL statement_timeout = '10min'`.execute(trx)
  await sql`SET LOCAL work_mem = '64MB'`.execute(trx)
}
