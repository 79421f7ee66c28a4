import { sql } from 'kysely'
import type { CoveredRow } from '#server/authorization/registry.ts'
import type { RecordedLine, RecordedSignature } from '#server/authorization/signing-record.ts'
import type { Trx } from '#server/platform/db/database.ts'

/** The payment of a signature or of released dollars, as far as both entries say it. */
export type RecordedRun = Pick<
  RecordedSignature,
  'run' | 'company' | 'payroll' | 'requestedBy' | 'signedAt' | 'pay'
> & { rateUsdCentsPerBtc: bigint | null }

/** The person who asked for what was signed or, if the backup does not know that one, the oldest account. */
export const requestedBy = ({
  requestedBy: id,
  company,
}: Pick<RecordedRun, 'requestedBy' | 'company'>) => sql<string>`(
  SELECT id FROM users WHERE company_id = ${company} ORDER BY (id = ${id}) DESC, id LIMIT 1)`

export async function findRequester(
  trx: Trx,
  signed: Pick<RecordedRun, 'requestedBy' | 'company'>,
): Promise<string> {
  const { rows } = await sql<{ id: string }>`SELECT ${requestedBy(signed)} AS id`.execute(trx)
  const [row] = rows
  if (!row) throw new Error('A SELECT without FROM has one row')
  return row.id
}

/** The whole amount of a recorded line, in cents. */
export const wholeOf = ({ usdCents, dollarsUsdCents }: RecordedLine): bigint =>
  usdCents + dollarsUsdCents

/** The base salary of a recorded line, in cents; a special pay has another amount. */
export const baseOfRecorded = (line: RecordedLine): bigint => line.salaryUsdCents ?? wholeOf(line)

/** The pay terms of a person as a signature or a release had them. */
export const recordedTerms = (company: string, line: RecordedLine): CoveredRow<'employees'> => ({
  id: line.employee,
  company_id: company,
  address: line.destination,
  base_salary_usd_cents: baseOfRecorded(line),
  bitcoin_percent: line.bitcoinPercent,
  bank: line.bank,
  bank_account: line.bankAccount,
  pay_frequency: line.payFrequency,
  version: line.version,
})
