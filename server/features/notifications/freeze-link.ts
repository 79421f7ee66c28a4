import type { KeyObject } from 'node:crypto'
import { sql } from 'kysely'
import { dayMs, minuteMs } from '#domain/durations.ts'
import type { Trx } from '#server/platform/db/database.ts'
import { tokenHash, tokenMac, tokenWithoutCode } from '#server/platform/security/tokens.ts'
import type { Deps } from '#server/startup/deps.ts'

/** Minutes that a freeze link is good for: a week, within which the mail is read. */
export const freezeLivesMinutes = (7 * dayMs) / minuteMs

/** The base address of links in mails. */
export type LinkBase = Pick<Deps['config'], 'publicUrl'>

/**
 * The fields that the MAC of a link covers: nobody can write a link past the program and freeze a
 * company.
 */
export const toFreezeLinkMacFields = (token: string, companyId: string, createdAt: Date) => [
  token,
  companyId,
  createdAt,
]

/**
 * Makes links for mails that freeze a company, one for each of `companyIds`. The token is in the
 * fragment, which no server and no log sees.
 */
export async function newFreezeLinks(
  trx: Trx,
  { macKey, config }: { macKey: KeyObject; config: LinkBase },
  companyIds: readonly string[],
  now = new Date(),
): Promise<string[]> {
  const links = companyIds.map((companyId) => {
    const token = tokenWithoutCode()
    return {
      token,
      mac: tokenMac(macKey, 'freeze_links', toFreezeLinkMacFields(token, companyId, now)),
    }
  })
  await sql`
    INSERT INTO freeze_links (sha256, company_id, created_at, mac)
    SELECT sha256, company_id, ${now}, mac
    FROM unnest(${links.map(({ token }) => tokenHash(token))}::bytea[], ${companyIds}::uuid[],
      ${links.map(({ mac }) => mac)}::bytea[]) AS l (sha256, company_id, mac)`.execute(trx)
  return links.map(({ token }) => `${config.publicUrl}/congelar#t=${token}`)
}
