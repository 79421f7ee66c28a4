import type { Selectable } from 'kysely'
import type { DB, JsonValue } from '../platform/db/database-types.ts'

type Column<Table extends keyof DB> = keyof DB[Table] & string

/**
 * One kind of row under a MAC: its table, a domain separator, and the columns covered. The separator
 * changes with the columns, so that no MAC of one form passes for another.
 */
const kind = <
  Table extends keyof DB,
  const Covered extends readonly Column<Table>[],
  Mac extends Column<Table> & string,
>(
  table: Table,
  separator: string,
  covered: Covered,
  mac: Mac,
) => ({ table, separator, covered, mac })

/**
 * All kinds of rows under a MAC. `version` among the columns counts the changes of a row: it only grows,
 * so that no former row comes back.
 */
export const kinds = {
  users: kind(
    'users',
    'quincena user 2',
    [
      'id',
      'company_id',
      'email',
      'phone',
      'password_hash',
      'two_factor_enabled',
      'two_factor_via',
      'email_verified_at',
      'phone_verified_at',
      'password_reset_at',
      'role',
      'role_since',
      'factors_reset_at',
      'removed_at',
      'version',
    ],
    'mac',
  ),
  companies: kind(
    'companies',
    'quincena company 2',
    [
      'id',
      'approval_over_usd_cents',
      'approval_changed_addresses',
      'approval_tiers',
      'strong_only',
      'frozen_at',
      'created_at',
      'address_hold_hours',
      'salary_guard_percent',
      'total_guard_percent',
      'share_set_by',
      'require_consent',
      'version',
    ],
    'mac',
  ),
  former_channels: kind(
    'former_channels',
    'quincena former channel 2',
    ['id', 'company_id', 'user_id', 'via', 'phone', 'email', 'until'],
    'mac',
  ),
  passkeys: kind(
    'passkeys',
    'quincena passkey 2',
    [
      'id',
      'company_id',
      'user_id',
      'credential_id',
      'public_key',
      'counter',
      'transports',
      'is_synced',
      'backed_up',
      'rp_id',
      'name',
      'created_at',
      'last_used_at',
      'removed_at',
      'version',
    ],
    'mac',
  ),
  totp_secrets: kind(
    'totp_secrets',
    'quincena app 2',
    [
      'id',
      'company_id',
      'user_id',
      'sealed',
      'confirmed_at',
      'last_step',
      'pending_sealed',
      'pending_at',
      'version',
    ],
    'mac',
  ),
  recovery_codes: kind(
    'recovery_codes',
    'quincena recovery codes 2',
    ['id', 'company_id', 'user_id', 'codes', 'created_at', 'version'],
    'mac',
  ),
  calendar_feeds: kind(
    'calendar_feeds',
    'quincena calendar feed 1',
    ['user_id', 'company_id', 'sha256', 'created_at'],
    'mac',
  ),
  address_report_links: kind(
    'address_report_links',
    'quincena address report link 2',
    ['sha256', 'company_id', 'employee_id', 'version', 'recipient', 'created_at'],
    'mac',
  ),
  code_guards: kind(
    'code_guards',
    'quincena code guard 1',
    ['holder_id', 'company_id', 'wrong_at', 'wrong_in_a_row', 'locked_until', 'version'],
    'mac',
  ),
  known_devices: kind(
    'known_devices',
    'quincena known device 1',
    ['user_id', 'company_id', 'sha256', 'first_at'],
    'mac',
  ),
  arrivals: kind(
    'arrivals',
    'quincena arrival 1',
    ['line_id', 'company_id', 'employee_id', 'script_pubkey', 'arrived', 'at', 'first_yes_at'],
    'mac',
  ),
  accepted_shared_addresses: kind(
    'accepted_shared_addresses',
    'quincena shared address 2',
    ['company_id', 'script_pubkey', 'employee_id', 'other_id', 'accepted_at', 'version'],
    'mac',
  ),
  guess_counts: kind(
    'guess_counts',
    'quincena guess count 1',
    ['key', 'count', 'since', 'until', 'born_at', 'version'],
    'mac',
  ),
  /** The pay terms of a person. The lines of payments and of sheets keep the same MAC: `copies`. */
  employees: kind(
    'employees',
    'quincena pay terms 3',
    [
      'id',
      'company_id',
      'address',
      'base_salary_usd_cents',
      'bitcoin_percent',
      'bank',
      'bank_account',
      'pay_frequency',
      'version',
    ],
    'mac',
  ),
  /** How a person is reached, since when each way speaks for the person, and until when. */
  contacts: kind(
    'employees',
    'quincena contact 3',
    [
      'id',
      'company_id',
      'created_by',
      'email',
      'phone',
      'email_since',
      'phone_since',
      'deleted_at',
      'contact_version',
    ],
    'contact_mac',
  ),
  payrolls: kind(
    'payrolls',
    'quincena payroll 1',
    ['id', 'company_id', 'type', 'address', 'deleted_at', 'version'],
    'mac',
  ),
  /** The people whom a payroll pays. */
  payroll_employees: kind(
    'payroll_employees',
    'quincena member 2',
    ['company_id', 'payroll_id', 'employee_id', 'ended', 'changed_by', 'version'],
    'mac',
  ),
  /** When a payroll is paid, and whether it pays itself. */
  schedules: kind(
    'schedules',
    'quincena schedule 2',
    [
      'payroll_id',
      'company_id',
      'every',
      'days',
      'weekday',
      'hour',
      'time_zone',
      'when_closed',
      'saturdays',
      'starts_on',
      'ends_on',
      'mode',
      'switched_on_at',
      'saves',
      'ended',
      'version',
    ],
    'mac',
  ),
  /** A day on which a company pays nobody. */
  closed_days: kind(
    'closed_days',
    'quincena closed day 1',
    ['company_id', 'day', 'name', 'ended', 'version'],
    'mac',
  ),
  /** A day on which a payroll is paid; mode and texts decide nothing beside the schedule. */
  occurrences: kind(
    'occurrences',
    'quincena payday 1',
    [
      'id',
      'company_id',
      'payroll_id',
      'kind',
      'period_key',
      'due_at',
      'moved_by_hand',
      'skipped_at',
      'draft_id',
      'ended',
      'version',
    ],
    'mac',
  ),
  /** A change of an address or of a bank account, and how long it waits. */
  employee_destinations: kind(
    'employee_destinations',
    'quincena destination 1',
    [
      'company_id',
      'employee_id',
      'kind',
      'version',
      'address',
      'script_pubkey',
      'bank',
      'bank_account',
      'previous_address',
      'previous_bank',
      'previous_account',
      'at',
      'changed_by',
      'via',
      'ip',
      'hold_until',
      'hold_reason',
    ],
    'mac',
  ),
  /** A change of e-mail or phone, and since when the former ones had spoken for the person. */
  employee_contacts: kind(
    'employee_contacts',
    'quincena contact change 1',
    [
      'company_id',
      'employee_id',
      'version',
      'previous_email',
      'previous_phone',
      'previous_email_since',
      'previous_phone_since',
      'email',
      'phone',
      'at',
      'changed_by',
      'via',
      'ip',
    ],
    'mac',
  ),
  /** The history of who changed people and the people of payrolls. */
  employee_changes: kind(
    'employee_changes',
    'quincena change of people 1',
    [
      'id',
      'company_id',
      'employee_id',
      'payroll_id',
      'kind',
      'at',
      'changed_by',
      'via',
      'ip',
      'version',
    ],
    'mac',
  ),
  destination_releases: kind(
    'destination_releases',
    'quincena destination release 1',
    [
      'company_id',
      'employee_id',
      'version',
      'address',
      'bank',
      'bank_account',
      'released_by',
      'at',
      'kind',
    ],
    'mac',
  ),
  address_reports: kind(
    'address_reports',
    'quincena address report 2',
    ['company_id', 'employee_id', 'version', 'at'],
    'mac',
  ),
  employee_consents: kind(
    'employee_consents',
    'quincena consent 2',
    [
      'id',
      'company_id',
      'employee_id',
      'agreed',
      'text_version',
      'language',
      'bitcoin_percent',
      'address_fingerprint',
      'at',
      'ip',
      'by_user',
      'note',
    ],
    'mac',
  ),
  /** The hash is of all lines of the draft. */
  drafts: kind(
    'drafts',
    'quincena draft 1',
    [
      'id',
      'company_id',
      'payroll_id',
      'kind',
      'period_key',
      'bonus_usd_cents',
      'bonus_percent',
      'ended',
      'version',
      'lines_sha256',
    ],
    'mac',
  ),
  /** An order without a MAC is one of the program's own, under an approved change. */
  orders: kind(
    'orders',
    'quincena order 8',
    [
      'id',
      'company_id',
      'number',
      'payroll_id',
      'sheet_id',
      'withdrawal_id',
      'plan_sha256',
      'required',
      'own_code',
      'sheet_sha256',
      'fee_ceiling_usd_cents',
      'held',
      'included',
      'changers',
      'changes_sha256',
      'claims_period',
      'change_order_id',
      'requested_by',
      'requested_at',
    ],
    'mac',
  ),
  dollar_marks: kind(
    'dollar_marks',
    'quincena dollar mark 1',
    ['id', 'company_id', 'line_id', 'sent', 'marked_by', 'at'],
    'mac',
  ),
  approvals: kind(
    'approvals',
    'quincena approval 3',
    [
      'company_id',
      'subject_id',
      'user_id',
      'at',
      'kind',
      'sheet_sha256',
      'nonce',
      'passkey_id',
      'assertion',
    ],
    'mac',
  ),
  fee_confirmations: kind(
    'fee_confirmations',
    'quincena fee confirmation 2',
    [
      'transaction_id',
      'company_id',
      'order_id',
      'fee_sats',
      'confirmed_by',
      'confirmed_at',
      'nonce',
      'assertion',
    ],
    'mac',
  ),
  /** An event of a trigger has none: `audit-rows.ts`. */
  audit_events: kind(
    'audit_events',
    'quincena audit event 1',
    ['id', 'company_id', 'user_id', 'at', 'action', 'subject', 'detail', 'ip'],
    'mac',
  ),
  /** The end of a trail: its hash covers all events that are sealed. */
  audit_chains: kind(
    'audit_chains',
    'quincena audit chain 1',
    ['company_id', 'position', 'hash'],
    'mac',
  ),
  /** The sheet hash of a change is over its payload. */
  change_orders: kind(
    'change_orders',
    'quincena change order 3',
    [
      'id',
      'company_id',
      'number',
      'kind',
      'sheet_sha256',
      'subject',
      'asked_by',
      'asked_at',
      'expires_at',
      'required',
      'own_code',
      'delayed',
    ],
    'mac',
  ),
}

