import { type RawBuilder, sql } from 'kysely'
import type { StandingHold } from '#server/authorization/address-holds.ts'
import { hasConsented } from '#server/features/consents/index.ts'

/** Employees with their held addresses and accounts. */
export type Held = readonly StandingHold['row'][]

export const toHeld = (holds: readonly StandingHold[]): Held => holds.map(({ row }) => row)

/** Person `employees` has one of these addresses, or one of these accounts. */
const isHeld = (held: Held) => sql<boolean>`(employees.id, employees.address) IN (
  SELECT * FROM unnest(${held.map((row) => row.employee_id)}::uuid[],
    ${held.map(({ address }) => address)}::text[]))`
const isAccountHeld = (held: Held) => sql<boolean>`
  (employees.id, employees.bank, employees.bank_account) IN (
    SELECT * FROM unnest(${held.map((row) => row.employee_id)}::uuid[],
      ${held.map(({ bank }) => bank)}::text[],
      ${held.map((row) => row.bank_account)}::text[]))`

function whenHeld(held: Held) {
  const of = (kind: string) => held.filter((row) => row.kind === kind)
  return sql`
    WHEN employees.bitcoin_percent > 0 AND ${isHeld(of('ADDRESS'))} THEN 'addressHeld'
    WHEN employees.bitcoin_percent < 100 AND ${isAccountHeld(of('ACCOUNT'))} THEN 'accountHeld'`
}

/**
 * The first thing that a person in `employees` lacks. `held` comes from outside, because PostgreSQL
 * cannot check the MACs of held addresses and accounts.
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
