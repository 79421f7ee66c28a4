import type { Db } from '#server/platform/db/database.ts'

/** Code and fields with which the signer refused a transaction; null where it did not. */
export async function readSignerFault(db: Db, transactionId: string | undefined) {
  const { signer_fault } = await db
    .selectFrom('transactions')
    .select('signer_fault')
    .where('id', '=', transactionId ?? '')
    .executeTakeFirstOrThrow()
  return signer_fault
}
