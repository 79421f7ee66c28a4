import type { KeyObject } from 'node:crypto'
import { sql } from 'kysely'
import type { ErrorCode } from '#contract/errors.ts'
import type { ImportProgress, PersonQuestion } from '#contract/imports.ts'
import type { Language } from '#contract/languages.ts'
import type { Network } from '#domain/address.ts'
import { hourMs } from '#domain/durations.ts'
import { requirePayroll } from '#server/features/payrolls/index.ts'
import { type Db, findViolatedConstraint, isUuid } from '#server/platform/db/database.ts'
import { errorText } from '#server/platform/http/language.ts'
import { countAllowed, tooMany } from '#server/platform/http/rate-limits.ts'
import { Refusal } from '#server/platform/http/refusal.ts'
import type { Deps } from '#server/startup/deps.ts'
import { checkAddressesOfOthers } from './address-owners.ts'
import { checkTogether } from './cross-row-checks.ts'
import { listFaults, sayDiff } from './faults.ts'
import { PeopleChanged } from './hold-matched.ts'
import { findMatches, saveMatches } from './match.ts'
import { noteMatchFaults } from './match-faults.ts'
import {
  type Begun,
  failAbandoned,
  failImport,
  failUndecided,
  findImport,
  findRecentImports,
  type Import,
  type ImportRow,
  insertImport,
  prepareForMany,
  type StoredDiff,
  toImport,
  type Which,
} from './store.ts'
import { targetOfImport } from './target.ts'

const uploadsAnHour = 10
const faultsInAnswer = 100
/** Any plan joins this few rows quickly. */
const fewRows = 500

export type ImportKeys = { network: Network; macKey: KeyObject }

/** Takes the company's turn: one list at a time, and a limited number an hour. */
export async function beginImport(
  db: Db,
  begun: Begun,
  { now, sandbox }: { now: Date; sandbox: boolean },
): Promise<string> {
  await failAbandoned(db, begun.companyId)
  await failUndecided(db, begun.companyId)
  const since = new Date(now.getTime() - hourMs)
  const { count, first } = await findRecentImports(db, begun.companyId, since)
  if (first && count >= countAllowed({ sandbox }, uploadsAnHour)) {
    throw tooMany(now, new Date(first.getTime() + hourMs))
  }
  try {
    return await insertImport(db, begun)
  } catch (cause) {
    if (findViolatedConstraint(cause) !== 'imports_one_open') throw cause
    throw new Refusal('IMPORT_IN_PROGRESS', { cause })
  }
}

/** Checks all rows together, and counts the faults of the file. */
async function countFaults(db: Db, macKey: KeyObject, job: Import): Promise<number> {
  if (job.rows > fewRows) {
    // PostgreSQL's plans for an empty table would compare the new rows pair by pair: 5,000 took
    // seconds. A second list waits here for its turn to analyze: skipping it made a list of 20,000
    // take a minute. Only columns of joins are analyzed: sorting samples of text takes longer than
    // all of them.
    await db.transaction().execute(async (trx) => {
      await prepareForMany(trx)
      await sql`
        ANALYZE import_rows (company_id, import_id, line, script_pubkey, matched_id)`.execute(trx)
    })
  }
  return db.transaction().execute(async (trx) => {
    await prepareForMany(trx)
    if (!targetOfImport(job).isWhole) {
      const matches = await findMatches(trx, job)
      await saveMatches(trx, job, matches)
      await noteMatchFaults(trx, job, matches)
      await checkAddressesOfOthers(trx, macKey, job)
    }
    const errorCount = await checkTogether(trx, macKey, job)
    await trx
      .updateTable('imports')
      .set({ error_count: errorCount, alive_at: sql<Date>`now()` })
      .where('company_id', '=', job.companyId)
      .where('id', '=', job.id)
      .execute()
    return errorCount
  })
}

/** How often a file is checked again because a person in it was changed meanwhile. */
const checksAtMost = 5

/** Checks a file that was received whole, then does `save`; again where its people changed in between. */
export async function checkAndSave<T>(
  db: Db,
  { macKey }: Pick<ImportKeys, 'macKey'>,
  job: Import,
  language: Language,
  save: () => Promise<T>,
): Promise<T> {
  for (let check = 1; ; check++) {
    const errorCount = await countFaults(db, macKey, job)
    if (errorCount > 0) throw await csvInvalid(db, job, errorCount, language)
    try {
      return await save()
    } catch (cause) {
      if (!(cause instanceof PeopleChanged)) throw cause
      if (check === checksAtMost) throw new Refusal('BUSY', { cause })
    }
  }
}

/** The refusal of a file with faults: the first ones, and where to find the rest. */
async function csvInvalid(
  db: Db,
  job: Import,
  errorCount: number,
  language: Language,
): Promise<Refusal> {
  const faults = await listFaults(db, job, language, { offset: 0, limit: faultsInAnswer })
  return new Refusal('CSV_INVALID', {
    params: { count: String(errorCount) },
    data: { errorCount, import: { _id: job.id } },
    faults,
  })
}

/** Does `work` with an import; an error ends the import too. */
export async function failImportOnError<T>(db: Db, job: Which, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (cause) {
    await failImport(db, job, cause instanceof Refusal ? cause.code : 'INTERNAL')
    throw cause
  }
}

/** Finds an import, or answers 404; with `lock` it stays as it is until the SQL transaction ends. */
export async function requireImport(
  db: Db,
  companyId: string,
  id: string,
  lock = false,
): Promise<ImportRow> {
  const row = isUuid(id) ? await findImport(db, companyId, id, lock) : null
  if (!row) throw new Refusal('NOT_FOUND')
  return row
}

function failureOf(row: ImportRow, language: Language): ImportProgress['failure'] {
  if (row.failure === null) return null
  const code = row.failure as ErrorCode
  return { code, message: errorText(code, language, { count: String(row.error_count) }) }
}

type Reader = { companyId: string; userId: string }

export async function readProgress(
  deps: Deps,
  reader: Reader,
  id: string,
  language: Language,
): Promise<ImportProgress> {
  const row = await requireImport(deps.db, reader.companyId, id)
  const { header } = toImport(row)
  const hasPayroll = row.state === 'done' && !row.dry_run && row.payroll_id !== null
  return {
    _id: row.id,
    state: row.state as ImportProgress['state'],
    dryRun: row.dry_run,
    rowsRead: row.rows_read,
    rowsTotal: row.rows_total,
    errorCount: row.error_count,
    payroll: hasPayroll ? await livePayroll(deps, reader, row.payroll_id ?? '') : null,
    diff: row.diff === null ? null : sayDiff(row.diff as StoredDiff, header, language),
    ...(row.state === 'undecided' && { undecided: row.questions as PersonQuestion[] }),
    failure: failureOf(row, language),
  }
}

/** The payroll of an import; null where it was deleted since. */
async function livePayroll(deps: Deps, reader: Reader, payrollId: string) {
  try {
    return await requirePayroll(deps.db, deps, reader, payrollId)
  } catch (cause) {
    if (cause instanceof Refusal && cause.code === 'NOT_FOUND') return null
    throw cause
  }
}
