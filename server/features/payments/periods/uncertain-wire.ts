import type { UncertainOnWire } from '#contract/payments.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { Facts } from '../run/read-facts.ts'
import { transactionsOf } from '../untracked/acknowledge.ts'

const namedAtMost = 100

/** Says who would be paid, and which spends perhaps have paid them already. */
export async function sayUncertain(
  db: Db,
  { uncertain, salaries, payroll }: Facts,
): Promise<UncertainOnWire | null> {
  if (!uncertain) return null
  const { id: _id, at, transactions, perhapsPaid } = uncertain
  const people = salaries.map(({ employeeId, firstName, lastName }) => ({
    employeeId,
    name: `${firstName} ${lastName}`,
    perhapsPaid: perhapsPaid.has(employeeId),
  }))
  const inOrder = people.sort((a, b) => Number(b.perhapsPaid) - Number(a.perhapsPaid))
  const shown = transactions.slice(0, namedAtMost)
  return {
    _id,
    at: at.toISOString(),
    transactions: await transactionsOf(db, payroll.companyId, shown),
    people: inOrder.slice(0, namedAtMost),
  }
}
