import type { KeyObject } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { dayMs, secondMs } from '#domain/durations.ts'
import type { Trx } from '#server/platform/db/database.ts'
import { newToken, tokenMac } from '#server/platform/security/tokens.ts'
import type { Deps } from '#server/startup/deps.ts'

const name = 'quincena_device'
/** The longest time that Chrome keeps any cookie (RFC 6265bis, section 5.5). */
export const deviceLivesDays = 400
const devicesPerUser = 20

export const deviceCookieOf = (request: FastifyRequest): string | null =>
  request.cookies[name] ?? null

/** Only sign-in reads the cookie: it allows attempts at a password, and nothing else. */
export function setDeviceCookie(
  reply: FastifyReply,
  { publicUrl }: Pick<Deps['config'], 'publicUrl'>,
  token: string,
): void {
  reply.setCookie(name, token, {
    path: '/api/v1/auth',
    httpOnly: true,
    sameSite: 'strict',
    secure: publicUrl.startsWith('https:'),
    maxAge: (deviceLivesDays * dayMs) / secondMs,
  })
}

type Owner = { companyId: string; userId: string }

/** The stored MAC of a user's cookie: writing a row into the database makes no device known. */
export const deviceMac = (key: KeyObject, { companyId, userId }: Owner, token: string): Buffer =>
  tokenMac(key, 'device_cookies', [token, companyId, userId])

/** Remembers a browser that a user signed in with, and returns the token of its cookie. */
export async function rememberDevice(
  trx: Trx,
  key: KeyObject,
  { companyId, userId }: Owner,
  presented: string | null,
  now: Date,
): Promise<string> {
  if (presented !== null) {
    const { numUpdatedRows } = await trx
      .updateTable('device_cookies')
      .set({ last_at: now })
      .where('company_id', '=', companyId)
      .where('user_id', '=', userId)
      .where('mac', '=', deviceMac(key, { companyId, userId }, presented))
      .executeTakeFirst()
    if (numUpdatedRows === 1n) return presented
  }
  const token = newToken()
  const mac = deviceMac(key, { companyId, userId }, token)
  await trx
    .insertInto('device_cookies')
    .values({ mac, user_id: userId, company_id: companyId, last_at: now })
    .execute()
  const newest = trx
    .selectFrom('device_cookies')
    .select('mac')
    .where('user_id', '=', userId)
    .orderBy('last_at', 'desc')
    .limit(devicesPerUser)
  await trx
    .deleteFrom('device_cookies')
    .where('company_id', '=', companyId)
    .where('user_id', '=', userId)
    .where('mac', 'not in', newest)
    .execute()
  return token
}
