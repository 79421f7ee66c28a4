import { sql } from 'kysely'
import type { PaydaySheet } from '#contract/calendar.ts'
import { usdNumber } from '#domain/money.ts'
import { type PrepareDeps, readPreparedSheet } from '#server/features/payments/index.ts'
import { type Db, isUuid } from '#server/platform/db/database.ts'
import { Refusal } from '#server/platform/http/refusal.ts'
import { readOccurrences } from './rows.ts'

type Input = { companyId: string; id: string; now: Date }

/** Reads, by name, the people whom an approved payday will pay. */
export async function readPaydaySheet(
  db: Db,
  { macKey }: Pick<PrepareDeps, 'macKey'>,
  { companyId, id, now }: Input,
): Promise<PaydaySheet> {
  const [found] = isUuid(id) ? await readOccurrences(db, macKey, companyId, sql`o.id = ${id}`) : []
  if (!found) throw new Refusal('NOT_FOUND')
  const sheet = await readPreparedSheet(db, macKey, { companyId, occurrenceId: id }, now)
  if (!sheet || sheet.approval === 'ENDED' || sheet.lines.length === 0) return { lines: [] }
  const people = await db
    .selectFrom('employees')
    .select(['id as _id', 'first_name as firstName', 'last_name as lastName'])
    .where('company_id', '=', companyId)
    .where(
      'id',
      'in',
      sheet.lines.map(({ employeeId }) => employeeId),
    )
    .orderBy('first_name')
    .orderBy('last_name')
    .orderBy('id')
    .execute()
  return {
    lines: people.flatMap((employee) =>
      sheet.lines
        .filter(({ employeeId }) => employeeId === employee._id)
        .map(({ address, bitcoinUsdCents, dollarsUsdCents }) => ({
          employee,
          cryptoAddress: address,
          bitcoinUsd: usdNumber(bitcoinUsdCents),
          dollarsUsd: usdNumber(dollarsUsdCents),
        })),
    ),
  }
}
