import type { KeyObject } from 'node:crypto'
import { sql } from 'kysely'
import type { SpecialPayKind } from '#domain/special-pay/index.ts'
import { arrayText, type Db, type Trx } from '../platform/db/database.ts'
import { Refusal } from '../platform/http/refusal.ts'
import { arrayTexts, sha256Of } from './hash-texts.ts'
import { isTrue, macOf } from './mac.ts'
import { type CoveredRow, type MacRow, macColumns } from './registry.ts'

/** The decision about one person of a draft. */
export type DraftLine = {
  employeeId: string
  /** Null: nothing is due, or somebody left the person out. */
  usdCents: bigint | null
  /** As the rule had it when the draft was saved. */
  computedUsdCents: bigint | null
  /** Somebody set the amount by hand. */
  edited: boolean
}

export type Draft = {
  id: string
  companyId: string
  payrollId: string
  kind: SpecialPayKind
  periodKey: string
  bonusUsdCents: bigint | null
  bonusPercent: number | null
  dueAt: Date
  lines: DraftLine[]
}

/** The hash of all lines of a draft, in whatever order: nobody can take one out unseen. */
function linesSha256(lines: readonly DraftLine[]): Buffer {
  const sorted = lines.toSorted((a, b) => (a.employeeId < b.employeeId ? -1 : 1))
  const toTexts = ({ employeeId, usdCents, computedUsdCents, edited }: DraftLine) => [
    employeeId,
    usdCents?.toString() ?? null,
    computedUsdCents?.toString() ?? null,
    edited,
  ]
  return sha256Of(arrayTexts(sorted, toTexts))
}

type DraftRow = MacRow<'drafts'> & { due_at: Date }

/**
 * Finds a draft that did not end, with its lines; `lock`: nobody else saves it until the SQL transaction
 * ends. Throws `SHEET_BROKEN` where its row or a line of it was changed past the program: it is never read
 * as another one, nor as empty.
 */
export async function findDraft(
  db: Db,
  macKey: KeyObject,
  { companyId, id }: { companyId: string; id: string },
  lock = false,
): Promise<Draft | null> {
  const row = await db
    .selectFrom('drafts')
    .select([...macColumns.drafts, 'due_at'])
    .$narrowType<{ kind: SpecialPayKind }>()
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .where('ended', '=', false)
    .$if(lock, (query) => query.forNoKeyUpdate())
    .executeTakeFirst()
  if (!row) return null
  const lines = await readLines(db, row)
  requireTrueDraft(macKey, row, lines)
  return {
    id: row.id,
    companyId,
    payrollId: row.payroll_id,
    kind: row.kind,
    periodKey: row.period_key,
    bonusUsdCents: row.bonus_usd_cents,
    bonusPercent: row.bonus_percent,
    dueAt: row.due_at,
    lines,
  }
}

const readLines = (db: Db, { company_id, id }: Pick<DraftRow, 'company_id' | 'id'>) =>
  db
    .selectFrom('draft_lines')
    .select(['employee_id as employeeId', 'usd_cents as usdCents'])
    .select(['computed_usd_cents as computedUsdCents', 'edited'])
    .where('company_id', '=', company_id)
    .where('draft_id', '=', id)
    .execute()

function requireTrueDraft(macKey: KeyObject, row: DraftRow, lines: readonly DraftLine[]): void {
  if (isTrue(macKey, 'drafts', row) && row.lines_sha256.equals(linesSha256(lines))) return
  throw new Refusal('SHEET_BROKEN', {
    params: { period: row.period_key },
    cause: new Error(`Draft ${row.id} was changed past the program`),
  })
}

type NewDraft = Omit<CoveredRow<'drafts'>, 'ended' | 'version' | 'lines_sha256'> & {
  due_at: Date
  created_by: string
}

/** Inserts a draft with its lines. */
export async function insertDraft(
  trx: Trx,
  macKey: KeyObject,
  draft: NewDraft,
  lines: readonly DraftLine[],
): Promise<void> {
  const row = { ...draft, ended: false, version: 1, lines_sha256: linesSha256(lines) }
  await trx
    .insertInto('drafts')
    .values({ ...row, mac: macOf(macKey, 'drafts', row) })
    .execute()
  await insertLines(trx, draft, lines)
}

const insertLines = (
  trx: Trx,
  { company_id, id }: Pick<DraftRow, 'company_id' | 'id'>,
  lines: readonly DraftLine[],
) =>
  sql`
    INSERT INTO draft_lines (draft_id, company_id, employee_id, usd_cents, computed_usd_cents, edited)
    SELECT ${id}, ${company_id}, l.* FROM unnest(
      ${arrayText(lines.map(({ employeeId }) => employeeId))}::uuid[],
      ${lines.map(({ usdCents }) => usdCents)}::bigint[],
      ${lines.map(({ computedUsdCents }) => computedUsdCents)}::bigint[],
      ${lines.map(({ edited }) => edited)}::boolean[]) AS l`.execute(trx)

/** Replaces all lines of a draft, which the caller has found under its lock. */
export async function saveDraftLines(
  trx: Trx,
  macKey: KeyObject,
  draft: Draft,
  lines: readonly DraftLine[],
): Promise<void> {
  await changeDraft(trx, macKey, draft, { lines_sha256: linesSha256(lines) })
  await trx
    .deleteFrom('draft_lines')
    .where('company_id', '=', draft.companyId)
    .where('draft_id', '=', draft.id)
    .execute()
  await insertLines(trx, { company_id: draft.companyId, id: draft.id }, lines)
}

type DraftId = Pick<Draft, 'companyId' | 'id'>

/**
 * Ends a draft, whether or not its MAC is true, and locks it: its row stays, and the next one of the period
 * is another. Null: the company has no such draft.
 */
export async function endDraft(
  trx: Trx,
  macKey: KeyObject,
  draft: DraftId,
): Promise<Pick<Draft, 'id' | 'companyId' | 'payrollId' | 'periodKey'> | null> {
  const row = await changeDraft(trx, macKey, draft, { ended: true })
  return row && { ...draft, payrollId: row.payroll_id, periodKey: row.period_key }
}

async function changeDraft(
  trx: Trx,
  macKey: KeyObject,
  { id, companyId }: DraftId,
  changes: Partial<Pick<CoveredRow<'drafts'>, 'ended' | 'lines_sha256'>>,
): Promise<DraftRow | null> {
  const row = await trx
    .selectFrom('drafts')
    .select([...macColumns.drafts, 'due_at'])
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .where('ended', '=', false)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!row) return null
  const next = { ...row, ...changes, version: row.version + 1 }
  const { ended, version, lines_sha256 } = next
  await trx
    .updateTable('drafts')
    .set({ ended, version, lines_sha256, mac: macOf(macKey, 'drafts', next) })
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .execute()
  return row
}
