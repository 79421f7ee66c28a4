import { sql } from 'kysely'
import type { PaydaySheet } from '#contract/payments.ts'
import {
  type PrepareDeps,
  type PreparedLine,
  partsOnWire,
  readPreparedSheet,
  totalsOnWire,
} from '#server/features/payments/index.ts'
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
  if (!sheet || sheet.approval === 'ENDED' || sheet.lines.length === 0) {
    return { lines: [], totals: totalsOf([]) }
  }
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
  const lines = new Map(sheet.lines.map((line) => [line.employeeId, line]))
  return {
    lines: people.flatMap((employee) => {
      const line = lines.get(employee._id)
      return line ? { employee, ...partsOnWire(line) } : []
    }),
    totals: totalsOf(sheet.lines),
  }
}

function totalsOf(lines: readonly PreparedLine[]) {
  const inBitcoin = lines.filter(({ bitcoinUsdCents }) => bitcoinUsdCents > 0n)
  const inDollars = lines.filter(({ dollarsUsdCents }) => dollarsUsdCents > 0n)
  return totalsOnWire({
    people: lines.length,
    bitcoinPeople: inBitcoin.length,
    bitcoinUsdCents: inBitcoin.reduce((sum, line) => sum + line.bitcoinUsdCents, 0n),
    dollarsPeople: inDollars.length,
    dollarsUsdCents: inDollars.reduce((sum, line) => sum + line.dollarsUsdCents, 0n),
  })
}
