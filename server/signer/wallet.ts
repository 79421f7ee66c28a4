import { createSecretKey, hkdfSync, type KeyObject, randomBytes, randomUUID } from 'node:crypto'
import { HDKey } from '@scure/bip32'
import { entropyToMnemonic, mnemonicToSeed } from '@scure/bip39'
import { wordlist } from '@scure/bip39/wordlists/english.js'
import { p2wpkh } from '@scure/btc-signer'
import { coinType, type Network, networkPrefixes } from '#domain/address.ts'
import { keyVersions } from '#domain/extended-key.ts'
import type { Db } from '#server/platform/db/database.ts'
import { open, seal } from './seal-seed.ts'

export type SigningKey = { privateKey: Uint8Array; publicKey: Uint8Array; script: Uint8Array }

/** The change of a payment is what the next one spends: so many keys are derived once. */
const recentKeys = 100

/** The BIP 84 account with its private keys. Lives in the signer's memory and nowhere else. */
export type Wallet = {
  xpub: string
  /**
   * The key of the MACs over the signer's memory: from the seed, so it lives as long as the wallet.
   */
  memoryKey: KeyObject
  /** The key of the signing record, likewise. */
  recordKey: KeyObject
  key(branch: number, index: number): SigningKey
}

/** The account `m/84'/coin'/0'` of a BIP 39 mnemonic. */
export async function walletOf(mnemonic: string, network: Network): Promise<Wallet> {
  const seed = await mnemonicToSeed(mnemonic)
  const master = HDKey.fromMasterSeed(seed, keyVersions(network))
  const keyFor = (purpose: string) =>
    createSecretKey(Buffer.from(hkdfSync('sha256', seed, '', `quincena ${purpose}`, 32)))
  const account = master.derive(`m/84'/${coinType(network)}'/0'`)
  const branches = [account.deriveChild(0), account.deriveChild(1)]
  const derive = (branch: number, index: number): SigningKey => {
    const child = branches[branch]?.deriveChild(index)
    if (!child?.privateKey || !child.publicKey) throw new Error(`No key at ${branch}/${index}`)
    const { script } = p2wpkh(child.publicKey, networkPrefixes(network))
    return { privateKey: child.privateKey, publicKey: child.publicKey, script }
  }
  const recent = new Map<string, SigningKey>()
  return {
    xpub: account.publicExtendedKey,
    memoryKey: keyFor('signer memory'),
    recordKey: keyFor('signing record'),
    key(branch, index) {
      const path = `${branch}/${index}`
      const key = recent.get(path) ?? derive(branch, index)
      recent.delete(path)
      recent.set(path, key)
      for (const [oldest] of recent) {
        if (recent.size <= recentKeys) break
        recent.delete(oldest)
      }
      return key
    },
  }
}

/**
 * Opens the installation's seed, or makes it at the first start: 32 random bytes as a mnemonic,
 * sealed. Throws where the key does not open it or the account is another than the published one.
 */
export async function openWallet(db: Db, network: Network, secret: string): Promise<Wallet> {
  const stored = await db.selectFrom('signer.wallet_secret').selectAll().executeTakeFirst()
  if (!stored) {
    await makeWallet(db, network, secret)
    return openWallet(db, network, secret)
  }
  const context = { network, walletId: stored.wallet_id }
  const wallet = await walletOf(open(stored.sealed_mnemonic, secret, context), network)
  const account = await db.selectFrom('wallet_account').selectAll().executeTakeFirstOrThrow()
  if (account.xpub !== wallet.xpub || account.network !== network) {
    throw new Error('The seed and the published account of this database do not belong together')
  }
  return wallet
}

async function makeWallet(db: Db, network: Network, secret: string): Promise<void> {
  const mnemonic = entropyToMnemonic(randomBytes(32), wordlist)
  const { xpub } = await walletOf(mnemonic, network)
  const walletId = randomUUID()
  await db.transaction().execute(async (trx) => {
    const made = await trx
      .insertInto('signer.wallet_secret')
      .values({
        wallet_id: walletId,
        sealed_mnemonic: seal(mnemonic, secret, { network, walletId }),
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning('wallet_id')
      .executeTakeFirst()
    // Another signer that started at the same moment was first: its seed is the installation's.
    if (made) await trx.insertInto('wallet_account').values({ network, xpub }).execute()
  })
}
