import type { KeyObject } from 'node:crypto'
import { sql } from 'kysely'
import {
  accountMac,
  isAuthentic,
  type MacRow,
  type MacTable,
  macColumns,
} from '#server/authorization/account-mac.ts'
import type { Trx } from '#server/platform/db/database.ts'
import { type MessageRow, openTexts, sealTexts } from '#server/platform/security/message-seal.ts'
import { eachPage, type RekeyKeys, type Unverified } from './rekey-pages.ts'

/** Users, companies and former channels: each row under a MAC of its own. */
export async function rekeyAccounts<Table extends MacTable>(
  trx: Trx,
  { old, next }: RekeyKeys,
  table: Table,
  unverified: Unverified[],
): Promise<number> {
  let count = 0
  type Row = MacRow<Table> & { id: string }
  const rows = sql<Row>`SELECT ${sql.join(macColumns[table].map((name) => sql.ref(name)))}
    FROM ${sql.table(table)}`
  await eachPage(trx, rows, async (page) => {
    const right = page.filter((row) => {
      const isRight = isAuthentic(old, table, row)
      const isUnderNext = !isRight && isAuthentic(next, table, row)
      if (!isRight) unverified.push({ what: table, name: row.id, isUnderNext })
      return isRight
    })
    const macs = right.map((row) => accountMac(next, table, row))
    await sql`UPDATE ${sql.table(table)} t SET mac = u.mac
      FROM unnest(${right.map(({ id }) => id)}::uuid[], ${macs}::bytea[]) AS u (id, mac)
      WHERE t.id = u.id`.execute(trx)
    count += right.length
  })
  return count
}

type Sealed = MessageRow & { sealed: Buffer }

function opened(key: KeyObject, row: Sealed) {
  try {
    return openTexts(key, row, row.sealed)
  } catch {
    // The text is not under this key; the caller says so.
    return null
  }
}

/** Messages that wait, or that the sandbox keeps: opened with the old key and sealed under the next. */
export async function resealMessages(
  trx: Trx,
  { old, next }: RekeyKeys,
  unverified: Unverified[],
): Promise<number> {
  let count = 0
  const rows = sql<Sealed>`SELECT id, company_id, recipient, via, sealed FROM messages
    WHERE sealed IS NOT NULL`
  await eachPage(trx, rows, async (page) => {
    const ids: string[] = []
    const seals: Buffer[] = []
    for (const row of page) {
      const texts = opened(old, row)
      if (texts) {
        ids.push(row.id)
        seals.push(sealTexts(next, row, texts))
      } else {
        const isUnderNext = opened(next, row) !== null
        unverified.push({ what: 'messages', name: row.id, isUnderNext })
      }
    }
    await sql`UPDATE messages m SET sealed = u.sealed
      FROM unnest(${ids}::uuid[], ${seals}::bytea[]) AS u (id, sealed)
      WHERE m.id = u.id`.execute(trx)
    count += ids.length
  })
  return count
}
