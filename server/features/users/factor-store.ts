import type { KeyObject } from 'node:crypto'
import type { Factors, Passkey } from '#contract/factors.ts'
import { mayNow } from '#domain/may-now.ts'
import { personOf } from '#server/authorization/approvals-that-count.ts'
import { type PasskeyRow, readRecovery } from '#server/authorization/factor-rows.ts'
import {
  readOwnFactors,
  recoveryCodeCount,
  toRelyingParty,
} from '#server/features/factors/index.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { Deps } from '#server/startup/deps.ts'
import { readKeyApprovals } from './key-approval.ts'
import { type Account, readAccount, type Who } from './store.ts'

type Context = Pick<Deps, 'macKey'> & { config: Pick<Deps['config'], 'publicUrl'>; now: Date }

/** The time from which a person's passkeys approve; null where the role never approves. */
async function approvesFrom(db: Db, account: Account, now: Date) {
  const { created_at } = await db
    .selectFrom('companies')
    .select('created_at')
    .where('id', '=', account.company_id)
    .executeTakeFirstOrThrow()
  const terms = { companyCreatedAt: created_at, strongOnly: false, now }
  const person = personOf(account, () => true)
  const { code, from } = mayNow(person, { kind: 'APPROVE', ...terms })
  if (code === 'NO') return null
  return (key: PasskeyRow) => (from && from > key.created_at ? from : key.created_at)
}

export async function passkeysOf(
  db: Db,
  macKey: KeyObject,
  account: Account,
  rows: readonly PasskeyRow[],
  now: Date,
): Promise<Passkey[]> {
  const from = await approvesFrom(db, account, now)
  const approvals = await readKeyApprovals(db, macKey, account, rows, now)
  return rows.map((row) => {
    const approval = approvals.get(row.id)
    return {
      _id: row.id,
      name: row.name,
      kind: row.is_synced ? 'SYNCED' : 'DEVICE',
      createdAt: row.created_at.toISOString(),
      lastUsedAt: row.last_used_at?.toISOString() ?? null,
      approvesFrom: from && !approval ? from(row).toISOString() : null,
      ...(approval && { approval }),
    }
  })
}

/** Reads every factor that the caller has besides the password. */
export async function readOwn(db: Db, who: Who, context: Context): Promise<Factors> {
  const { macKey, config, now } = context
  const account = await readAccount(db, macKey, who)
  const { passkeys, app } = await readOwnFactors(db, macKey, who)
  const recovery = await readRecovery(db, macKey, who)
  const { publicUrl } = config
  return {
    passkeys: await passkeysOf(db, macKey, account, passkeys, now),
    totp: app?.confirmed_at ? { confirmedAt: app.confirmed_at.toISOString() } : null,
    recoveryCodes: recovery?.created_at
      ? {
          left: recovery.codes.length,
          of: recoveryCodeCount,
          createdAt: recovery.created_at.toISOString(),
        }
      : null,
    passkeysPossible: toRelyingParty(publicUrl) !== null,
    publicUrl,
  }
}
