import { sql } from 'kysely'
import type { Trx } from '#server/platform/db/database.ts'
import { newToken, tokenHash } from '#server/platform/security/tokens.ts'
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

/**
 * Links of mails that freeze a company, one for each of `companyIds`. The token is in the fragment: no
 * server and no log sees it.
 */
export async function newFreezeLinks(
  trx: Trx,
  { publicUrl }: LinkBase,
  companyIds: readonly string[],
  now = new Date(),
): Promise<string[]> {
  const tokens = companyIds.map(tokenWithoutCode)
  await sql`
    INSERT INTO freeze_links (sha256, company_id, created_at)
    SELECT sha256, company_id, ${now}
    FROM unnest(${tokens.map(tokenHash)}::bytea[], ${companyIds}::uuid[])
      AS l (sha256, company_id)`.execute(trx)
  return tokens.map((token) => `${publicUrl}/congelar#t=${token}`)
}
