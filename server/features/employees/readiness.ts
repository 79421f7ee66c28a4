import { type RawBuilder, sql } from 'kysely'
import type { StandingHold } from '#server/authorization/address-holds.ts'
import { hasConsented } from '#server/features/consents/index.ts'

/** Employees with their held addresses. */
export type Held = readonly { employeeId: string; address: string }[]

export const toHeld = (holds: readonly StandingHold[]): Held =>
  holds.map(({ row }) => ({ employeeId: row.employee_id, address: row.address }))

const whenHeld = (held: Held) => sql`
    WHEN employees.bitcoin_percent > 0 AND (employees.id, employees.address) IN (
      SELECT * FROM unnest(${held.map(({ employeeId }) => employeeId)}::uuid[],
        ${held.map(({ address }) => address)}::text[]))
      THEN 'addressHeld'`

/**
 * The first thing that a person in `employees` lacks. `held` comes from outside, because PostgreSQL
 * cannot check the MACs of held addresses.
 */
export const readinessOf = (companyId: string, held: Held): RawBuilder<unknown> => sql`
  CASE
    -- The table refuses such a row as well.
    WHEN employees.address = '' AND employees.bitcoin_percent > 0 THEN 'noAddress'
    ${held.length > 0 ? whenHeld(held) : sql``}
    WHEN employees.bitcoin_percent > 0 AND NOT ${hasConsented('employees', companyId)}
      THEN 'noConsent'
    WHEN employees.invited_at IS NULL THEN 'notInvited'
    WHEN employees.email = '' THEN 'noEmail'
    ELSE 'ready'
  END`
