import { validateMnemonic } from '@scure/bip39'
import { wordlist } from '@scure/bip39/wordlists/english.js'
import type { Network } from '#domain/address.ts'
import type { Db } from '#server/platform/db/database.ts'
import { type Wallet, walletOf } from './wallet.ts'

/** Why words are not taken, for the operator. */
export class SeedRefused extends Error {
  override name = 'SeedRefused'
}

/** The words as BIP 39 has them. Throws a SeedRefused where they are no seed. */
export function parseWords(words: string): string {
  const mnemonic = words.trim().toLowerCase().split(/\s+/).join(' ')
  if (!validateMnemonic(mnemonic, wordlist)) {
    throw new SeedRefused('These are not the words of a seed (BIP 39, English): one is wrong.')
  }
  return mnemonic
}

/** The wallet of typed words. Throws a SeedRefused where it is not the one of this database. */
export async function walletOfWords(db: Db, network: Network, words: string): Promise<Wallet> {
  const wallet = await walletOf(parseWords(words), network)
  const account = await db.selectFrom('wallet_account').selectAll().executeTakeFirst()
  if (account?.xpub !== wallet.xpub || account.network !== network) {
    throw new SeedRefused('These are the words of another seed than the one of this database.')
  }
  return wallet
}
