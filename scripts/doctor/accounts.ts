import type { KeyObject } from 'node:crypto'
import { existsSync } from 'node:fs'
import { sql } from 'kysely'
import { isTrue } from '#server/authorization/mac.ts'
import { macPlaces, type PlacedRow } from '#server/authorization/mac-places.ts'
import { kinds, type MacKind } from '#server/authorization/registry.ts'
import { readUnsealed } from '#server/features/audit/index.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { Config } from '#server/startup/config.ts'
import { readMacKey } from '#server/startup/secrets.ts'
import { type Finding, fine, nameWrong, wrong } from './finding.ts'
import { lookInto } from './look-into.ts'

const accounts: ReadonlySet<MacKind> = new Set([
  'users',
  'companies',
  'former_channels',
  'passkeys',
  'totp_secrets',
  'recovery_codes',
])

/** Kinds that each stand for a person's word: one that nobody gave counts for nothing. */
const words: ReadonlySet<MacKind> = new Set([
  'approvals',
  'change_orders',
  'orders',
  'fee_confirmations',
  'employee_destinations',
  'employee_contacts',
  'employee_changes',
  'destination_releases',
  'address_reports',
  'employee_consents',
  'drafts',
  'audit_chains',
  'payrolls',
  'payroll_employees',
  'schedules',
  'closed_days',
  'occurrences',
  'employees',
  'contacts',
  'arrivals',
  'known_devices',
  'accepted_shared_addresses',
])

/** Kinds that count guesses: one that was changed counts as the most there can be. */
const counts: ReadonlySet<MacKind> = new Set(['code_guards', 'guess_counts'])

/** Rows that were changed past the program, by table and id: accounts are refused, words do not count. */
export async function examineAccounts(
  { macKeyFile, network }: Pick<Config, 'macKeyFile' | 'network'>,
  url: string | null,
): Promise<Finding[]> {
  if (!url || !existsSync(macKeyFile)) return []
  // Neither a key that is none nor a database that cannot be asked is a finding of this look.
  const key = await readMacKey(macKeyFile, network).catch(() => null)
  const looked = key && (await lookInto(url, (db) => look(db, key)).catch(() => null))
  if (!looked || looked.accounts.rows === 0) return []
  const { rows, tampered } = looked.accounts
  if (tampered.length === rows) {
    return [
      wrong(
        `None of the ${rows} users, companies and former channels has a MAC of MAC_KEY_FILE: it is another key, or they were made before the first release. Nobody can sign in.`,
      ),
    ]
  }
  const found = [
    ...nameRows(tampered, 'it was changed past the program, and is refused'),
    ...nameRows(looked.words.tampered, 'the program did not write it, and it counts for nothing'),
    ...nameRows(looked.counts.tampered, 'it was changed past the program, and ends no wait'),
    ...nameRows(looked.events, 'the program did not write it, and it is in no chain'),
  ]
  if (found.length > 0) return found
  return [fine(`The MACs of ${rows} users, companies and former channels hold.`)]
}

const nameRows = (tampered: readonly string[], means: string): Finding[] =>
  nameWrong(tampered, (name) => `The MAC of ${name} does not hold: ${means}.`, 'rows')

async function look(db: Db, key: KeyObject) {
  const { foreign } = await readUnsealed(db, key)
  return {
    accounts: await lookAt(db, key, accounts),
    words: await lookAt(db, key, words),
    counts: await lookAt(db, key, counts),
    // Sealed ones are proven by check:audit.
    events: foreign.map((id) => `audit_events ${id}`),
  }
}

async function lookAt(db: Db, key: KeyObject, wanted: ReadonlySet<MacKind>) {
  const found = { rows: 0, tampered: [] as string[] }
  for (const { kind, table, rows: statement } of macPlaces) {
    // A copy of pay terms is compared with the person's own by the signer.
    if (!wanted.has(kind) || table !== kinds[kind].table) continue
    const { rows } = await sql<PlacedRow>`${statement} ORDER BY row_name`.execute(db)
    found.rows += rows.length
    const changed = rows.filter((row) => !isTrue(key, kind, row))
    found.tampered.push(...changed.map(({ row_name }) => `${table} ${row_name}`))
  }
  return found
}
