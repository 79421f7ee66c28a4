import type { KeyObject } from 'node:crypto'
import type { Selectable } from 'kysely'
import { z } from 'zod/mini'
import { type IncludedLine, includedLine } from '#contract/include.ts'
import { payment } from '#contract/payments.ts'
import { countMissingApprovals, isReleasedByPress } from '#domain/enough-approvals.ts'
import { approversOf } from '#server/authorization/approvals-that-count.ts'
import { canonicalJson } from '#server/authorization/canonical-json.ts'
import type { ChangeOrderRow } from '#server/authorization/change-rows.ts'
import type { HeldChoice } from '#server/authorization/sheet.ts'
import { readChange, readCounting, toSheetedChange } from '#server/features/quorum/index.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { PaydaySheets } from '#server/platform/db/database-types.ts'
import type { SplitReason } from '../run/payee.ts'

/** One person of the sheet, with everything that a payment line is a snapshot of. */
export type PreparedLine = {
  employeeId: string
  address: string
  script: Buffer
  bitcoinUsdCents: bigint
  dollarsUsdCents: bigint
  bitcoinPercent: number
  splitReason: SplitReason | null
  bank: string
  bankAccount: string
  payFrequency: string | null
  version: number
  mac: Buffer
}

/** The pay terms of a line, as its MAC covers them, with the script of its address. */
export const termsOfPrepared = (line: PreparedLine) => ({
  id: line.employeeId,
  address: line.address,
  script: line.script,
  base_salary_usd_cents: line.bitcoinUsdCents + line.dollarsUsdCents,
  bitcoin_percent: line.bitcoinPercent,
  bank: line.bank,
  bank_account: line.bankAccount,
  pay_frequency: line.payFrequency,
  version: line.version,
  mac: line.mac,
})

/**
 * NONE: no approval is needed, and a person presses. OPEN: waits for approvals. APPROVED: until its
 * window is over. ENDED: rejected, withdrawn, too late, or written past the program.
 */
export type SheetApproval = 'NONE' | 'OPEN' | 'APPROVED' | 'ENDED'

/** The sheet of a payday without its lines. */
export type PreparedSheet = {
  id: string
  companyId: string
  payrollId: string
  occurrenceId: string
  periodKey: string
  dueAt: Date
  preparedAt: Date
  preparedBy: string | null
  changeOrderId: string | null
  approval: SheetApproval
  /** The required approvals that are there; nobody's is for the own changes. */
  given: number
  required: number
  /** Null: no part of the payday is in bitcoin. */
  rateUsdCentsPerBtc: bigint | null
  ceilingUsdCents: bigint
  sheetSha256: Buffer
  held: Record<string, HeldChoice>
  included: IncludedLine[]
  leftOut: z.infer<typeof leftOut>
}

const leftOut = payment.shape.leftOut
const included = z.array(includedLine)
const held = z.record(z.string(), z.enum(['previous', 'leave']))

type SheetRow = Selectable<PaydaySheets>

/**
 * Reads the sheets of paydays of a company, by the payday's id. `presser` presses now: that person's
 * press may release what the approvals alone do not.
 */
