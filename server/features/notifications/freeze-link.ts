import type { KeyObject } from 'node:crypto'
import { sql } from 'kysely'
import { dayMs, minuteMs } from '#domain/durations.ts'
import type { Trx } from '#server/platform/db/database.ts'
import { makeToken, tokenHash, tokenMac } from '#server/platform/security/tokens.ts'
import type { Deps } from '#server/startup/deps.ts'

/** Minutes that a freeze link is good for: a week, within which the mail is read. */
export const freezeLivesMinutes = (7 * dayMs) / minuteMs
/** Minutes for the last link of somebody who was removed. */
export const lastFreezeLivesMinutes = dayMs / minuteMs

/** The base address of links in mails. */
export type LinkBase = Pick<Deps['config'], 'publicUrl'>

/** The person of a link; `onRemoval`: it stands in the mail about their removal. */
export type FreezeLinkOwner = { companyId: string; userId: string; onRemoval: boolean }
type Link = FreezeLinkOwner & { createdAt: Date }

const termsOf = ({ companyId, userId, onRemoval, createdAt }: Link) => [
  companyId,
  userId,
  onRemoval ? 'on removal' : null,
  createdAt,
]

/**
 * The fields that the MAC of a link covers: nobody can write a link past the program and freeze a
 * company.
 */
export const toFreezeLinkMacFields = (token: string, link: Link) => [token, ...termsOf(link)]

/** The key makes the token, so that the mails of a day have one link and no table has its token. */
const tokenOf = (macKey: KeyObject, link: Link) => makeToken(macKey, 'freeze_links', termsOf(link))

const macOf = (macKey: KeyObject, link: Link) =>
  tokenMac(macKey, 'freeze_links', toFreezeLinkMacFields(tokenOf(macKey, link), link))

const nameOwner = ({ userId, onRemoval }: FreezeLinkOwner) => `${userId} ${onRemoval}`

/**
 * Makes the links for mails that freeze a company, one for each owner. A person gets one new link a
 * day. The token is in the fragment, which no server and no log sees.
 */
export async function newFreezeLinks(
  trx: Trx,
  { macKey, config }: { macKey: KeyObject; config: LinkBase },
  owners: readonly FreezeLinkOwner[],
  now = new Date(),
): Promise<string[]> {
  const links = await readLinksOfToday(trx, macKey, owners, now)
  const made = new Map<string, Link>()
  for (const owner of owners) {
    const name = nameOwner(owner)
    if (!links.has(name)) made.set(name, { ...owner, createdAt: now })
  }
  await insertLinks(trx, macKey, [...made.values()])
  return owners.map((owner) => {
    const name = nameOwner(owner)
    const link = links.get(name) ?? made.get(name) ?? { ...owner, createdAt: now }
    return `${config.publicUrl}/congelar#t=${tokenOf(macKey, link)}`
  })
}

/** Reads the links that were made within a day and still freeze. A removal has one of its own. */
async function readLinksOfToday(
  trx: Trx,
  macKey: KeyObject,
  owners: readonly FreezeLinkOwner[],
  now: Date,
): Promise<Map<string, Link>> {
  const rows = await trx
    .selectFrom('freeze_links')
    .selectAll()
    .where('user_id', 'in', [...new Set(owners.map(({ userId }) => userId))])
    .where('on_removal', '=', false)
    .where('used_at', 'is', null)
    .where('created_at', '>', new Date(now.getTime() - dayMs))
    .where('created_at', '<=', now)
    .execute()
  const found = new Map<string, Link>()
  for (const row of rows) {
    const owner = { companyId: row.company_id, userId: row.user_id, onRemoval: row.on_removal }
    const link = { ...owner, createdAt: row.created_at }
    // A row that the program did not write would put a dead link into the mails of a day.
    const isTrue = row.mac?.equals(macOf(macKey, link))
    if (isTrue && tokenHash(tokenOf(macKey, link)).equals(row.sha256)) {
      found.set(nameOwner(owner), link)
    }
  }
  return found
}

async function insertLinks(trx: Trx, macKey: KeyObject, links: readonly Link[]): Promise<void> {
  if (links.length === 0) return
  const column = <T>(of: (link: Link) => T) => links.map(of)
  // Two mails of one millisecond have the same link.
  await sql`
    INSERT INTO freeze_links (sha256, company_id, user_id, on_removal, created_at, mac)
    SELECT * FROM unnest(${column((link) => tokenHash(tokenOf(macKey, link)))}::bytea[],
      ${column((link) => link.companyId)}::uuid[], ${column((link) => link.userId)}::uuid[],
      ${column((link) => link.onRemoval)}::boolean[],
      ${column((link) => link.createdAt.toISOString())}::timestamptz[],
      ${column((link) => macOf(macKey, link))}::bytea[])
    ON CONFLICT (sha256) DO NOTHING`.execute(trx)
}
