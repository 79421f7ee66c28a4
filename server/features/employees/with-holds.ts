import type { Employee } from '#contract/employees.ts'
import { isOfTerms, reasonOfHold, type StandingHold } from '#server/authorization/address-holds.ts'

const endOf = ({ until }: StandingHold) => until?.getTime() ?? Number.POSITIVE_INFINITY

/** Adds to people the holds of their present address and account; of several of one, the one that ends last. */
export function withHolds(
  holds: readonly StandingHold[],
  employees: readonly Employee[],
): Employee[] {
  const byPerson = Map.groupBy(holds, ({ row }) => row.employee_id)
  return employees.map((employee) => {
    const { cryptoAddress: address, bank, bankAccount: bank_account } = employee
    const own = (byPerson.get(employee._id) ?? []).filter(({ row }) =>
      isOfTerms(row, { address, bank, bank_account }),
    )
    if (own.length === 0) return employee
    const addressHold = longestOf(own, 'ADDRESS')
    const accountHold = longestOf(own, 'ACCOUNT')
    return {
      ...employee,
      ...(addressHold && { addressHold: wireOf(addressHold) }),
      ...(accountHold && { accountHold: wireOf(accountHold) }),
      readiness: readinessAt(employee, { addressHold, accountHold }),
    }
  })
}

const longestOf = (holds: readonly StandingHold[], kind: string): StandingHold | undefined =>
  holds.filter(({ row }) => row.kind === kind).toSorted((a, b) => (endOf(a) > endOf(b) ? -1 : 1))[0]

type Found = Record<'addressHold' | 'accountHold', StandingHold | undefined>

/** As `readinessOf` says it of everybody. */
function readinessAt(
  { bitcoinPercent, readiness }: Employee,
  { addressHold, accountHold }: Found,
): Employee['readiness'] {
  if (readiness === 'noAddress') return readiness
  if (addressHold && bitcoinPercent > 0) return 'addressHeld'
  return accountHold && bitcoinPercent < 100 ? 'accountHeld' : readiness
}

const wireOf = (hold: StandingHold): NonNullable<Employee['addressHold']> => ({
  until: hold.until?.toISOString() ?? null,
  at: hold.row.at.toISOString(),
  reason: reasonOfHold(hold),
})
