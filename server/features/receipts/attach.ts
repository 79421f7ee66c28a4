import type { Db } from '#server/platform/db/database.ts'
import { fileOf, type ReceiptFile } from './files.ts'
import { readValidReceipt } from './store.ts'

/**
 * Makes the file of a line's valid receipt for its mail; null while there is none, so that the mail
 * waits.
 */
export async function receiptFile(
  db: Db,
  companyId: string,
  lineId: string,
): Promise<ReceiptFile | null> {
  const receipt = await readValidReceipt(db, companyId, lineId)
  return receipt && fileOf(receipt)
}
