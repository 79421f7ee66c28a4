import { type RawBuilder, sql } from 'kysely'
import { kinds, type MacKind, type MacRow } from './registry.ts'
import { selectMacColumns } from './select-mac-columns.ts'
import { termsOfImportRow, termsOfLine } from './terms-of-line.ts'

/** A row with its place in the table, and a name for people. */
export type PlacedRow = MacRow<MacKind> & { row_place: string; row_name: string }

/** A table whose rows stand under the MAC of a kind. */
export type MacPlace = {
  kind: MacKind
  table: string
  /** Counted under this name when the key changes. */
  what: string
  rows: RawBuilder<PlacedRow>
}

const place = sql`ctid::text AS row_place`

function ownTable(kind: MacKind, what: string, name = sql.ref('id'), where = sql`true`): MacPlace {
  const { table } = kinds[kind]
  const rows = sql<PlacedRow>`
    SELECT ${place}, ${name}::text AS row_name, ${selectMacColumns(kind)} FROM ${sql.table(table)} WHERE ${where}`
  return { kind, table, what, rows }
}

/** Lines of a payment keep the pay terms of their person, and rows of a file are to become a person. */
const copies: MacPlace[] = [
  {
    kind: 'employees',
    table: 'sheet_lines',
    what: 'lines of payments',
    rows: sql`SELECT l.ctid::text AS row_place, l.id::text AS row_name, ${termsOfLine} FROM sheet_lines l`,
  },
  {
    kind: 'employees',
    table: 'payday_sheet_lines',
    what: 'lines of prepared paydays',
    rows: sql`SELECT ${place}, sheet_id || ':' || employee_id AS row_name, employee_id AS id, company_id,
      address, usd_cents + dollars_usd_cents AS base_salary_usd_cents, bitcoin_percent, bank,
      bank_account, pay_frequency, version, mac FROM payday_sheet_lines`,
  },
  {
    kind: 'employees',
    table: 'import_rows',
    what: 'rows of uploaded lists',
    rows: sql`SELECT ${place}, import_id || ':' || line AS row_name, ${termsOfImportRow}
      FROM import_rows WHERE mac IS NOT NULL`,
  },
]

/** All rows under a MAC, for what looks at every one of them: a new key, the doctor. */
export const macPlaces: readonly MacPlace[] = [
  ownTable('employees', 'employees'),
  ...copies,
  ownTable('contacts', 'contacts of employees', sql.ref('id'), sql`contact_mac IS NOT NULL`),
  ownTable('payrolls', 'payrolls'),
  ownTable('payroll_employees', 'people of payrolls', sql`payroll_id || ':' || employee_id`),
  ownTable('schedules', 'dates of payrolls', sql.ref('payroll_id')),
  ownTable('closed_days', 'closed days', sql`company_id || ':' || day`),
  ownTable('occurrences', 'paydays'),
  ownTable('employee_destinations', 'changes of addresses and accounts'),
  ownTable('employee_contacts', 'changes of contacts'),
  ownTable('employee_changes', 'changes of people'),
  ownTable('destination_releases', 'released addresses and accounts'),
  ownTable('address_reports', 'reported addresses'),
  ownTable('employee_consents', 'consents'),
  ownTable('drafts', 'drafts of special pays'),
  ownTable('orders', 'orders', sql.ref('id'), sql`mac IS NOT NULL`),
  ownTable('dollar_marks', 'marks of dollars'),
  ownTable('approvals', 'approvals'),
  ownTable('fee_confirmations', 'confirmed fees', sql.ref('transaction_id')),
  ownTable('change_orders', 'changes that wait or waited'),
  ownTable('audit_events', 'events of audit trails', sql.ref('id'), sql`NOT by_trigger`),
  ownTable('audit_chains', 'ends of audit trails', sql.ref('company_id')),
  ownTable('users', 'users'),
  ownTable('companies', 'companies'),
  ownTable('former_channels', 'former channels'),
  ownTable('passkeys', 'passkeys'),
  ownTable('calendar_feeds', 'calendar feeds', sql.ref('user_id')),
  ownTable('address_report_links', 'links to report an address', sql.ref('employee_id')),
  ownTable('code_guards', 'counts of wrong codes', sql.ref('holder_id')),
  ownTable('known_devices', 'browsers of users', sql.ref('user_id')),
  ownTable('arrivals', 'answers about payments', sql.ref('line_id')),
  ownTable(
    'accepted_shared_addresses',
    'accepted pairs',
    sql`employee_id || ':' || other_id`,
    sql`mac IS NOT NULL`,
  ),
  ownTable('guess_counts', 'counts of wrong guesses', sql.ref('key')),
  ownTable('totp_secrets', 'authenticator apps'),
  ownTable('recovery_codes', 'recovery codes, ended'),
]
