import type { CoveredRow } from '../authorization/registry.ts'

type Terms = CoveredRow<'employees'>
type Named = 'id' | 'company_id' | 'address' | 'base_salary_usd_cents'

/** The pay terms of somebody new: all in bitcoin, no bank account, the first version. */
export const payTerms = (terms: Pick<Terms, Named> & Partial<Terms>): Terms => ({
  bitcoin_percent: 100,
  bank: '',
  bank_account: '',
  pay_frequency: null,
  version: 1,
  ...terms,
})
