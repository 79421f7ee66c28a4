import type { RawBuilder } from 'kysely'

export type Via = 'FORM' | 'CSV' | 'API'
export type Changing = {
  companyId: string
  userId: string
  ip: string | null
  via: Via
  now: Date
}
/** A change by the employee, on the own page. */
export type OwnChanging = Omit<Changing, 'userId' | 'via'> & { userId: null; via: 'EMPLOYEE' }

/**
 * Selects people with their new values, before the change is made: `id, version, is_new, address,
 * script_pubkey, bank, bank_account, previous_address, previous_bank, previous_account,
 * identification, name, email, phone, previous_email, previous_phone`.
 */
export type People = RawBuilder<unknown>
