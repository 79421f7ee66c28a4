import type { KeyObject } from 'node:crypto'
import { existsSync } from 'node:fs'
import { sql } from 'kysely'
import { isTrue } from '#server/authorization/mac.ts'
import { type PlacedRow, places } from '#server/authorization/places.ts'
import type { MacKind } from '#server/authorization/registry.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { Config } from '#server/startup/config.ts'
import { readMacKey } from '#server/startup/secrets.ts'
import { type Finding, fine, wrong } from './finding.ts'
import { lookInto } from './look-into.ts'

const accounts: ReadonlySet<MacKind> = new Set([
  'users',
  'companies',
  'former_channels',
  'passkeys',
  'totp_secrets',
  'recovery_codes',
])
const namedAtMost = 20

/** Accounts that were changed past the program, by table and id: they are refused until somebody looks. */
export async function examineAccounts(
  { macKeyFile, network }: Pick<Config, 'macKeyFile' | 'network'>,
  url: string | null,
): Promise<Finding[]> {
  if (!url || !existsSync(macKeyFile)) return []
  // Neither a key that is none nor a database that cannot be asked is a finding of this look.
  const key = await readMacKey(macKeyFile, network).catch(() => null)
  const looked = key && (await lookInto(url, (db) => looks(db, key)).catch(() => null))
  if (!looked || looked.rows === 0) return []
  const { rows, tampered } = looked
  if (tampered.length === 0) {
    return [fine(`The MACs of ${rows} users, companies and former channels hold.`)]
  }
  if (tampered.length === rows) {
    return [
      wrong(
        `None of the ${rows} users, companies and former channels has a MAC of MAC_KEY_FILE: it is another key, or they were made before the first release. Nobody can sign in.`,
      ),
    ]
  }
  const named = tampered
    .slice(0, namedAtMost)
    .map((name) =>
      wrong(`The MAC of ${name} does not hold: it was changed past the program, and is refused.`),
    )
  const more = tampered.length - named.length
  return more > 0 ? [...named, wrong(`So it is with ${more} rows more.`)] : named
}

async function looks(db: Db, key: KeyObject): Promise<{ rows: number; tampered: string[] }> {
  const found = { rows: 0, tampered: [] as string[] }
  for (const { kind, table, rows: statement } of places) {
    if (!accounts.has(kind)) continue
    const { rows } = await sql<PlacedRow>`${statement} ORDER BY name`.execute(db)
    found.rows += rows.length
    const changed = rows.filter((row) => !isTrue(key, kind, row))
    found.tampered.push(...changed.map(({ name }) => `${table} ${name}`))
  }
  return found
}
