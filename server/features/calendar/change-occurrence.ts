import type { KeyObject } from 'node:crypto'
import { sql } from 'kysely'
import type { Language } from '#contract/languages.ts'
import {
  changePaydays,
  readOwnOccurrences,
  type StoredPayday,
} from '#server/authorization/occurrence-rows.ts'
import { endPreparation, findUndeletedPayroll } from '#server/features/payments/index.ts'
import { isUuid, type Trx } from '#server/platform/db/database.ts'
import { fieldFault } from '#server/platform/http/field-fault.ts'
import { Refusal } from '#server/platform/http/refusal.ts'
import { type Actor, record } from '#server/platform/observe/audit.ts'
import { horizonMs } from './fill-occurrences.ts'
import { type OccurrenceRow, readOccurrences } from './rows.ts'

type Changing = {
  actor: Actor & { userId: string }
  macKey: KeyObject
  now: Date
  language: Language
}

/**
 * Locks the payroll and reads a payday that is neither paid nor skipped: nobody plans for it until
 * the SQL transaction ends.
 */
export async function lockOpen(
  trx: Trx,
  macKey: KeyObject,
  companyId: string,
  id: string,
): Promise<OccurrenceRow> {
  const find = async () =>
    isUuid(id) ? (await readOccurrences(trx, macKey, companyId, sql`o.id = ${id}`))[0] : undefined
  const found = await find()
  if (!found) throw new Refusal('NOT_FOUND')
  await findUndeletedPayroll(trx, macKey, companyId, found.payrollId, true)
  const row = await find()
  if (!row) throw new Refusal('NOT_FOUND')
  if (row.isPaid) throw new Refusal('PERIOD_PAID')
  if (row.skippedAt) throw new Refusal('OCCURRENCE_IS_OVER')
  return row
}

/** Changes a payday and ends its sheet, if there is one. */
async function change(
  trx: Trx,
  macKey: KeyObject,
  { id, companyId }: OccurrenceRow,
  changes: Partial<StoredPayday>,
  now: Date,
): Promise<void> {
  await endPreparation(trx, { companyId, occurrenceId: id }, now)
  const before = await trx
    .selectFrom('occurrences')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const untold = { held_at: null, held_reason: null, missed_at: null, missed_reason: null }
  await changePaydays(trx, macKey, [{ before, changes: { ...untold, ...changes } }])
}

export async function skipOccurrence(
  trx: Trx,
  { actor, macKey, now }: Changing,
  id: string,
  reason: string,
): Promise<void> {
  const row = await lockOpen(trx, macKey, actor.companyId, id)
  const skipped = { skipped_at: now, skip_reason: reason, skipped_by: actor.userId }
  await change(trx, macKey, row, skipped, now)
  const detail = { payroll: row.payrollId, period: row.periodKey, note: reason }
  const act = { action: 'payroll.paydaySkipped', subject: row.payroll, detail } as const
  await record(trx, { ...actor, ...act })
}

export async function moveOccurrence(
  trx: Trx,
  { actor, macKey, now, language }: Changing,
  id: string,
  dueAt: Date,
): Promise<void> {
  const row = await lockOpen(trx, macKey, actor.companyId, id)
  if (dueAt <= now) throw fieldFault('dueAt', 'paydayPast', language)
  if (!(await isBetweenNeighbours(trx, macKey, row, dueAt, now))) {
    throw fieldFault('dueAt', 'paydayNeighbour', language)
  }
  await change(trx, macKey, row, { due_at: dueAt, moved_by_hand: true }, now)
  const period = { payroll: row.payrollId, period: row.periodKey }
  const detail = { ...period, dueFrom: row.dueAt.toISOString(), dueTo: dueAt.toISOString() }
  const act = { action: 'payroll.paydayMoved', subject: row.payroll, detail } as const
  await record(trx, { ...actor, ...act })
}

/** Keeps the paydays of a payroll in order, since the newest due one is the next to be paid. */
async function isBetweenNeighbours(
  trx: Trx,
  macKey: KeyObject,
  { id, payrollId, kind, dueAt: from }: OccurrenceRow,
  to: Date,
  now: Date,
) {
  if (to.getTime() > now.getTime() + horizonMs) return false
  const ofKind = sql`o.payroll_id = ${payrollId} AND o.kind = ${kind} AND o.id != ${id}`
  const { rows } = await readOwnOccurrences(trx, macKey, ofKind)
  return !rows.some(({ due_at: at }) => (at <= from && at >= to) || (at >= from && at <= to))
}
