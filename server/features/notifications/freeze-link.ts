import type { KeyObject } from 'node:crypto'
import { sql } from 'kysely'
import type { Trx } from '#server/platform/db/database.ts'
import { newToken, tokenHash, tokenMac } from '#server/platform/security/tokens.ts'
import type { Deps } from '#server/startup/deps.ts'

/** Minutes that a freeze link is good for: a week, in which somebody reads the mail. */
export const freezeLivesMinutes = 7 * 24 * 60

/** Six digits in a row are a code; a token that has some is not taken. */
function tokenWithoutCode(): string {
  const token = newToken()
  return /\d{6}/.test(token) ? tokenWithoutCode() : token
}

/** The address that links of mails begin with. */
export type LinkBase = Pick<Deps['config'], 'publicUrl'>

/** The fields that the MAC of a link covers: a freeze sets rules, so nobody writes one past the program. */
export const sealedFreezeLink = (token: string, companyId: string, createdAt: Date) => [
  token,
  companyId,
  createdAt,
]

/**
 * Links of mails that freeze a company, one for each of `companyIds`. The token is in the fragment: no
 * server and no log sees it.
 */
export async function newFreezeLinks(
  trx: Trx,
  { macKey, config }: { macKey: KeyObject; config: LinkBase },
  companyIds: readonly string[],
  now = new Date(),
): Promise<string[]> {
  const links = companyIds.map((companyId) => {
    const token = tokenWithoutCode()
    return { token, mac: tokenMac(macKey, 'freeze_links', sealedFreezeLink(token, companyId, now)) }
  })
  await sql`
    INSERT INTO freeze_links (sha256, company_id, created_at, mac)
    SELECT sha256, company_id, ${now}, mac
    FROM unnest(${links.map(({ token }) => tokenHash(token))}::bytea[], ${companyIds}::uuid[],
      ${links.map(({ mac }) => mac)}::bytea[]) AS l (sha256, company_id, mac)`.execute(trx)
  return links.map(({ token }) => `${config.publicUrl}/congelar#t=${token}`)
}
