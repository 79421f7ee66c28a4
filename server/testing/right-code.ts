import type { KeyObject } from 'node:crypto'
import type { Given } from '#server/features/quorum/index.ts'
import { newId, type Trx } from '#server/platform/db/database.ts'

type Who = { companyId: string; userId: string }

/** A code that was found right, for tests of money that send no mails. */
export async function rightCode(
  trx: Trx,
  macKey: KeyObject,
  { companyId, userId }: Who,
): Promise<Given> {
  const id = await newId(trx)
  await trx
    .insertInto('verification_codes')
    .values({
      id,
      company_id: companyId,
      user_id: userId,
      purpose: 'payment',
      subject_id: id,
      mac: Buffer.alloc(32),
      created_at: new Date(),
    })
    .execute()
  return {
    kind: 'CODE',
    right: { kind: 'MESSAGE', id, companyId, userId, channel: { via: 'EMAIL', to: '' }, macKey },
  }
}
