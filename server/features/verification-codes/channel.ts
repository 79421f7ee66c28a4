import { type KeyObject, randomUUIDv7 } from 'node:crypto'
import type { Selectable } from 'kysely'
import { waitMs } from '#domain/may-now.ts'
import { updateUser } from '#server/authorization/account-rows.ts'
import { macOf, requireTrue } from '#server/authorization/mac.ts'
import { macColumns } from '#server/authorization/registry.ts'
import type { Db, Trx } from '#server/platform/db/database.ts'
import type { MessageChannel, Users } from '#server/platform/db/database-types.ts'
import type { Deps } from '#server/startup/deps.ts'

export type ChannelDeps = Pick<Deps, 'macKey' | 'smsConfigured'>
type Owner = { companyId: string; userId: string }
export type CodeRecipient = { via: MessageChannel; to: string }

/**
 * Codes about money go where codes went a day ago, so that a thief of a session cannot redirect
 * them at once.
 */
const channelAgeMs = waitMs

/**
 * Where an account's codes go: to the e-mail without two-factor, and where text messages cannot be
 * sent.
 */
export function channelOf(
  account: Pick<Selectable<Users>, 'email' | 'phone' | 'two_factor_enabled' | 'two_factor_via'>,
  smsConfigured: boolean,
): CodeRecipient {
  const { email, phone, two_factor_enabled: enabled, two_factor_via: via } = account
  const byText = enabled && via === 'SMS' && phone !== null && smsConfigured
  return byText ? { via: 'SMS', to: phone } : { via: 'EMAIL', to: email }
}

/** Reads where a user's codes go now. */
export async function presentChannel(
  db: Db,
  deps: ChannelDeps,
  owner: Owner,
): Promise<CodeRecipient> {
  return channelOf(await readUser(db, deps, owner), deps.smsConfigured)
}

/** Reads where a user's codes went 24 hours ago. */
export async function readTrustedChannel(
  db: Db,
  deps: ChannelDeps,
  owner: Owner,
  now: Date,
): Promise<CodeRecipient> {
  const former = await db
    .selectFrom('former_channels')
    .select(macColumns.former_channels)
    .where('company_id', '=', owner.companyId)
    .where('user_id', '=', owner.userId)
    .where('until', '>', new Date(now.getTime() - channelAgeMs))
    .orderBy('until')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  if (!former) return presentChannel(db, deps, owner)
  const { via, phone, email } = requireTrue(deps.macKey, 'former_channels', former)
  if (via === 'SMS' && phone !== null && deps.smsConfigured) return { via: 'SMS', to: phone }
  return { via: 'EMAIL', to: email ?? (await readUser(db, deps, owner)).email }
}

/** Describes where a user's codes about money go, masked. */
export async function describeChannel(
  db: Db,
  deps: ChannelDeps,
  owner: Owner,
  now: Date,
): Promise<string> {
  return maskRecipient(await readTrustedChannel(db, deps, owner, now))
}

/** Keeps the former channel, in the SQL transaction that changes a user's channel. */
export async function keepFormerChannel(
  db: Db,
  macKey: KeyObject,
  { companyId, userId }: Owner,
  { via, to }: CodeRecipient,
  now: Date,
): Promise<void> {
  const row = {
    id: randomUUIDv7(),
    company_id: companyId,
    user_id: userId,
    via,
    phone: via === 'SMS' ? to : null,
    email: via === 'EMAIL' ? to : null,
    until: now,
  }
  const mac = macOf(macKey, 'former_channels', row)
  await db
    .insertInto('former_channels')
    .values({ ...row, mac })
    .execute()
}

/** Confirms the channel of a used code or link as its user's, if it is still the present one. */
export async function confirmChannel(
  trx: Trx,
  deps: Pick<Deps, 'macKey'>,
  owner: Owner,
  { via, to }: CodeRecipient,
  now: Date,
): Promise<void> {
  const user = await readUser(trx, deps, owner)
  const [present, verifiedAt] =
    via === 'EMAIL'
      ? ([user.email, 'email_verified_at'] as const)
      : ([user.phone, 'phone_verified_at'] as const)
  if (present !== to || user[verifiedAt] !== null) return
  await updateUser(trx, deps.macKey, owner, { [verifiedAt]: now })
}

/** Reads a user. Throws `ACCOUNT_TAMPERED` where the row was changed past the program. */
export async function readUser(
  db: Db,
  { macKey }: Pick<Deps, 'macKey'>,
  { companyId, userId }: Owner,
) {
  const user = await db
    .selectFrom('users')
    .select(macColumns.users)
    .where('company_id', '=', companyId)
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  return requireTrue(macKey, 'users', user)
}

/** Masks an address so that only its owner recognises it: `j•••@acme.sv`, `+503••••1234`. */
export function maskRecipient({ via, to }: CodeRecipient): string {
  if (via === 'EMAIL') return `${[...to][0] ?? ''}•••${to.slice(to.lastIndexOf('@'))}`
  return to.length >= 10 ? `${to.slice(0, 4)}••••${to.slice(-4)}` : `••••${to.slice(-2)}`
}
