import type { Network } from '#domain/address.ts'
import type { Db } from '#server/platform/db/database.ts'
import { open, seal } from './seal-seed.ts'

/**
 * Seals the seed under another secret: afterwards `secret` opens it no more, and the addresses stay.
 * `db` is the owner of the database. Throws, with nothing changed, where `secret` does not open it.
 */
export async function resealSeed(
  db: Db,
  network: Network,
  secret: string,
  next: string,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const { wallet_id: walletId, sealed_mnemonic } = await trx
      .selectFrom('signer.wallet_secret')
      .selectAll()
      .forUpdate()
      .executeTakeFirstOrThrow()
    const context = { network, walletId }
    const sealed = seal(open(sealed_mnemonic, secret, context), next, context)
    await trx.updateTable('signer.wallet_secret').set({ sealed_mnemonic: sealed }).execute()
  })
}
