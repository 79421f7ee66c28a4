import { sql } from 'kysely'
import type { AddressReport } from '#contract/changes.ts'
import { isSameEmail, sealContact } from '#server/authorization/contact-rows.ts'
import { isTrue } from '#server/authorization/mac.ts'
import { type MacRow, macColumns } from '#server/authorization/registry.ts'
import { notifyCompanies } from '#server/features/notifications/index.ts'
import { type Db, inTransaction, type Trx } from '#server/platform/db/database.ts'
import { nameOfUser } from '#server/platform/db/user-name.ts'
import { record } from '#server/platform/observe/audit.ts'
import type { Deps } from '#server/startup/deps.ts'
import { insertReports } from './open-reports.ts'
import { findChange, kindsOf, type ReportedChange, replacedBy } from './report-links.ts'

type ReportDeps = Pick<Deps, 'db' | 'clock' | 'config' | 'macKey' | 'log'>

async function findReport(db: Db, { macKey }: Pick<ReportDeps, 'macKey'>, change: ReportedChange) {
  const rows = await db
    .selectFrom('address_reports')
    .select(macColumns.address_reports)
    .where('company_id', '=', change.company_id)
    .where('employee_id', '=', change.employee_id)
    .where('version', '=', change.version)
    .orderBy('at', 'desc')
    .execute()
  return rows.find((row) => isTrue(macKey, 'address_reports', row))?.at ?? null
}

/** Whether the contact that followed the link's recipient is still there, and since when it counts. */
async function readSuccessor(
  db: Db,
  { macKey }: Pick<ReportDeps, 'macKey'>,
  change: ReportedChange,
) {
  const kind = replacedBy(change)
  if (!kind || !change.contact) return null
  const present = await db
    .selectFrom('employees')
    .select(macColumns.contacts)
    .where('company_id', '=', change.company_id)
    .where('id', '=', change.employee_id)
    .executeTakeFirstOrThrow()
  const { contact } = change
  const isThere =
    kind === 'EMAIL' ? isSameEmail(present.email, contact.email) : present.phone === contact.phone
  const since = kind === 'EMAIL' ? present.email_since : present.phone_since
  const isBelieved = isThere && isTrue(macKey, 'contacts', present)
  return { kind, present, isBelieved, isConfirmed: isBelieved && since < contact.at }
}

async function stateOf(
  db: Db,
  deps: Pick<ReportDeps, 'macKey'>,
  change: ReportedChange,
): Promise<AddressReport> {
  const reportedAt = await findReport(db, deps, change)
  const successor = await readSuccessor(db, deps, change)
  return {
    companyName: change.name,
    employeeName: `${change.first_name} ${change.last_name}`,
    changedAt: change.at.toISOString(),
    reportedAt: reportedAt?.toISOString() ?? null,
    changed: [
      ...(change.hasAddress ? (['ADDRESS'] as const) : []),
      ...(change.hasAccount ? (['ACCOUNT'] as const) : []),
      ...kindsOf(change),
    ],
    mayConfirm: reportedAt === null && successor?.isBelieved === true && !successor.isConfirmed,
    confirmed: successor?.isConfirmed ?? false,
  }
}

/** Reading a report changes nothing, since mail programs open links by themselves. */
export async function readReport(deps: ReportDeps, token: string): Promise<AddressReport> {
  return stateOf(deps.db, deps, await findChange(deps.db, deps, token))
}

