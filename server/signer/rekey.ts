import { sql } from 'kysely'
import { isTrue, macOf } from '#server/authorization/mac.ts'
import { type MacPlace, macPlaces, type PlacedRow } from '#server/authorization/mac-places.ts'
import { kinds } from '#server/authorization/registry.ts'
import type { Db, Trx } from '#server/platform/db/database.ts'
import { refuseWhileRunning } from '#server/platform/db/still-running.ts'
import { eachPage, type RekeyKeys, type Unverified } from './rekey-pages.ts'
import { resealApp, resealMessages } from './rekey-secrets.ts'

/** How many MACs were renewed, by kind of row. Codes and tokens cannot be renewed: they end. */
export type Rekeyed = { [what: string]: number }

/** A refusal that changed nothing; the message is for the operator. */
export class RekeyRefused extends Error {
  override name = 'RekeyRefused'
}

const namedAtMost = 20

/** Rows under MACs over tokens that nobody but their holders knows. */
const ofTokens = {
  sessions: 'sessions, ended',
  mfa_challenges: 'sign-ins half-way, ended',
  reset_links: 'reset links, ended',
  freeze_links: 'freeze links, ended',
  sign_up_invitations: 'invitations to sign up, ended',
  team_invitations: 'invitations to a team, ended',
  device_cookies: 'known browsers, forgotten',
  webauthn_challenges: 'questions to passkeys, ended',
  employee_links: 'links to own pages, ended',
  employee_sessions: 'sessions of own pages, ended',
  idempotency_keys: 'answers to repeated requests, forgotten',
} as const
type TokenTable = keyof typeof ofTokens

const locked = [
  ...new Set(macPlaces.map(({ table }) => table)),
  ...Object.keys(ofTokens),
  ...['verification_codes', 'employee_codes', 'messages'],
]

/**
 * Renews every MAC under the next key, in one SQL transaction, if all of them are the old key's:
 * otherwise a tampered row would become a true one. With `leave`, rows that the old key did not
 * make stay as they are, and the signer refuses them. `db` is the owner of the database, and the
 * program does not run.
 */
export async function rekey(
  db: Db,
  keys: RekeyKeys,
  { leave = false }: { leave?: boolean } = {},
): Promise<{ remade: Rekeyed; left: number }> {
  return db.transaction().execute(async (trx) => {
    await sql`LOCK TABLE ${sql.join(locked.map((table) => sql.table(table)))}
      IN SHARE ROW EXCLUSIVE MODE`.execute(trx)
    await refuseWhileRunning(trx, 'each reads its key once, when it starts.')
    const unverified: Unverified[] = []
    const remade: Rekeyed = {}
    for (const place of macPlaces) {
      remade[place.what] = await renewPlace(trx, keys, place, unverified)
    }
    remade.messages = await resealMessages(trx, keys, unverified)
    if (unverified.length > 0 && !leave) throw refusalOf(unverified)
    const { numAffectedRows = 0n } = await sql`UPDATE verification_codes SET voided_at = now()
      WHERE voided_at IS NULL AND used_at IS NULL`.execute(trx)
    remade['verification codes, voided'] = Number(numAffectedRows)
    for (const [table, what] of Object.entries(ofTokens)) {
      const { numDeletedRows } = await trx.deleteFrom(table as TokenTable).executeTakeFirst()
      remade[what] = Number(numDeletedRows)
    }
    return { remade, left: unverified.length }
  })
}

/** Renews the MACs of one place. Codes of recovery end, and are what is counted of their rows. */
async function renewPlace(
  trx: Trx,
  keys: RekeyKeys,
  { kind, table, what, rows }: MacPlace,
  unverified: Unverified[],
): Promise<number> {
  const { old, next } = keys
  let count = 0
  await eachPage(trx, rows, async (page) => {
    const right = page.filter((row) => {
      const isRight = isTrue(old, kind, row)
      const isUnderNext = !isRight && isTrue(next, kind, row)
      if (!isRight) unverified.push({ what, name: row.row_name, isUnderNext })
      return isRight
    })
    const renewed: PlacedRow[] = []
    for (const row of right) renewed.push(await withNewSecrets(trx, keys, row, kind))
    const macs = renewed.map((row) => macOf(next, kind, row))
    await sql`UPDATE ${sql.table(table)} t SET ${sql.ref(kinds[kind].mac)} = u.mac
      FROM unnest(${renewed.map((row) => row.row_place)}::tid[], ${macs}::bytea[]) AS u (at, mac)
      WHERE t.ctid = u.at`.execute(trx)
    for (const row of right) count += 'codes' in row ? (row.codes as Buffer[]).length : 1
  })
  return count
}

/**
 * Secrets of apps are sealed under the next key. Codes of recovery end, because their owners alone know
 * them: each owner makes ten others.
 */
async function withNewSecrets(
  trx: Trx,
  keys: RekeyKeys,
  row: PlacedRow,
  kind: MacPlace['kind'],
): Promise<PlacedRow> {
  if (kind !== 'totp_secrets' && kind !== 'recovery_codes') return row
  const changes = kind === 'totp_secrets' ? resealApp(keys, row as never) : { codes: [] }
  const { row_place } = await trx
    .updateTable(kind)
    .set(changes)
    .where(sql<string>`ctid::text`, '=', row.row_place)
    .returning(sql<string>`ctid::text`.as('row_place'))
    .executeTakeFirstOrThrow()
  return { ...row, ...changes, row_place }
}

function refusalOf(unverified: readonly Unverified[]): RekeyRefused {
  if (unverified.every(({ isUnderNext }) => isUnderNext)) {
    return new RekeyRefused('These rows are under the new key already; nothing was changed.')
  }
  const named = unverified.slice(0, namedAtMost).map(({ what, name }) => `- ${what}: ${name}`)
  const more = unverified.length - named.length
  return new RekeyRefused(
    [
      `The present key did not make the MACs of ${unverified.length} rows; nothing was changed.`,
      ...named,
      ...(more > 0 ? [`- and ${more} more`] : []),
    ].join('\n'),
  )
}
