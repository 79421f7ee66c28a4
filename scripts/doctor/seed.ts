import type { Config } from '#server/config.ts'
import { connect } from '#server/platform/database.ts'
import { readSignerSecret } from '#server/secrets.ts'
import { openWallet } from '#server/signer/wallet.ts'
import { type Finding, fine, note, reasonOf, wrong } from './finding.ts'

/** Whether the key opens the seed, and the seed is the one whose addresses the program gives out. */
export async function examineSeed(config: Config, signerUrl: string): Promise<Finding[]> {
  const db = connect(signerUrl, { poolSize: 1, onError: () => undefined })
  try {
    const stored = await db.selectFrom('wallet_secret').select('shown_at').executeTakeFirst()
    if (!stored) return [note('There is no seed yet: the first start makes it.')]
    const secret = await readSignerSecret(config.signerKeyFile, config.network)
    await openWallet(db, config.network, secret)
    const opened = fine('SIGNER_KEY_FILE opens the seed, and the seed is that of the addresses.')
    return stored.shown_at
      ? [opened]
      : [opened, note("Nobody has written down the seed's words yet: npm run seed:backup.")]
  } catch (error) {
    return [wrong(`The seed cannot be opened: ${reasonOf(error)}.`)]
  } finally {
    await db.destroy()
  }
}
