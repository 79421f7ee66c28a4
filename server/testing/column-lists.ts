import { kinds } from '../authorization/registry.ts'

/** Columns of each table, by name; `*` is every one of them. */
type Columns = Readonly<Record<string, string>>

/** Rows whose MAC covers a secret too, which nobody but its holder knows: tokens, links, codes. */
const underTokens: Columns = {
  sessions: 'id company_id user_id created_at last_active_at mac',
  session_tokens: 'sha256 session_id created_at replaced_at mac',
  mfa_challenges: 'id sha256 company_id user_id created_at mac',
  reset_links: '*',
  freeze_links: 'sha256 company_id user_id on_removal created_at mac',
  sign_up_invitations: '*',
  team_invitations: '*',
  device_cookies: 'mac user_id company_id',
  webauthn_challenges: 'sha256 company_id user_id purpose created_at mac',
  employee_links: 'sha256 company_id via contact created_at mac',
  employee_sessions: 'id sha256 company_id employee_id via contact created_at mac',
  verification_codes: 'id company_id user_id purpose subject_id via recipient mac created_at',
  employee_codes: 'id company_id employee_id session_id via recipient mac created_at',
  idempotency_keys: '*',
  messages: 'id company_id recipient via sealed',
}

/** Copies of rows under a MAC, and values under a hash that a MAC covers. */
const underOthers: Columns = {
  sheet_lines:
    'employee_id company_id address base_usd_cents bitcoin_percent bank bank_account pay_frequency version mac',
  payouts: 'line_id method company_id usd_cents',
  import_rows:
    'company_id employee_id address base_salary_usd_cents bitcoin_percent bank bank_account pay_frequency mac',
  orders: 'fee_ceiling_sats changes needs_approval',
  change_orders: 'payload',
  // The hash of the lines stands on their draft.
  draft_lines: '*',
  withdrawals: 'address script_pubkey requested_sats',
  // The end of the chain covers place and hash; a trigger of the owner alone notes without a MAC.
  audit_events: 'position hash by_trigger',
}

/** The signer checks these against the chain, the seed or its memory. */
const checkedBySigner: Columns = {
  employees: 'script_pubkey',
  sheet_lines: 'sheet_id script_pubkey',
  payouts: 'sheet_id sats',
  transactions:
    'id company_id payroll_id sheet_id withdrawal_id order_id type root_id cpfp_parent_id rate_usd_cents_per_btc fee_sats raw txid',
  transaction_inputs: '*',
  transaction_outputs: '*',
  utxos: 'txid vout company_id payroll_id script_pubkey sats',
  addresses: '*',
  sheets: 'id company_id payroll_id rate_usd_cents_per_btc',
  withdrawals: 'id company_id payroll_id',
  prices: '*',
}

/** The tables of the signer's own schema, and what no other role of the program writes. */
const bySignerAlone: Columns = {
  wallet_account: '*',
  signer_status: '*',
  noted_dollars: '*',
  rule_endings: 'id company_id requested_at effective_at mac',
}

/** Special pays and prepared paydays become sheets, which get versions of their own. */
const untilSheets: Columns = {
  payday_sheets: '*',
  payday_sheet_lines: '*',
  sheets:
    'requested_by bitcoin_usd_cents dollars_usd_cents total_sats closed_at unpaid_lines_closed_at given_up_at of_chosen_people period_key period_due_at extra kind draft_id',
  orders: 'dollars_usd_cents',
  sheet_lines: 'net_usd_cents',
  payouts: 'replaces sent_at sent_by paid_at reference marked_by',
  period_claims: '*',
  sheet_left_out: '*',
}

