import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto'
import type { Selectable } from 'kysely'
import type {
  Companies,
  FormerChannels,
  Passkeys,
  RecoveryCodes,
  TotpSecrets,
  Users,
} from '../platform/db/database-types.ts'
import { Refusal } from '../platform/http/refusal.ts'
import { deriveKey } from '../platform/security/derived-keys.ts'

/**
 * The columns of an account that decide who gets in, where codes go and what needs one. `version` grows
 * with each change, and the database lets no role of the program lower it: no former row comes back.
 */
export const macColumns = {
  users: [
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
    'mac',
  ],
  companies: [
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
    'mac',
  ],
  former_channels: ['id', 'company_id', 'user_id', 'via', 'phone', 'email', 'until', 'mac'],
  passkeys: [
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
    'mac',
  ],
  totp_secrets: [
    'id',
    'company_id',
    'user_id',
    'sealed',
    'confirmed_at',
    'last_step',
    'pending_sealed',
    'pending_at',
    'version',
    'mac',
  ],
  recovery_codes: ['id', 'company_id', 'user_id', 'codes', 'created_at', 'version', 'mac'],
} as const satisfies {
  users: (keyof Users)[]
  companies: (keyof Companies)[]
  former_channels: (keyof FormerChannels)[]
  passkeys: (keyof Passkeys)[]
  totp_secrets: (keyof TotpSecrets)[]
  recovery_codes: (keyof RecoveryCodes)[]
}

export type MacTable = keyof typeof macColumns
type Columns<Table extends MacTable> = (typeof macColumns)[Table][number]
type MacRows = {
  users: Pick<Selectable<Users>, Columns<'users'>>
  companies: Pick<Selectable<Companies>, Columns<'companies'>>
  former_channels: Pick<Selectable<FormerChannels>, Columns<'former_channels'>>
  passkeys: Pick<Selectable<Passkeys>, Columns<'passkeys'>>
  totp_secrets: Pick<Selectable<TotpSecrets>, Columns<'totp_secrets'>>
  recovery_codes: Pick<Selectable<RecoveryCodes>, Columns<'recovery_codes'>>
}
/** A row of `Table` with its MAC and all that it covers. */
export type MacRow<Table extends MacTable> = MacRows[Table]

/** An account that was changed past the program; nothing is done by it until an operator has looked. */
export class AccountTampered extends Refusal {
  constructor(table: MacTable, row: object) {
    const id = 'id' in row ? row.id : ''
    super('ACCOUNT_TAMPERED', { cause: new Error(`The MAC of ${table} ${id} does not hold`) })
    this.name = 'AccountTampered'
  }
}

function plain(value: unknown): unknown {
  if (value instanceof Date) return value.toISOString()
  if (value instanceof Buffer) return value.toString('hex')
  if (Array.isArray(value)) return value.map(plain)
  return typeof value === 'bigint' ? value.toString() : value
}

/** HMAC-SHA-256 over the columns by name, so that no value passes for another column's. */
export function accountMac<Table extends MacTable>(
  macKey: KeyObject,
  table: Table,
  row: Omit<MacRow<Table>, 'mac'>,
): Buffer {
  const values: Record<string, unknown> = row
  const covered = macColumns[table].filter((name) => name !== 'mac')
  const text = JSON.stringify([table, ...covered.map((name) => [name, plain(values[name])])])
  return createHmac('sha256', deriveKey(macKey, 'account')).update(text, 'utf8').digest()
}

/** Whether the program wrote the row as it stands. */
export function isAuthentic<Table extends MacTable>(
  macKey: KeyObject,
  table: Table,
  row: MacRow<Table>,
): boolean {
  const { mac } = row
  if (!mac) return false
  const expected = accountMac(macKey, table, row)
  return mac.length === expected.length && timingSafeEqual(mac, expected)
}

/** Returns the row, or throws where the program did not write it so. */
export function requireAuthentic<Table extends MacTable, Row extends MacRow<Table>>(
  macKey: KeyObject,
  table: Table,
  row: Row,
): Row {
  if (!isAuthentic<Table>(macKey, table, row)) throw new AccountTampered(table, row)
  return row
}