/** Presses queue here: each change about a person locks the person's row. */
const lockPerson = (trx: Trx, { company_id, employee_id }: ReportedChange): Promise<Terms> =>
  trx
    .selectFrom('employees')
    .select(['address', 'bank', 'bank_account'])
    .where('company_id', '=', company_id)
    .where('id', '=', employee_id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()

type Terms = Pick<MacRow<'employees'>, 'address' | 'bank' | 'bank_account'>

/** Holds the reported address and account until another person releases it; a second press changes nothing. */
export async function reportAddress(
  deps: ReportDeps,
  token: string,
  ip: string,
): Promise<AddressReport> {
  return inTransaction(deps.db, async (trx) => {
    const change = await findChange(trx, deps, token)
    const terms = await lockPerson(trx, change)
    if (await findReport(trx, deps, change)) return stateOf(trx, deps, change)
    const { company_id: companyId, employee_id: employeeId, version } = change
    const at = deps.clock.now()
    const later = change.contact ? await readLaterVersions(trx, change, terms) : []
    const versions = [version, ...later].map((each) => ({ employeeId, version: each }))
    await insertReports(trx, deps.macKey, companyId, versions, at)
    await tellOfReport(trx, deps, change, { at, ip })
    return stateOf(trx, deps, change)
  })
}

/** The versions since that brought the present destinations: a reported contact makes them doubtful. */
async function readLaterVersions(
  trx: Trx,
  change: ReportedChange,
  { address, bank, bank_account: account }: Terms,
): Promise<number[]> {
  const { rows } = await sql<{ version: number }>`
    SELECT DISTINCT version FROM employee_destinations
    WHERE company_id = ${change.company_id} AND employee_id = ${change.employee_id}
      AND version > ${change.version} AND CASE kind WHEN 'ADDRESS' THEN address = ${address}
        ELSE (bank, bank_account) = (${bank}, ${account}) END`.execute(trx)
  return rows.map(({ version }) => version)
}

async function tellOfReport(
  trx: Trx,
  deps: ReportDeps,
  change: ReportedChange,
  { at, ip }: { at: Date; ip: string },
): Promise<void> {
  const { company_id: companyId, employee_id: employee, changed_by: userId } = change
  const person = `${change.first_name} ${change.last_name}`
  const action = reportedAct(change)
  const detail = { employee }
  await record(trx, { companyId, userId: null, ip, action, subject: person, detail })
  const changedBy = userId === null ? person : await nameOfUser(trx, { companyId, userId })
  const template = reportedText(change)
  const content = { template, params: { person, at, changedBy } } as const
  await notifyCompanies(trx, deps, [{ companyId, content }])
}

/** The name of the mails and answers about a report, by the first thing that it is about. */
export const reportedText = ({
  hasAddress,
  hasAccount,
}: Pick<ReportedChange, 'hasAddress' | 'hasAccount'>) =>
  hasAddress ? 'addressReported' : hasAccount ? 'accountReported' : 'contactReported'

const reportedAct = (change: ReportedChange) => `employee.${reportedText(change)}` as const

/**
 * Confirms a changed e-mail or phone by its former one: the new contact counts as long as that had.
 * Nothing changes where the change was reported, or the contact has changed again.
 */
export async function confirmChange(
  deps: ReportDeps,
  token: string,
  ip: string,
): Promise<AddressReport> {
  return inTransaction(deps.db, async (trx) => {
    const change = await findChange(trx, deps, token)
    await lockPerson(trx, change)
    const { contact, company_id: companyId, employee_id: employee } = change
    const successor = await readSuccessor(trx, deps, change)
    const before = await stateOf(trx, deps, change)
    if (!before.mayConfirm || !contact || !successor) return before
    const { kind, present } = successor
    const since =
      kind === 'EMAIL'
        ? { email_since: contact.previous_email_since }
        : { phone_since: contact.previous_phone_since }
    const row = { ...present, ...since }
    await trx
      .updateTable('employees')
      .set(sealContact(deps.macKey, row, present.contact_version + 1))
      .where('company_id', '=', companyId)
      .where('id', '=', employee)
      .execute()
    const subject = `${change.first_name} ${change.last_name}`
    const act = { action: 'employee.contactConfirmed', subject, detail: { employee } } as const
    await record(trx, { companyId, userId: null, ip, ...act })
    return stateOf(trx, deps, change)
  })
}
