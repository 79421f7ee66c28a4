import { type UsualPay, usualByLastBase } from '#domain/usual-pay.ts'
import type { Db } from '#server/platform/db/database.ts'
import { repeatedAfterMs } from '../run/check-and-plan.ts'
import type { Payee } from '../run/payee.ts'
import type { Facts } from '../run/read-facts.ts'
import { type KnownId, readRecentlyOrdered } from '../run/recently-ordered.ts'
import { claimedPeriodOf } from '../run/unpaid-lines.ts'
import type { Comparison } from './compare.ts'

type OfRun = Pick<Facts, 'payroll' | 'salaries' | 'special' | 'rest' | 'period'>

/**
 * Reads for each person of a run what is usual and what was ordered in the last 72 hours, by whatever
 * payroll. `comparison` is with the last run of salaries, also where the run is a special pay. Aguinaldo
 * and Quincena 25 come beside a salary, so only salaries and bonuses count together.
 */
export async function readUsualPay(
  db: Db,
  { payroll: { id: payrollId, companyId }, salaries, special, rest, period }: OfRun,
  comparison: Comparison,
  now: Date,
): Promise<Map<string, UsualPay>> {
  const { lastRun, differing } = comparison
  const compared = new Map(differing.map((one) => [one.employeeId, one]))
  const isOwedByLaw = special !== null && special.kind !== 'BONUS'
  const since = new Date(now.getTime() - repeatedAfterMs)
  const beside = rest?.paymentId ?? null
  const recent = isOwedByLaw
    ? new Map<string, bigint>()
    : await readRecentlyOrdered(db, {
        companyId,
        ids: listKnownIds(comparison, salaries),
        since,
        now,
        beside,
        own: { payrollId, periodKey: claimedPeriodOf(period) },
      })
  return new Map(
    salaries.map(({ employeeId, usdCents }) => {
      const one = compared.get(employeeId)
      // The last run paid a person who does not differ the amount of this one.
      const last = one ? (one.last?.usdCents ?? null) : lastRun && usdCents
      const salary = { baseUsdCents: usdCents, usualUsdCents: usdCents }
      const usualUsdCents = usualByLastBase(special?.usual.get(employeeId) ?? salary, last)
      return [employeeId, { usualUsdCents, recentUsdCents: recent.get(employeeId) ?? 0n }]
    }),
  )
}

/** Lists the ids of these people, each with itself and with the id of a record that was made again. */
export function listKnownIds(
  { differing }: Comparison,
  salaries: readonly Pick<Payee, 'employeeId'>[],
): KnownId[] {
  const former = new Map(differing.map(({ employeeId, sameAs }) => [employeeId, sameAs]))
  return salaries.flatMap(({ employeeId: id }) => {
    const paidId = former.get(id) ?? null
    return paidId === null
      ? [{ id, paidId: id }]
      : [
          { id, paidId: id },
          { id, paidId },
        ]
  })
}
