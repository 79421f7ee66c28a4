import type { KeyObject } from 'node:crypto'
import { sql } from 'kysely'
import { findTrueRows, isTrue } from '#server/authorization/mac.ts'
import { kinds, type MacRow } from '#server/authorization/registry.ts'
import { selectMacColumns } from '#server/authorization/select-mac-columns.ts'
import { hasConsented } from '#server/features/consents/index.ts'
import type { Db } from '#server/platform/db/database.ts'
import { termsOfPrepared } from '../prepared/read-sheets.ts'
import type { Facts } from '../run/read-facts.ts'
import type { PreparedPayday } from './with-sheet.ts'

type Sheet = Pick<PreparedPayday, 'id' | 'companyId' | 'lines' | 'leftOut' | 'included' | 'held'>

/**
 * Whether the company changed the people of a prepared payday after it was prepared, their
 * salaries, shares, addresses, accounts or consents, or paid some of them; or somebody wrote its lines
 * past the program. Changes by employees on their own page count from the next run. Versions and rows
 * are compared instead of times, because a clock may be set back.
 */
export async function isChangedByCompany(
  db: Db,
  macKey: KeyObject,
  sheet: Sheet,
  { salaries, elsewhere }: Pick<Facts, 'salaries' | 'elsewhere'>,
): Promise<boolean> {
  const present = new Set(salaries.map(({ employeeId }) => employeeId))
  const prepared = new Set(sheet.lines.map(({ employeeId }) => employeeId))
  const leftOut = new Set(sheet.leftOut.map(({ employeeId }) => employeeId))
  const isNew = [...present].some((id) => !prepared.has(id) && !leftOut.has(id))
  const isGone = [...prepared].some((id) => !present.has(id))
  if (isNew || isGone || isPaidElsewhere(sheet, elsewhere)) return true
  if ((await hasChangedLine(db, sheet)) || (await hasUntrueLine(macKey, sheet))) return true
  const isChanged = (history: 'employee_destinations' | 'employee_changes') =>
    isChangedSince(db, macKey, sheet, history)
  return (await isChanged('employee_destinations')) || (await isChanged('employee_changes'))
}

/**
 * Another payroll has paid somebody of the sheet, and nobody has chosen to pay them here too. A choice
 * about a cancelled payment is none about one that confirmed after all.
 */
function isPaidElsewhere({ lines, included }: Sheet, elsewhere: Facts['elsewhere']): boolean {
  const textOf = (employee: string, payroll: string, paid: string) =>
    [employee, payroll, paid].join(' ')
  const textsOf = (chosen: Sheet['included']) =>
    new Set(chosen.map(({ employee, payroll, paid }) => textOf(employee, payroll, paid)))
  const chosen = textsOf(included)
  const chosenAsPaid = textsOf(included.filter(({ mayConfirm }) => !mayConfirm))
  return lines.some(({ employeeId }) =>
    elsewhere.get(employeeId)?.some(({ payrollId, paidId, mayConfirm }) => {
      const known = mayConfirm ? chosen : chosenAsPaid
      return !known.has(textOf(employeeId, payrollId, paidId))
    }),
  )
}

/** The signer checks no line that is in dollars alone. */
async function hasUntrueLine(macKey: KeyObject, { companyId, lines }: Sheet): Promise<boolean> {
  const terms = lines.map((line) => ({ ...termsOfPrepared(line), company_id: companyId }))
  return (await findTrueRows(macKey, 'employees', terms)).length < lines.length
}

async function hasChangedLine(db: Db, { id, companyId, held }: Sheet): Promise<boolean> {
  // A person at the previous destination has another one than the line.
  const atPrevious = Object.keys(held).filter((employeeId) => held[employeeId] === 'previous')
  const { rows } = await sql`
    SELECT FROM payday_sheet_lines l
    JOIN employees e ON e.company_id = l.company_id AND e.id = l.employee_id
    WHERE l.company_id = ${companyId} AND l.sheet_id = ${id} AND (
      e.base_salary_usd_cents <> l.usd_cents + l.dollars_usd_cents
      -- No employee changes the account on the own page.
      OR ((e.bank, e.bank_account) <> (l.bank, l.bank_account)
        AND l.employee_id <> ALL (${atPrevious}::uuid[]))
      OR ((l.bitcoin_percent > 0 AND NOT ${hasConsented('e', companyId)})
          <> coalesce(l.split_reason = 'NO_CONSENT', false)
        AND NOT coalesce((
          SELECT said.by_user IS NULL FROM employee_consents said
          WHERE said.company_id = l.company_id AND said.employee_id = l.employee_id
          ORDER BY said.position DESC LIMIT 1), false)))
    LIMIT 1`.execute(db)
  return rows.length > 0
}

/** Whether the program noted an address, an account or a share that the company gave somebody of the sheet since. */
async function isChangedSince(
  db: Db,
  macKey: KeyObject,
  { id, companyId }: Sheet,
  history: 'employee_destinations' | 'employee_changes',
): Promise<boolean> {
  const { rows } = await sql<MacRow<typeof history>>`
    SELECT ${selectMacColumns(history, 'h')} FROM payday_sheet_lines l
    JOIN employees e ON e.company_id = l.company_id AND e.id = l.employee_id
      AND e.version <> l.version
    JOIN ${sql.table(kinds[history].table)} h ON h.company_id = l.company_id
      AND h.employee_id = l.employee_id AND h.version > l.version AND h.via <> 'EMPLOYEE'
      -- A salary is compared, and a name pays nobody else.
      AND h.kind IN ('SHARE', 'ADDRESS', 'ACCOUNT')
    WHERE l.company_id = ${companyId} AND l.sheet_id = ${id}`.execute(db)
  return rows.some((row) => isTrue(macKey, history, row))
}
