import type { KeyObject } from 'node:crypto'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import { arrayText, type Db, newIds, type Trx } from '../platform/db/database.ts'
import type { Occurrences } from '../platform/db/database-types.ts'
import { findTrueRows, macOf, requireTrue } from './mac.ts'
import type { MacRow } from './registry.ts'
import { selectMacColumns } from './select-mac-columns.ts'

/** The only reader and writer of what the MAC of a payday covers. One that the program did not write is none. */

export type StoredPayday = Selectable<Occurrences>

export type OwnOccurrences = {
  /** Present paydays that the program wrote, in order of time. */
  rows: readonly MacRow<'occurrences'>[]
  /** All of them as the table `own_occurrences` of a statement, to stand after WITH. */
  asTable: RawBuilder<unknown>
}

/** Reads the paydays of `where`, which refers to `o`. */
export async function readOwnOccurrences(
  db: Db,
  macKey: KeyObject,
  where: RawBuilder<unknown>,
): Promise<OwnOccurrences> {
  const { rows } = await sql<MacRow<'occurrences'>>`
    SELECT ${selectMacColumns('occurrences', 'o')} FROM occurrences o
    WHERE NOT o.ended AND ${where} ORDER BY o.due_at, o.period_key`.execute(db)
  const own = await findTrueRows(macKey, 'occurrences', rows)
  const ids = arrayText(own.map(({ id }) => id))
  const asTable = sql`own_occurrences AS NOT MATERIALIZED (
    SELECT * FROM occurrences WHERE id = ANY(${ids}::uuid[]))`
  return { rows: own, asTable }
}

/** Finds the row of a period, also one that ended or that the program did not write. */
export const findPayday = async (
  db: Db,
  { payrollId, periodKey }: { payrollId: string; periodKey: string },
): Promise<StoredPayday | null> =>
  (await db
    .selectFrom('occurrences')
    .selectAll()
    .where('payroll_id', '=', payrollId)
    .where('period_key', '=', periodKey)
    .executeTakeFirst()) ?? null

/** A new payday has nothing of a person's acts yet. */
type NewPayday = Pick<
  StoredPayday,
  | 'company_id'
  | 'payroll_id'
  | 'kind'
  | 'period_key'
  | 'nominal_day'
  | 'due_at'
  | 'time_zone'
  | 'mode'
  | 'created_at'
> &
  Partial<Pick<StoredPayday, 'moved_reason' | 'moved_name' | 'draft_id'>>

const blank = {
  moved_reason: null,
  moved_name: '',
  moved_by_hand: false,
  skipped_at: null,
  skip_reason: '',
  skipped_by: null,
  held_at: null,
  held_reason: null,
  missed_at: null,
  missed_reason: null,
  draft_id: null,
  ended: false,
  mac: null,
}

/** Writes new paydays, each in the place of the one that its period had, if any. */
export async function writePaydays(
  trx: Trx,
  macKey: KeyObject,
  paydays: readonly { payday: NewPayday; before: StoredPayday | null }[],
): Promise<void> {
  const ids = await newIds(trx, paydays.length)
  const rows = paydays.map(({ payday, before }, index) => ({
    ...blank,
    ...payday,
    id: before?.id ?? (ids[index] as string),
    version: before?.version ?? 0,
  }))
  await saveNextVersion(trx, macKey, rows)
}

/** Changes paydays that the program wrote, under the lock of their payroll. */
export async function changePaydays(
  trx: Trx,
  macKey: KeyObject,
  changed: readonly { before: StoredPayday; changes: Partial<StoredPayday> }[],
): Promise<void> {
  const rows = changed.map(({ before, changes }) => ({
    ...requireTrue(macKey, 'occurrences', before),
    ...changes,
  }))
  await saveNextVersion(trx, macKey, rows)
}

/** The columns that a payday never changes. */
const fixed: ReadonlySet<string> = new Set(['id', 'company_id', 'payroll_id', 'kind', 'period_key'])

async function saveNextVersion(trx: Trx, macKey: KeyObject, before: readonly StoredPayday[]) {
  const rows = before.map((row) => {
    const next = { ...row, version: row.version + 1 }
    return { ...next, mac: macOf(macKey, 'occurrences', next) }
  })
  const [first] = rows
  if (!first) return
  const names = Object.keys(first).filter((name) => !fixed.has(name)) as (keyof StoredPayday)[]
  await trx
    .insertInto('occurrences')
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .column('id')
        .doUpdateSet(({ ref }) =>
          Object.fromEntries(names.map((name) => [name, ref(`excluded.${name}`)])),
        ),
    )
    .execute()
}
