import { sql } from 'kysely'
import { accountMac, isAuthentic, macColumns } from '#server/authorization/account-mac.ts'
import { openSecret, sealSecret } from '#server/authorization/app-secret.ts'
import type { AppRow, RecoveryRow } from '#server/authorization/factor-rows.ts'
import type { Trx } from '#server/platform/db/database.ts'
import { eachPage, type RekeyKeys, type Unverified } from './rekey-pages.ts'

/** The secrets of apps: opened with the old key and sealed under the next. */
export async function rekeyApps(
  trx: Trx,
  { old, next }: RekeyKeys,
  unverified: Unverified[],
): Promise<number> {
  const what = 'totp_secrets'
  let count = 0
  const rows = sql<AppRow>`SELECT ${sql.join(macColumns[what].map((name) => sql.ref(name)))}
    FROM totp_secrets`
  await eachPage(trx, rows, async (page) => {
    for (const row of page) {
      if (!isAuthentic(old, what, row)) {
        unverified.push({ what, name: row.id, isUnderNext: isAuthentic(next, what, row) })
        continue
      }
      const resealed = (sealed: Buffer | null) =>
        sealed && sealSecret(next, row, openSecret(old, row, sealed))
      const changes = {
        sealed: resealed(row.sealed),
        pending_sealed: resealed(row.pending_sealed),
      }
      const mac = accountMac(next, what, { ...row, ...changes })
      await trx
        .updateTable(what)
        .set({ ...changes, mac })
        .where('id', '=', row.id)
        .execute()
      count++
    }
  })
  return count
}

/** Recovery codes end, because their owners alone know them: each owner makes ten others. */
export async function endRecoveryCodes(
  trx: Trx,
  { old, next }: RekeyKeys,
  unverified: Unverified[],
): Promise<number> {
  const what = 'recovery_codes'
  let count = 0
  const rows = sql<RecoveryRow>`SELECT ${sql.join(macColumns[what].map((name) => sql.ref(name)))}
    FROM recovery_codes`
  await eachPage(trx, rows, async (page) => {
    for (const row of page) {
      if (!isAuthentic(old, what, row)) {
        unverified.push({ what, name: row.id, isUnderNext: isAuthentic(next, what, row) })
        continue
      }
      const mac = accountMac(next, what, { ...row, codes: [] })
      await trx.updateTable(what).set({ codes: [], mac }).where('id', '=', row.id).execute()
      count += row.codes.length
    }
  })
  return count
}