/** Texts, times, counts and queues: nobody enters, is paid or counts by them. */
const decidesNothing: Columns = {
  users: 'first_name last_name language created_at',
  companies: 'name sector funding_reserve_percent country notify_employees signed_up_first',
  employees:
    'first_name last_name identification department hired_on invited_at creation_type search created_at',
  employee_destinations: 'id',
  // The database computes the latter of covered columns.
  employee_contacts: 'id replaces',
  destination_releases: 'id',
  address_reports: 'id',
  employee_consents: 'position',
  consent_texts: '*',
  drafts: 'due_at created_by created_at',
  approvals: 'id',
  orders: 'target_blocks requested_ip reasons over_usd_cents',
  change_orders: 'asked_ip state approved_at effective_at ended_at rejection_reason',
  sessions: 'ip agent',
  session_tokens: 'successor_salt',
  // The count of the holder bounds them: `code_guards`.
  mfa_challenges: 'tries',
  verification_codes: 'tries voided_at used_at',
  employee_codes: 'tries voided_at used_at',
  device_cookies: 'last_at',
  // One that works once more freezes, which is the safe direction; one that is gone shows by nothing.
  freeze_links: 'used_at',
  arrivals: 'notified_at',
  // Floods alone are kept back by it; wrong passwords, codes and links stand in `guess_counts`.
  rate_limits: '*',
  guess_counts: 'touched_at',
  webauthn_challenges: 'used_at',
  employee_links: 'used_at',
  employee_sessions: 'ended_at',
  messages:
    'user_id template subject body html secret expires_at state failure created_at completed_at',
  sheet_lines: 'id first_name last_name identification',
  payouts: 'split_reason',
  import_rows:
    'import_id line source faults doubtful_dui first_name last_name identification email phone script_pubkey department hired_on restored_dui matched_id changed no_document decision decided_about decided_by decided_ip',
  transactions:
    'position version usd_cents sats vsize fee_rate_sats_per_kvb waiting_for waiting_since ended failure signer_fault rejection_reason in_mempool unconfirmed_since height was_mined conflict_height superseded_height is_lost state live untracked acknowledged_at acknowledged_by created_at signed_at sent_at confirmed_at',
  utxos: 'coinbase change head height spent_by_txid spent_height',
  sheets: 'note rate_sources rate_quotes rate_at created_at',
  withdrawals: 'requested_by created_at closed_at',
  payrolls: 'name description search created_at',
  payroll_employees: 'added_at',
  // A payday does no more by itself than the schedule says, and is paid by an approved change alone.
  occurrences:
    'nominal_day time_zone moved_reason moved_name mode skip_reason skipped_by held_at held_reason missed_at missed_reason created_at',
  address_notices: '*',
  approval_challenges: '*',
  approval_notices: '*',
  approval_reminders: '*',
  backups: '*',
  blocks: '*',
  employee_invitations: '*',
  employee_link_requests: '*',
  failed_sign_ins: '*',
  given_up: '*',
  imports: '*',
  known_networks: '*',
  ledger_entries: '*',
  ledger_queue: '*',
  migrations: '*',
  money_breaches: '*',
  money_events: '*',
  node_status: '*',
  occurrence_notices: '*',
  // The count only grows, and the signer refuses an order with a number above it.
  order_counts: '*',
  pay_data_changes: '*',
  sheet_previews: '*',
  payroll_balances: '*',
  payroll_totals: '*',
  receipt_counters: '*',
  receipt_messages: '*',
  receipts: '*',
  receipts_due: '*',
  rule_endings: 'announced_at applied_at',
  restorations: '*',
  restored_people: '*',
  sandbox_settings: '*',
  sent_notifications: '*',
}

/** A table may have rows under two kinds: pay terms and contact. */
const underRows: Columns = Object.fromEntries(
  [...Map.groupBy(Object.values(kinds), ({ table }) => table)].map(([table, all]) => [
    table,
    all.flatMap(({ covered, mac }) => [...covered, mac]).join(' '),
  ]),
)

/** The lists in which each column of the database stands. */
export const columnLists = {
  covered: [underRows, underTokens, underOthers],
  writtenBySigner: [bySignerAlone],
  checkedBySigner: [checkedBySigner],
  decidesNothing: [decidesNothing],
  untilSheets: [untilSheets],
}

export type ColumnList = keyof typeof columnLists
