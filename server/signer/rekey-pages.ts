import type { KeyObject } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import type { Trx } from '#server/platform/db/database.ts'

export type RekeyKeys = { old: KeyObject; next: KeyObject }

/** A row that the old key did not make: somebody changed it, or it was made under another key. */
export type Unverified = { what: string; name: string; isUnderNext: boolean }

const pageRows = 2_000

/** A page at a time, so that a million rows take no more memory than a thousand. */
export async function eachPage<T>(
  trx: Trx,
  rows: RawBuilder<T>,
  work: (page: T[]) => Promise<void>,
): Promise<void> {
  await sql`DECLARE under_mac NO SCROLL CURSOR FOR ${rows}`.execute(trx)
  for (;;) {
    const { rows: page } = await sql<T>`FETCH ${sql.lit(pageRows)} FROM under_mac`.execute(trx)
    if (page.length === 0) break
    await work(page)
  }
  await sql`CLOSE under_mac`.execute(trx)
}
