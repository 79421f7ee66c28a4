import type { Trx } from '#server/platform/database.ts'
import { newToken, tokenHash } from '#server/platform/tokens.ts'

/** Minutes that a freeze link is good for: a week, in which somebody reads the mail. */
export const freezeLivesMinutes = 7 * 24 * 60

/** Six digits in a row are a code; a token that has some is not taken. */
function tokenWithoutCode(): string {
  const token = newToken()
  return /\d{6}/.test(token) ? tokenWithoutCode() : token
}

/** A link of a mail that freezes the company. It is in the fragment: no server and no log sees it. */
export async function newFreezeLink(
  trx: Trx,
  companyId: string,
  { publicUrl, now }: { publicUrl: string; now: Date },
): Promise<string> {
  const token = tokenWithoutCode()
  await trx
    .insertInto('freeze_links')
    .values({ sha256: tokenHash(token), company_id: companyId, created_at: now })
    .execute()
  return `${publicUrl}/congelar#t=${token}`
}
