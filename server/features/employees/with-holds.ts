import type { Employee } from '#contract/employees.ts'
import type { StandingHold } from '#server/authorization/address-holds.ts'

const endOf = ({ until }: StandingHold) => until?.getTime() ?? Number.POSITIVE_INFINITY

/** Adds to people the hold of their present address; of several holds, the one that ends last. */
export function withHolds(
  holds: readonly StandingHold[],
  employees: readonly Employee[],
): Employee[] {
  const byPerson = Map.groupBy(holds, ({ row }) => `${row.employee_id} ${row.address}`)
  return employees.map((employee) => {
    const own = byPerson.get(`${employee._id} ${employee.cryptoAddress}`) ?? []
    const [longest] = own.toSorted((a, b) => (endOf(a) > endOf(b) ? -1 : 1))
    if (!longest) return employee
    const { bitcoinPercent, readiness } = employee
    const isUnpaid = bitcoinPercent > 0 && readiness !== 'noAddress'
    const addressHold = wireOf(longest)
    return { ...employee, addressHold, readiness: isUnpaid ? 'addressHeld' : readiness }
  })
}

const wireOf = ({
  row,
  until,
  reportedAt,
}: StandingHold): NonNullable<Employee['addressHold']> => ({
  until: until?.toISOString() ?? null,
  at: row.at.toISOString(),
  reason: reportedAt ? 'REPORTED' : row.hold_reason === 'CONTACT' ? 'CONTACT' : 'ADDRESS',
})