export type MacKind = keyof typeof kinds
type TableOf<Kind extends MacKind> = (typeof kinds)[Kind]['table']
type CoveredOf<Kind extends MacKind> = (typeof kinds)[Kind]['covered'][number]
type MacOf<Kind extends MacKind> = (typeof kinds)[Kind]['mac']

/** A column of jsonb may hold anything. */
type AnyJson<Row> = { [Name in keyof Row]: JsonValue extends Row[Name] ? unknown : Row[Name] }

/** The columns of a row that its MAC covers. */
export type CoveredRow<Kind extends MacKind> = AnyJson<
  Pick<Selectable<DB[TableOf<Kind>]>, CoveredOf<Kind> & keyof Selectable<DB[TableOf<Kind>]>>
>
/** A row with its MAC and all that it covers. */
export type MacRow<Kind extends MacKind> = CoveredRow<Kind> &
  Pick<Selectable<DB[TableOf<Kind>]>, MacOf<Kind> & keyof Selectable<DB[TableOf<Kind>]>>

type MacColumns = {
  [Kind in MacKind]: [...(typeof kinds)[Kind]['covered'], (typeof kinds)[Kind]['mac']]
}

/** The columns that a statement reads to check a row, its MAC among them. */
export const macColumns = Object.fromEntries(
  Object.entries(kinds).map(([name, { covered, mac }]) => [name, [...covered, mac]]),
) as unknown as MacColumns
