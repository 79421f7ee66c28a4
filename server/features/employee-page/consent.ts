import type { Language } from '#contract/languages.ts'
import { refuseIfFrozen } from '#server/authorization/frozen.ts'
import { readConsentText, recordConsent } from '#server/features/consents/index.ts'
import { inTransaction } from '#server/platform/db/database.ts'
import { faultText } from '#server/platform/http/language.ts'
import { Refusal } from '#server/platform/http/refusal.ts'
import type { Deps } from '#server/startup/deps.ts'
import type { EmployeeSession } from './sessions.ts'

type Said = { agreed: boolean; textVersion: number; ip: string; language: Language }

/** Agrees to the present text, or withdraws an agreement, which is always possible. */
export async function sayConsent(
  { db, clock, macKey }: Deps,
  { companyId, employeeIds }: EmployeeSession,
  { agreed, textVersion, ip, language }: Said,
): Promise<void> {
  await inTransaction(db, async (trx) => {
    if (agreed) await refuseIfFrozen(trx, macKey, companyId)
    const { version } = await readConsentText(trx, companyId, language)
    const isKnown = agreed ? textVersion === version : textVersion >= 1 && textVersion <= version
    if (!isKnown) {
      const message = faultText('invalid', language)
      throw new Refusal('VALIDATION', { faults: [{ path: 'textVersion', message }] })
    }
    const actor = { companyId, userId: null, ip }
    const said = { agreed, textVersion, language, note: '' }
    await recordConsent(trx, { macKey, now: clock.now() }, actor, employeeIds, said)
  })
}