export async function readPreparedSheets(
  db: Db,
  macKey: KeyObject,
  companyId: string,
  occurrenceIds: readonly string[],
  now: Date,
  presser: string | null = null,
): Promise<Map<string, PreparedSheet>> {
  if (occurrenceIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('payday_sheets')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('occurrence_id', 'in', [...occurrenceIds])
    .execute()
  const changeIds = rows.flatMap(({ change_order_id: id }) => (id === null ? [] : [id]))
  const changes = await readChanges(db, companyId, changeIds)
  const subjects = changes.map((row) => toSheetedChange(macKey, row))
  const counting = await readCounting(db, macKey, { companyId, subjects }, now)
  return new Map(
    rows.map((row) => {
      const change = changes.find(({ id }) => id === row.change_order_id) ?? null
      const approvers = change ? approversOf(counting(change.id)) : []
      const approval = approvalOf(macKey, row, change, { approvers, presser, now })
      const required = change ? Math.max(1, change.required) : 0
      const missing = change ? countMissingApprovals(toSheetedChange(macKey, change), approvers) : 0
      const given = required - missing
      return [row.occurrence_id, sheetOf(row, { approval, given, required })]
    }),
  )
}

/** Reads the sheet of one payday with its people in order; null: nothing is prepared. */
export async function readPreparedSheet(
  db: Db,
  macKey: KeyObject,
  { companyId, occurrenceId }: { companyId: string; occurrenceId: string },
  now: Date,
  presser: string | null = null,
): Promise<(PreparedSheet & { lines: PreparedLine[] }) | null> {
  const sheets = await readPreparedSheets(db, macKey, companyId, [occurrenceId], now, presser)
  const sheet = sheets.get(occurrenceId)
  if (!sheet) return null
  const lines = await db
    .selectFrom('payday_sheet_lines')
    .select(['employee_id as employeeId', 'address', 'script_pubkey as script'])
    .select(['usd_cents as bitcoinUsdCents', 'dollars_usd_cents as dollarsUsdCents'])
    .select(['bitcoin_percent as bitcoinPercent', 'split_reason as splitReason', 'version', 'mac'])
    .select(['bank', 'bank_account as bankAccount', 'pay_frequency as payFrequency'])
    .where('company_id', '=', companyId)
    .where('sheet_id', '=', sheet.id)
    .orderBy('employee_id')
    .$narrowType<{ splitReason: SplitReason | null }>()
    .execute()
  return { ...sheet, lines }
}

async function readChanges(
  db: Db,
  companyId: string,
  ids: readonly string[],
): Promise<ChangeOrderRow[]> {
  if (ids.length === 0) return []
  return db
    .selectFrom('change_orders')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('id', 'in', [...ids])
    .execute()
}

type Approving = { approvers: readonly string[]; presser: string | null; now: Date }

/**
 * Reads the state from the approvals, since a state column could be rewritten. A sheet that ended
 * stays ended.
 */
function approvalOf(
  macKey: KeyObject,
  row: SheetRow,
  order: ChangeOrderRow | null,
  { approvers, presser, now }: Approving,
): SheetApproval {
  if (row.change_order_id === null) return 'NONE'
  const change = order && readChange(macKey, order)
  if (!order || change?.kind !== 'OCCURRENCE') return 'ENDED'
  const { payload } = change
  const isOfSheet =
    payload.occurrenceId === row.occurrence_id &&
    payload.required === order.required &&
    payload.sheetSha256 === row.sheet_sha256.toString('hex') &&
    payload.dueAt === row.due_at.toISOString() &&
    canonicalJson(payload.included) === canonicalJson(row.included)
  const isAlive = order.state === 'open' || order.state === 'waiting'
  if (!isOfSheet || !isAlive || order.expires_at <= now) return 'ENDED'
  // A press needs no last approval that would have moved the state.
  const isDecided = presser !== null || order.state === 'waiting'
  const subject = toSheetedChange(macKey, order)
  const isApproved = isDecided && isReleasedByPress(subject, presser, approvers)
  return isApproved ? 'APPROVED' : 'OPEN'
}

const sheetOf = (
  row: SheetRow,
  approvals: Pick<PreparedSheet, 'approval' | 'given' | 'required'>,
): PreparedSheet => ({
  id: row.id,
  companyId: row.company_id,
  payrollId: row.payroll_id,
  occurrenceId: row.occurrence_id,
  periodKey: row.period_key,
  dueAt: row.due_at,
  preparedAt: row.prepared_at,
  preparedBy: row.prepared_by,
  changeOrderId: row.change_order_id,
  ...approvals,
  rateUsdCentsPerBtc: row.rate_usd_cents_per_btc,
  ceilingUsdCents: row.ceiling_usd_cents,
  sheetSha256: row.sheet_sha256,
  held: held.parse(row.held),
  included: included.parse(row.included),
  leftOut: leftOut.parse(row.left_out),
})
