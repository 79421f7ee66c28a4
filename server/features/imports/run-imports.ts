import { type RawBuilder, sql } from 'kysely'
import type { Db, Trx } from '#server/platform/db/database.ts'
import type { Listener } from '#server/platform/db/notify.ts'
import { Refusal } from '#server/platform/http/refusal.ts'
import type { Log } from '#server/platform/observe/log.ts'
import { applyImport } from './apply.ts'
import { checkAndSave, type ImportKeys } from './imports.ts'
import { questionsOfRefusal } from './questions.ts'
import {
  failAbandoned,
  failImport,
  failUndecided,
  findDeferredImports,
  type ImportRow,
  sweepImports,
  toImport,
  updateOpen,
} from './store.ts'

export type ImportDutyDeps = ImportKeys & { db: Db; listener: Listener; log: Log }

/** Two lanes, so that long lists of two companies do not wait for each other. */
const lanes = 2
const lookEveryMs = 30_000
/** An import that failed this often, or ended the process, is given up. */
const maxAttempts = 5

/**
 * Saves the long lists that were received whole, until `signal`. They include those that another
 * process or a killed one had begun: half-saved work was rolled back.
 */
export async function runImports(deps: ImportDutyDeps, signal: AbortSignal): Promise<void> {
  const busy = new Set<string>()
  await Promise.all([
    ...Array.from({ length: lanes }, () => lane(deps, busy, signal)),
    sweep(deps, signal),
  ])
}

async function lane(deps: ImportDutyDeps, busy: Set<string>, signal: AbortSignal): Promise<void> {
  const { db, listener, log } = deps
  while (!signal.aborted) {
    const woken = listener.next('imports', lookEveryMs, signal)
    const next = (await findDeferredImports(db)).find(({ id }) => !busy.has(id))
    if (!next) {
      await woken
      continue
    }
    busy.add(next.id)
    try {
      await finish(deps, next, signal)
    } catch (err) {
      if (!signal.aborted)
        log.error({ err, import: next.id }, 'an import failed; it is tried again')
      await woken
    } finally {
      busy.delete(next.id)
    }
  }
}

async function finish(deps: ImportDutyDeps, row: ImportRow, signal: AbortSignal): Promise<void> {
  const { db } = deps
  const job = toImport(row)
  if (row.attempts >= maxAttempts) return failImport(db, job, 'INTERNAL')
  await updateOpen(db, job, { attempts: row.attempts + 1, state: 'reading' })
  try {
    // People read the faults in their own language, once they ask.
    await checkAndSave(db, deps, job, 'es', async () => {
      await updateOpen(db, job, { state: 'saving' })
      await db
        .transaction()
        .execute((trx) => cancellable(db, trx, signal, () => applyImport(trx, deps, job)))
    })
  } catch (cause) {
    const questions = cause instanceof Refusal ? questionsOfRefusal(cause) : null
    if (questions) return updateOpen(db, job, { state: 'undecided', questions })
    if (cause instanceof Refusal) return failImport(db, job, cause.code)
    // The shutdown stopped the import, so the attempt does not count.
    if (signal.aborted) await updateOpen(db, job, { attempts: row.attempts })
    throw cause
  }
}

/** Does `work` on `trx`, and cancels its running statement when the program ends. */
async function cancellable<T>(
  db: Db,
  trx: Trx,
  signal: AbortSignal,
  work: () => Promise<T>,
): Promise<T> {
  const pid: RawBuilder<number> = sql`pg_backend_pid()`
  const { backend } = await trx.selectNoFrom(pid.as('backend')).executeTakeFirstOrThrow()
  let cancelling: Promise<unknown> = Promise.resolve()
  const cancel = () => {
    cancelling = sql`SELECT pg_cancel_backend(${backend})`.execute(db)
  }
  signal.addEventListener('abort', cancel)
  try {
    signal.throwIfAborted()
    return await work()
  } finally {
    signal.removeEventListener('abort', cancel)
    await cancelling
  }
}

async function sweep({ db, listener }: ImportDutyDeps, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await failAbandoned(db)
    await failUndecided(db)
    await sweepImports(db)
    await listener.next('imports', lookEveryMs, signal)
  }
}
