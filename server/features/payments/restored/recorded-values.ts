import { sql } from 'kysely'
import type { CoveredRow } from '#server/authorization/registry.ts'
import type { RecordedLine, RecordedSignature } from '#server/authorization/signing-record.ts'

/** The person who asked for what was signed or, if the backup does not know that one, the oldest account. */
export const requestedBy = ({ requestedBy: id, company }: RecordedSignature) => sql<string>`(
  SELECT id FROM users WHERE company_id = ${company} ORDER BY (id = ${id}) DESC, id LIMIT 1)`

/** The pay terms of a person as a signature had them; of a bank account the record knows nothing. */
export const recordedTerms = (company: string, line: RecordedLine): CoveredRow<'employees'> => ({
  id: line.employee,
  company_id: company,
  address: line.destination,
  base_salary_usd_cents: line.salaryUsdCents ?? line.usdCents + line.dollarsUsdCents,
  bitcoin_percent: line.bitcoinPercent,
  bank: '',
  bank_account: '',
  pay_frequency: line.payFrequency,
  version: line.version,
})
