import type { EmployeeMe } from '#contract/employee-page.ts'
import type { Language } from '#contract/languages.ts'
import { accountEnd } from '#domain/account-end.ts'
import { usdNumber } from '#domain/money.ts'
import { readHolds } from '#server/authorization/address-holds.ts'
import { isTrue } from '#server/authorization/mac.ts'
import { macColumns } from '#server/authorization/registry.ts'
import { readOwnHoldHours } from '#server/features/address-holds/index.ts'
import { readOwnNextPayday, readOwnPrepared } from '#server/features/calendar/index.ts'
import { latestConsents, readConsentText } from '#server/features/consents/index.ts'
import { readCurrentPrice } from '#server/features/prices/index.ts'
import type { Db } from '#server/platform/db/database.ts'
import { Refusal } from '#server/platform/http/refusal.ts'
import type { Deps } from '#server/startup/deps.ts'
import { readConfirmedAt } from './arrivals.ts'
import { otherChannel } from './other-channel.ts'
import type { EmployeeSession } from './sessions.ts'

/** Reads the newest row of the session's person. */
export async function readPerson(db: Db, { companyId, employeeId }: EmployeeSession) {
  const row = await db
    .selectFrom('employees')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('id', '=', employeeId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!row) throw new Refusal('LINK_ENDED')
  return row
}

/**
 * Reads the company's rules about its people's shares; a row changed past the program gets the
 * strict ones.
 */
export async function readShareRules(db: Db, { macKey }: Pick<Deps, 'macKey'>, companyId: string) {
  const row = await db
    .selectFrom('companies')
    .select(macColumns.companies)
    .where('id', '=', companyId)
    .executeTakeFirstOrThrow()
  const isRight = isTrue(macKey, 'companies', row)
  const setBy = isRight && row.share_set_by === 'EMPLOYEE' ? 'EMPLOYEE' : 'COMPANY'
  return { setBy, consentRequired: !isRight || row.require_consent } as const
}

/** How long the person's address is held; of several holds, the longest. */
async function holdOf(
  db: Db,
  { macKey }: Pick<Deps, 'macKey'>,
  { companyId, employeeId }: EmployeeSession,
  address: string,
  now: Date,
) {
  const holds = (await readHolds(db, macKey, companyId, now)).filter(
    ({ row }) =>
      row.employee_id === employeeId && row.kind === 'ADDRESS' && row.address === address,
  )
  const times = holds.flatMap(({ until }) => (until ? [until.getTime()] : []))
  return {
    addressHeldUntil: times.length > 0 ? new Date(Math.max(...times)).toISOString() : null,
    addressReported: holds.some(({ until }) => until === null),
  }
}

/** Reads everything on the page except payments, about this one person. */
export async function readMe(
  deps: Deps,
  session: EmployeeSession,
  language: Language,
): Promise<EmployeeMe> {
  const { db, macKey, clock } = deps
  const { companyId, companyName, employeeId, endsAt } = session
  const now = clock.now()
  const person = await readPerson(db, session)
  const { setBy, consentRequired } = await readShareRules(db, deps, companyId)
  const consent = (await latestConsents(db, macKey, companyId, [employeeId])).get(employeeId)
  const price = await readCurrentPrice(db)
  return {
    firstName: person.first_name,
    lastName: person.last_name,
    company: { _id: companyId, name: companyName },
    next: await readOwnNextPayday(db, macKey, session, now),
    baseSalary: usdNumber(person.base_salary_usd_cents),
    bitcoinPercent: person.bitcoin_percent,
    shareSetBy: setBy,
    cryptoAddress: person.address,
    addressConfirmedAt: await readConfirmedAt(db, session, person.script_pubkey),
    ...(await holdOf(db, deps, session, person.address, now)),
    bank: person.bank,
    bankAccountEnd: accountEnd(person.bank_account),
    codeVia: otherChannel(session, person, deps)?.via ?? null,
    holdHours: await readOwnHoldHours(db, macKey, companyId),
    countsFrom: await readOwnPrepared(db, macKey, session, now),
    usdRate: price ? usdNumber(price.usdCentsPerBtc) : null,
    consentRequired,
    consent: consent
      ? {
          agreed: consent.agreed,
          textVersion: consent.textVersion,
          at: consent.at.toISOString(),
        }
      : null,
    consentText: await readConsentText(db, companyId, language),
    endsAt: endsAt.toISOString(),
  }
}
