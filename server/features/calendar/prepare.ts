import { sql } from 'kysely'
import type { HeldChoices } from '#contract/held-choices.ts'
import type { Include } from '#contract/include.ts'
import type { Language } from '#contract/languages.ts'
import { prepareBeforeMs } from '#domain/occurrence-state.ts'
import {
  findUndeletedPayroll,
  lockPresses,
  type PrepareDeps,
  preparePayday,
  readPreparedSheets,
} from '#server/features/payments/index.ts'
import { type Db, inTransaction, isLockTimeout, type Trx } from '#server/platform/db/database.ts'
import { Refusal } from '#server/platform/http/refusal.ts'
import type { Actor } from '#server/platform/observe/audit.ts'
import type { Clock } from '#server/ports.ts'
import { lockOpen } from './change-occurrence.ts'
import { type OccurrenceRow, readOpenOccurrences } from './rows.ts'

type Context = {
  actor: Actor & { userId: string }
  held: HeldChoices
  include: Include | null
  language: Language
  now: Date
}

/** Stores the sheet of a payday and asks for its approvals now, at a person's request. */
export async function prepareOccurrence(
  trx: Trx,
  deps: PrepareDeps,
  { now, ...context }: Context,
  id: string,
): Promise<void> {
  await lockPresses(trx, deps.macKey, context.actor.companyId)
  const row = await lockOpen(trx, deps.macKey, context.actor.companyId, id)
  if (row.kind !== 'REGULAR') throw new Refusal('OCCURRENCE_IS_SPECIAL')
  await preparePayday(trx, deps, { ...context, payday: row }, now)
}

/**
 * The payday has no sheet, or its sheet ended because the person who asked lost the right to.
 * Approved sheets are included: their approvals are counted once more.
 */
const isUnprepared = sql`NOT EXISTS (
  SELECT FROM payday_sheets s LEFT JOIN change_orders c ON c.id = s.change_order_id
  WHERE s.occurrence_id = o.id AND (c.state IS NULL OR c.state NOT IN ('undone', 'waiting')))`

const isDue = (now: Date) => sql`o.kind = 'REGULAR' AND o.mode IN ('PREPARE', 'PAY')
  AND o.due_at > ${now} AND o.due_at <= ${new Date(now.getTime() + prepareBeforeMs)}
  AND ${isUnprepared}`

/**
 * Prepares the paydays of the next 48 hours whose schedules say so, each once: the payroll's lock
 * queues workers, and the second one finds the sheet.
 */
export async function preparePaydays(db: Db, deps: PrepareDeps & { clock: Clock }): Promise<void> {
  const now = deps.clock.now()
  for (const { id, companyId } of await readUnprepared(db, deps, now)) {
    await inTransaction(db, (trx) => prepareOne(trx, deps, { id, companyId }, now)).catch(
      (err: unknown) => {
        // Another process plans for the payroll at this moment.
        if (isLockTimeout(err)) return
        // A payday that cannot be prepared holds up no other; reminders report the reason.
        const about = { err, company: companyId, occurrence: id }
        if (err instanceof Refusal) deps.log.info(about, 'a payday cannot be prepared yet')
        else deps.log.error(about, 'preparing a payday failed; trying again')
      },
    )
  }
}

/**
 * Paydays to prepare, except those whose schedule was saved before a backup was restored: they only
 * remind.
 */
const readUnprepared = async (
  db: Db,
  deps: Pick<PrepareDeps, 'macKey'>,
  now: Date,
): Promise<OccurrenceRow[]> =>
  (await readOpenOccurrences(db, deps.macKey, null, isDue(now))).filter(
    ({ mode }) => mode !== 'REMIND',
  )

async function prepareOne(
  trx: Trx,
  deps: PrepareDeps,
  { id, companyId }: Pick<OccurrenceRow, 'id' | 'companyId'>,
  now: Date,
): Promise<void> {
  const find = async () =>
    (await readOpenOccurrences(trx, deps.macKey, companyId, sql`o.id = ${id} AND ${isDue(now)}`))[0]
  const found = await find()
  const sheets = await readPreparedSheets(trx, deps.macKey, companyId, [id], now)
  // An approver may have left since; then the approvals no longer suffice, and others have to
  // approve.
  if (!found || sheets.get(id)?.approval === 'APPROVED') return
  await lockPresses(trx, deps.macKey, companyId)
  if (!(await findUndeletedPayroll(trx, deps.macKey, companyId, found.payrollId, true))) return
  const payday = await find()
  if (!payday || payday.mode === 'REMIND') return
  const actor = { companyId, userId: null, ip: null }
  const input = { payday, actor, held: {}, include: null, language: 'es' as const }
  await preparePayday(trx, deps, input, now)
}
