import type { KeyObject } from 'node:crypto'
import { sql } from 'kysely'
import type { Db, Trx } from '../platform/db/database.ts'
import { Refusal } from '../platform/http/refusal.ts'
import { requireTrue } from './mac.ts'
import { macColumns } from './registry.ts'

/** The first key of the advisory locks of freezing; the second is of the company. */
const freezing = 7_305_122

/**
 * When a company was frozen, or null; `ACCOUNT_TAMPERED` where its row does not say so by the program's
 * word. In a transaction the answer holds to the end, because a freeze waits for this lock. The lock
 * comes before those of payrolls, people and the company: a freeze takes it before theirs. The row of
 * the company is not locked: two transactions that share its lock would wait for each other where
 * both change it.
 */
export async function frozenAt(db: Db, macKey: KeyObject, companyId: string): Promise<Date | null> {
  if (db.isTransaction) {
    await sql`SELECT pg_advisory_xact_lock_shared(${freezing}, hashtext(${companyId}))`.execute(db)
  }
  const company = await db
    .selectFrom('companies')
    .select(macColumns.companies)
    .where('id', '=', companyId)
    .executeTakeFirstOrThrow()
  return requireTrue(macKey, 'companies', company).frozen_at
}

/** Called before everything that moves money or loosens a rule. */
export async function refuseIfFrozen(db: Db, macKey: KeyObject, companyId: string): Promise<void> {
  if (await frozenAt(db, macKey, companyId)) throw new Refusal('COMPANY_FROZEN')
}

/** Waits for those who saw the company not frozen, and holds up all others until it is. */
export async function lockFreezing(trx: Trx, companyId: string): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(${freezing}, hashtext(${companyId}))`.execute(trx)
}
