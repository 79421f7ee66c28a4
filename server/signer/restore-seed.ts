import { randomUUID } from 'node:crypto'
import type { Network } from '#domain/address.ts'
import type { Db, Trx } from '#server/platform/db/database.ts'
import { open, seal } from './seal-seed.ts'
import { walletOf } from './wallet.ts'
import { parseWords, SeedRefused } from './words.ts'

/**
 * `new`: this database had no wallet, or one that nobody has used. `sealed`: it had this wallet, under
 * a key that is lost. `known`: it had this wallet, and the key opens it.
 */
export type RestoredSeed = 'new' | 'sealed' | 'known'

/**
 * Makes the words the installation's seed. `db` is the owner of the database: nobody else may put a
 * seed in the place of another. Throws a SeedRefused where other addresses are in use already.
 */
export async function restoreSeed(
  db: Db,
  network: Network,
  secret: string,
  words: string,
): Promise<RestoredSeed> {
  const mnemonic = parseWords(words)
  const { xpub } = await walletOf(mnemonic, network)
  return db.transaction().execute(async (trx) => {
    const account = await trx.selectFrom('wallet_account').selectAll().executeTakeFirst()
    if (account && account.network !== network) {
      throw new SeedRefused(`This database is for ${account.network}, not for ${network}.`)
    }
    if (account?.xpub === xpub) {
      if (await opens(trx, network, secret, mnemonic)) return 'known'
      await trx.deleteFrom('signer.wallet_secret').execute()
      await keep(trx, network, secret, mnemonic)
      return 'sealed'
    }
    if (await trx.selectFrom('addresses').select('index').limit(1).executeTakeFirst()) {
      throw new SeedRefused(
        'This database belongs to another wallet, whose addresses are in use. Nothing was changed. Restore into an empty database.',
      )
    }
    await trx.deleteFrom('signer.wallet_secret').execute()
    await trx.deleteFrom('wallet_account').execute()
    await keep(trx, network, secret, mnemonic)
    await trx.insertInto('wallet_account').values({ network, xpub }).execute()
    return 'new'
  })
}

/** The words were used for the restore, so they are not shown again. */
async function keep(trx: Trx, network: Network, secret: string, mnemonic: string): Promise<void> {
  const walletId = randomUUID()
  const sealed = seal(mnemonic, secret, { network, walletId })
  await trx
    .insertInto('signer.wallet_secret')
    .values({ wallet_id: walletId, sealed_mnemonic: sealed, shown_at: new Date() })
    .execute()
}

async function opens(trx: Trx, network: Network, secret: string, mnemonic: string) {
  const stored = await trx.selectFrom('signer.wallet_secret').selectAll().executeTakeFirst()
  if (!stored) return false
  try {
    return (
      open(stored.sealed_mnemonic, secret, { network, walletId: stored.wallet_id }) === mnemonic
    )
  } catch {
    // Another key has sealed it; that one is lost, or there would be nothing to restore.
    return false
  }
}
