import type { AddressReport } from '#contract/changes.ts'
import { minuteMs } from '#domain/durations.ts'
import { isTrue, macOf } from '#server/authorization/mac.ts'
import { notifyCompanies, reportLivesMinutes } from '#server/features/notifications/index.ts'
import { type Db, inTransaction } from '#server/platform/db/database.ts'
import { nameOfUser } from '#server/platform/db/user-name.ts'
import { Refusal } from '#server/platform/http/refusal.ts'
import { record } from '#server/platform/observe/audit.ts'
import { tokenHash } from '#server/platform/security/tokens.ts'
import type { Deps } from '#server/startup/deps.ts'

type ReportDeps = Pick<Deps, 'db' | 'clock' | 'config' | 'macKey' | 'log'>

/** Finds the change of a link; 410 for an unknown link, and after 30 days. */
async function findChange(
  db: Db,
  { clock, macKey }: Pick<ReportDeps, 'clock' | 'macKey'>,
  token: string,
) {
  const bornAfter = new Date(clock.now().getTime() - reportLivesMinutes * minuteMs)
  const row = await db
    .selectFrom('address_report_links as l')
    .innerJoin('employee_addresses as a', (join) =>
      join
        .onRef('a.company_id', '=', 'l.company_id')
        .onRef('a.employee_id', '=', 'l.employee_id')
        .onRef('a.version', '=', 'l.version'),
    )
    .innerJoin('employees as e', 'e.id', 'l.employee_id')
    .innerJoin('companies as c', 'c.id', 'l.company_id')
    .select(['l.company_id', 'l.employee_id', 'l.version', 'a.at', 'a.changed_by'])
    .select(['e.first_name', 'e.last_name', 'c.name'])
    .select(['l.sha256', 'l.created_at', 'l.mac'])
    .where('l.sha256', '=', tokenHash(token))
    .where('l.created_at', '>', bornAfter)
    .executeTakeFirst()
  if (!row || !isTrue(macKey, 'address_report_links', row)) throw new Refusal('REPORT_LINK_ENDED')
  return row
}

type Change = Awaited<ReturnType<typeof findChange>>

async function findReport(db: Db, { macKey }: Pick<ReportDeps, 'macKey'>, change: Change) {
  const rows = await db
    .selectFrom('address_reports')
    .select(['company_id', 'employee_id', 'version', 'at', 'mac'])
    .where('company_id', '=', change.company_id)
    .where('employee_id', '=', change.employee_id)
    .where('version', '=', change.version)
    .orderBy('at', 'desc')
    .execute()
  return rows.find((row) => isTrue(macKey, 'address_reports', row))?.at ?? null
}

const stateOf = (change: Change, reportedAt: Date | null): AddressReport => ({
  companyName: change.name,
  employeeName: `${change.first_name} ${change.last_name}`,
  changedAt: change.at.toISOString(),
  reportedAt: reportedAt?.toISOString() ?? null,
})

/** Reading a report changes nothing, since mail programs open links by themselves. */
export async function readReport(deps: ReportDeps, token: string): Promise<AddressReport> {
  const change = await findChange(deps.db, deps, token)
  return stateOf(change, await findReport(deps.db, deps, change))
}

/** Holds the reported address until another person releases it; a second press changes nothing. */
export async function reportAddress(
  deps: ReportDeps,
  token: string,
  ip: string,
): Promise<AddressReport> {
  return inTransaction(deps.db, async (trx) => {
    const change = await findChange(trx, deps, token)
    const { company_id, employee_id, version } = change
    // Presses queue here: each change about a person locks the person's row.
    await trx
      .selectFrom('employees')
      .select('id')
      .where('company_id', '=', company_id)
      .where('id', '=', employee_id)
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow()
    const before = await findReport(trx, deps, change)
    if (before) return stateOf(change, before)
    const at = deps.clock.now()
    const row = { company_id, employee_id, version, at }
    await trx
      .insertInto('address_reports')
      .values({ ...row, mac: macOf(deps.macKey, 'address_reports', row) })
      .execute()
    const person = `${change.first_name} ${change.last_name}`
    await record(trx, {
      companyId: company_id,
      userId: null,
      ip,
      action: 'employee.addressReported',
      subject: person,
      detail: { employee: employee_id },
    })
    const { changed_by: userId } = change
    const changedBy =
      userId === null ? person : await nameOfUser(trx, { companyId: company_id, userId })
    const params = { person, at, changedBy }
    await notifyCompanies(trx, deps, [
      { companyId: company_id, content: { template: 'addressReported', params } },
    ])
    return stateOf(change, at)
  })
}
