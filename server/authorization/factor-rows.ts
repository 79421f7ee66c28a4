import { type KeyObject, randomUUID } from 'node:crypto'
import type { Db, Trx } from '../platform/db/database.ts'
import { macOf, requireTrue } from './mac.ts'
import { type MacRow, macColumns } from './registry.ts'

/** The only writers of what somebody signs in and approves with, besides a password. */

export type FactorOwner = { companyId: string; userId: string }
export type PasskeyRow = MacRow<'passkeys'>
export type AppRow = MacRow<'totp_secrets'>
export type RecoveryRow = MacRow<'recovery_codes'>

/** The passkeys of a user that are not removed. Each row is looked at: one that was hidden is found. */
export async function readPasskeys(
  db: Db,
  macKey: KeyObject,
  { companyId, userId }: FactorOwner,
): Promise<PasskeyRow[]> {
  const rows = await db
    .selectFrom('passkeys')
    .select(macColumns.passkeys)
    .where('company_id', '=', companyId)
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return rows
    .map((row) => requireTrue(macKey, 'passkeys', row))
    .filter(({ removed_at }) => removed_at === null)
}

/** The passkey of a credential, of any user; null where nobody has it, or no longer. */
export async function findPasskey(
  db: Db,
  macKey: KeyObject,
  credential: Buffer,
): Promise<PasskeyRow | null> {
  const row = await db
    .selectFrom('passkeys')
    .select(macColumns.passkeys)
    .where('credential_id', '=', credential)
    .executeTakeFirst()
  if (!row) return null
  return requireTrue(macKey, 'passkeys', row).removed_at === null ? row : null
}

export async function insertPasskey(
  trx: Trx,
  macKey: KeyObject,
  values: Omit<PasskeyRow, 'version' | 'mac'>,
): Promise<void> {
  const row = { ...values, version: 1 }
  const mac = macOf(macKey, 'passkeys', row)
  await trx
    .insertInto('passkeys')
    .values({ ...row, mac })
    .execute()
}

/** False where somebody else changed the row since it was read. */
export async function updatePasskey(
  db: Db,
  macKey: KeyObject,
  before: PasskeyRow,
  changes: Partial<
    Pick<PasskeyRow, 'counter' | 'backed_up' | 'name' | 'last_used_at' | 'removed_at'>
  >,
): Promise<boolean> {
  const version = before.version + 1
  const mac = macOf(macKey, 'passkeys', { ...before, ...changes, version })
  const { numUpdatedRows } = await db
    .updateTable('passkeys')
    .set({ ...changes, version, mac })
    .where('company_id', '=', before.company_id)
    .where('id', '=', before.id)
    .where('version', '=', before.version)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** The app of a user, confirmed or not. */
export async function readApp(
  db: Db,
  macKey: KeyObject,
  { companyId, userId }: FactorOwner,
): Promise<AppRow | null> {
  const row = await db
    .selectFrom('totp_secrets')
    .select(macColumns.totp_secrets)
    .where('company_id', '=', companyId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row ? requireTrue(macKey, 'totp_secrets', row) : null
}

type AppChanges = Partial<Omit<AppRow, 'id' | 'company_id' | 'user_id' | 'version' | 'mac'>>

/** The first row of a user's app, which lasts as long as the user; nothing where there is one. */
export async function ensureApp(
  trx: Trx,
  macKey: KeyObject,
  { companyId, userId }: FactorOwner,
): Promise<AppRow> {
  const row = {
    id: randomUUID(),
    company_id: companyId,
    user_id: userId,
    sealed: null,
    confirmed_at: null,
    last_step: 0n,
    pending_sealed: null,
    pending_at: null,
    version: 1,
  }
  await trx
    .insertInto('totp_secrets')
    .values({ ...row, mac: macOf(macKey, 'totp_secrets', row) })
    .onConflict((conflict) => conflict.column('user_id').doNothing())
    .execute()
  const present = await readApp(trx, macKey, { companyId, userId })
  if (!present) throw new Error('the row of an app that was written is there')
  return present
}

/** False where somebody else changed the row since it was read: of many at once one is first. */
export async function updateApp(
  db: Db,
  macKey: KeyObject,
  before: AppRow,
  changes: AppChanges,
): Promise<boolean> {
  const version = before.version + 1
  const mac = macOf(macKey, 'totp_secrets', { ...before, ...changes, version })
  const { numUpdatedRows } = await db
    .updateTable('totp_secrets')
    .set({ ...changes, version, mac })
    .where('company_id', '=', before.company_id)
    .where('id', '=', before.id)
    .where('version', '=', before.version)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export async function readRecovery(
  db: Db,
  macKey: KeyObject,
  { companyId, userId }: FactorOwner,
): Promise<RecoveryRow | null> {
  const row = await db
    .selectFrom('recovery_codes')
    .select(macColumns.recovery_codes)
    .where('company_id', '=', companyId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row ? requireTrue(macKey, 'recovery_codes', row) : null
}

/** False where somebody else changed the row since it was read. */
export async function updateRecovery(
  db: Db,
  macKey: KeyObject,
  before: RecoveryRow,
  changes: Partial<Pick<RecoveryRow, 'codes' | 'created_at'>>,
): Promise<boolean> {
  const version = before.version + 1
  const mac = macOf(macKey, 'recovery_codes', { ...before, ...changes, version })
  const { numUpdatedRows } = await db
    .updateTable('recovery_codes')
    .set({ ...changes, version, mac })
    .where('company_id', '=', before.company_id)
    .where('id', '=', before.id)
    .where('version', '=', before.version)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Puts these codes in the place of all that a user had. */
export async function replaceRecovery(
  trx: Trx,
  macKey: KeyObject,
  { companyId, userId }: FactorOwner,
  { codes, created_at }: Pick<RecoveryRow, 'codes' | 'created_at'>,
): Promise<void> {
  const first = {
    id: randomUUID(),
    company_id: companyId,
    user_id: userId,
    codes: [],
    created_at: null,
    version: 1,
  }
  await trx
    .insertInto('recovery_codes')
    .values({ ...first, mac: macOf(macKey, 'recovery_codes', first) })
    .onConflict((conflict) => conflict.column('user_id').doNothing())
    .execute()
  const before = await readRecovery(trx, macKey, { companyId, userId })
  if (!before || !(await updateRecovery(trx, macKey, before, { codes, created_at }))) {
    throw new Error('two made recovery codes at once')
  }
}
