import { sql } from 'kysely'
import type { Config } from '#server/startup/config.ts'
import { type Finding, fine, wrong } from './finding.ts'
import { lookInto } from './look-into.ts'

/** A passkey works at the host alone that it was made for: one that PUBLIC_URL has left is useless. */
export async function examinePasskeys(
  { publicUrl, roles }: Pick<Config, 'publicUrl' | 'roles'>,
  url: string | null,
): Promise<Finding[]> {
  if (!url || !roles.includes('api')) return []
  const rows = await lookInto(
    url,
    (db) =>
      db
        .selectFrom('passkeys')
        .select(['rp_id as host', sql<number>`count(*)::int`.as('keys')])
        .where('removed_at', 'is', null)
        .groupBy('rp_id')
        .orderBy('rp_id')
        .execute(),
    // A database that cannot be asked is a finding of its own.
  ).catch(() => null)
  const { hostname } = new URL(publicUrl)
  return (rows ?? []).map(({ host, keys }) =>
    host === hostname
      ? fine(`Passkeys made for ${host} work there: ${keys}.`)
      : wrong(
          `Passkeys made for ${host}, where PUBLIC_URL no longer is: ${keys}. They work at no other host: set PUBLIC_URL back to it, or their owners sign in otherwise and add new ones.`,
        ),
  )
}
