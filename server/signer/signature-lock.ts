import { sql } from 'kysely'
import type { Trx } from '#server/platform/db/database.ts'

/** The lock of the one signer at a time. */
export const signatureLock = 7_305_121

/** Waits until this SQL transaction is the one that reads the signatures and adds to them. */
export async function lockSignatures(trx: Trx): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(${signatureLock}::bigint)`.execute(trx)
}
