import type { Selectable } from 'kysely'
import type { Db } from '#server/platform/database.ts'
import type { MessageChannel, Users } from '#server/platform/database-types.ts'

export type Channel = { via: MessageChannel; to: string }

/** Money's codes go where codes went a day ago: who takes over a session can't redirect them at once. */
const channelAgeMs = 24 * 60 * 60_000

/**
 * Where an account's codes go: to the e-mail without two-factor, and where text messages can't be sent
 * (any more).
 */
export function channelOf(
  account: Pick<Selectable<Users>, 'email' | 'phone' | 'two_factor_enabled' | 'two_factor_via'>,
  smsConfigured: boolean,
): Channel {
  const { email, phone, two_factor_enabled: enabled, two_factor_via: via } = account
  const byText = enabled && via === 'SMS' && phone !== null && smsConfigured
  return byText ? { via: 'SMS', to: phone } : { via: 'EMAIL', to: email }
}

/** Where a user's codes go now. */
export async function presentChannel(
  db: Db,
  user: { companyId: string; userId: string },
  smsConfigured: boolean,
): Promise<Channel> {
  const account = await db
    .selectFrom('users')
    .select(['email', 'phone', 'two_factor_enabled', 'two_factor_via'])
    .where('company_id', '=', user.companyId)
    .where('id', '=', user.userId)
    .executeTakeFirstOrThrow()
  return channelOf(account, smsConfigured)
}

/** Where they went 24 hours ago. */
export async function settledChannel(
  db: Db,
  user: { companyId: string; userId: string },
  smsConfigured: boolean,
  now: Date,
): Promise<Channel> {
  const former = await db
    .selectFrom('former_channels')
    .select(['via', 'phone', 'email'])
    .where('company_id', '=', user.companyId)
    .where('user_id', '=', user.userId)
    .where('until', '>', new Date(now.getTime() - channelAgeMs))
    .orderBy('until')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  const present = await presentChannel(db, user, smsConfigured)
  if (!former) return present
  if (former.via === 'SMS' && former.phone !== null && smsConfigured) {
    return { via: 'SMS', to: former.phone }
  }
  return { via: 'EMAIL', to: former.email ?? (await emailOf(db, user)) }
}

/** Where a user's codes about money go, as far as it is shown. */
export async function whereCodesGo(
  db: Db,
  user: { companyId: string; userId: string },
  smsConfigured: boolean,
  now: Date,
): Promise<string> {
  return masked(await settledChannel(db, user, smsConfigured, now))
}

/** To be called where a user's channel is changed, in the transaction that changes it. */
export async function keepFormerChannel(
  db: Db,
  user: { companyId: string; userId: string },
  { via, to }: Channel,
  now: Date,
): Promise<void> {
  await db
    .insertInto('former_channels')
    .values({
      company_id: user.companyId,
      user_id: user.userId,
      via,
      phone: via === 'SMS' ? to : null,
      email: via === 'EMAIL' ? to : null,
      until: now,
    })
    .execute()
}

/** The channel of a code, or of a link, that was used is its user's, if it is the present one still. */
export async function confirmChannel(
  db: Db,
  { companyId, userId }: { companyId: string; userId: string },
  { via, to }: Channel,
  now: Date,
): Promise<void> {
  const [channel, verifiedAt] =
    via === 'EMAIL'
      ? (['email', 'email_verified_at'] as const)
      : (['phone', 'phone_verified_at'] as const)
  await db
    .updateTable('users')
    .set({ [verifiedAt]: now })
    .where('company_id', '=', companyId)
    .where('id', '=', userId)
    .where(channel, '=', to)
    .where(verifiedAt, 'is', null)
    .execute()
}

async function emailOf(db: Db, { companyId, userId }: { companyId: string; userId: string }) {
  const { email } = await db
    .selectFrom('users')
    .select('email')
    .where('company_id', '=', companyId)
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  return email
}

/** As much of an address as its owner needs to know it again: `j•••@acme.sv`, `+503••••1234`. */
export function masked({ via, to }: Channel): string {
  if (via === 'EMAIL') return `${[...to][0] ?? ''}•••${to.slice(to.lastIndexOf('@'))}`
  return to.length >= 10 ? `${to.slice(0, 4)}••••${to.slice(-4)}` : `••••${to.slice(-2)}`
}
