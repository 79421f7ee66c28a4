import { sql } from 'kysely'
import type { PersonDecision } from '#contract/imports.ts'
import type { Db, Trx } from '#server/platform/db/database.ts'
import { notify } from '#server/platform/db/notify.ts'
import type { Actor } from '#server/platform/observe/audit.ts'
import { requireImport } from './imports.ts'
import { updateOpen, type Which } from './store.ts'

/**
 * Writes what somebody said of rows; the last word about a row counts, and other lines say nothing.
 * `decidedBy`: an answer that came after the upload has an author of its own.
 */
export async function saveDecisions(
  db: Db,
  { id, companyId }: Which,
  decisions: readonly PersonDecision[],
  decidedBy?: Actor,
): Promise<void> {
  if (decisions.length === 0) return
  const last = [...new Map(decisions.map((one) => [one.row, one])).values()]
  await sql`
    UPDATE import_rows r SET decision = d.decision, decided_about = d.person,
      decided_by = ${decidedBy?.userId ?? null}::uuid, decided_ip = ${decidedBy?.ip ?? null}::text
    FROM unnest(${last.map(({ row }) => row)}::integer[], ${last.map((one) => one.is)}::text[],
      ${last.map(({ person }) => person ?? null)}::uuid[]) AS d (line, decision, person)
    WHERE r.company_id = ${companyId} AND r.import_id = ${id} AND r.line = d.line`.execute(db)
}

/** Goes on with a file that waits for answers; with too few of them it asks again. */
export async function answerImport(
  trx: Trx,
  actor: Actor,
  id: string,
  decisions: readonly PersonDecision[],
): Promise<void> {
  const { companyId } = actor
  const { state } = await requireImport(trx, companyId, id, true)
  // Somebody else has answered, or pressed twice.
  if (state !== 'undecided') return
  const job = { id, companyId }
  await saveDecisions(trx, job, decisions, actor)
  await updateOpen(trx, job, { state: 'reading', questions: null, attempts: 0 })
  await notify(trx, 'imports')
}
