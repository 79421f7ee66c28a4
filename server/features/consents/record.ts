import { createHash, type KeyObject, randomUUIDv7 } from 'node:crypto'
import type { Language } from '#contract/languages.ts'
import { macOf } from '#server/authorization/mac.ts'
import type { Trx } from '#server/platform/db/database.ts'
import { type Actor, record } from '#server/platform/observe/audit.ts'

type Said = {
  agreed: boolean
  textVersion: number
  language: Language
  /** The place where the paper is kept. */
  note: string
}

/** A fingerprint by which an address can be recognised, but not read. */
const fingerprintOf = (address: string): string =>
  address === '' ? '' : createHash('sha256').update(address).digest('hex').slice(0, 16)

/**
 * Records a person's answer for all of the person's rows. `userId`: an administrator has it on
 * paper.
 */
export async function recordConsent(
  trx: Trx,
  { macKey, now }: { macKey: KeyObject; now: Date },
  { companyId, userId, ip }: Actor,
  employeeIds: readonly string[],
  { agreed, textVersion, language, note }: Said,
): Promise<void> {
  const people = await trx
    .selectFrom('employees')
    .select(['id', 'first_name', 'last_name', 'address', 'bitcoin_percent'])
    .where('company_id', '=', companyId)
    .where('id', 'in', employeeIds)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    // Answers are recorded one after the other, since the newest counts.
    .forNoKeyUpdate()
    .execute()
  for (const person of people) {
    const row = {
      id: randomUUIDv7(),
      company_id: companyId,
      employee_id: person.id,
      agreed,
      text_version: textVersion,
      language,
      bitcoin_percent: person.bitcoin_percent,
      address_fingerprint: fingerprintOf(person.address),
      at: now,
      ip,
      by_user: userId,
      note,
    }
    await trx
      .insertInto('employee_consents')
      .values({ ...row, mac: macOf(macKey, 'employee_consents', row) })
      .execute()
    await record(trx, {
      companyId,
      userId,
      ip,
      subject: `${person.first_name} ${person.last_name}`,
      action: agreed ? 'employee.consented' : 'employee.consentWithdrawn',
      detail: {
        employee: person.id,
        textVersion,
        share: person.bitcoin_percent,
        ...(row.address_fingerprint === '' ? {} : { fingerprint: row.address_fingerprint }),
        ...(note === '' ? {} : { note }),
      },
    })
  }
}
