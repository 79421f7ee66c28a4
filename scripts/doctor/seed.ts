import { existsSync } from 'node:fs'
import type { Config } from '#server/config.ts'
import { readSignerSecret } from '#server/secrets.ts'
import { seedNumbers } from '#server/signer/backup.ts'
import { openWallet } from '#server/signer/wallet.ts'
import { type Finding, fine, note, reasonOf, wrong } from './finding.ts'
import { examineKeyFile } from './keys.ts'
import { lookedUp } from './looked-up.ts'

/** Whether the key opens the seed, and the seed is the one whose addresses the program gives out. */
export async function examineSeed(
  { signerKeyFile: path, network }: Config,
  signerUrl: string | null,
): Promise<Finding[]> {
  const name = 'SIGNER_KEY_FILE'
  if (!signerUrl) return [await examineKeyFile(name, path, null)]
  try {
    const stored = await lookedUp(signerUrl, (db) =>
      db.selectFrom('wallet_secret').select('shown_at').executeTakeFirst(),
    )
    const sealed = 'the seed in the database opens with it alone'
    const file = await examineKeyFile(name, path, stored ? sealed : null)
    if (!stored) return [file, note('There is no seed yet: the first start makes it.')]
    if (!existsSync(path)) return [file]
    const secret = await readSignerSecret(path, network)
    await lookedUp(signerUrl, (db) => openWallet(db, network, secret))
    const opened = fine(`${name} opens the seed, and the seed is that of the addresses.`)
    const used = await lookedUp(signerUrl, (db) => seedNumbers(db, network))
    const { receive, change } = used?.highestIndex ?? { receive: 0, change: 0 }
    const numbers = fine(
      `Addresses in use: receiving up to ${receive}, change up to ${change}. They belong beside the seed's words (npm run seed:numbers).`,
    )
    return stored.shown_at
      ? [file, opened, numbers]
      : [
          file,
          opened,
          numbers,
          note("Nobody has written down the seed's words yet: npm run seed:backup."),
        ]
  } catch (error) {
    const unknown = 'no database says whether a seed is sealed under it'
    return [
      await examineKeyFile(name, path, unknown),
      wrong(`The seed cannot be opened: ${reasonOf(error)}.`),
    ]
  }
}
