import type { KeyObject } from 'node:crypto'
import { existsSync } from 'node:fs'
import { areDollarsKnown, readHoldUntilHeight } from '#server/authorization/restorations.ts'
import { holdText } from '#server/authorization/signer-hold.ts'
import type { Db } from '#server/platform/db/database.ts'
import { CountFile } from '#server/signer/count-file.ts'
import { compareCounts } from '#server/signer/hold.ts'
import { seedNumbers } from '#server/signer/seed-backup.ts'
import { MemoryChanged, type MemoryFault } from '#server/signer/signature-chain.ts'
import { SignatureMemory } from '#server/signer/signature-memory.ts'
import { openWallet } from '#server/signer/wallet.ts'
import type { Config } from '#server/startup/config.ts'
import { readSignerSecret } from '#server/startup/secrets.ts'
import { type Finding, fine, note, reasonOf, wrong } from './finding.ts'
import { examineKeyFile } from './keys.ts'
import { lookInto } from './look-into.ts'

/** Whether the key opens the seed, and the seed is the one whose addresses the program gives out. */
export async function examineSeed(
  { signerKeyFile: path, signerCountFile, network }: Config,
  signerUrl: string | null,
): Promise<Finding[]> {
  const name = 'SIGNER_KEY_FILE'
  if (!signerUrl) return [await examineKeyFile(name, path, null)]
  try {
    const stored = await lookInto(signerUrl, (db) =>
      db.selectFrom('signer.wallet_secret').select('shown_at').executeTakeFirst(),
    )
    const sealed = 'the seed in the database opens with it alone'
    const file = await examineKeyFile(name, path, stored ? sealed : null)
    if (!stored) return [file, note('There is no seed yet: the first start makes it.')]
    if (!existsSync(path)) return [file]
    const secret = await readSignerSecret(path, network)
    const memory = await lookInto(signerUrl, async (db) => {
      const { memoryKey, xpub } = await openWallet(db, network, secret)
      const countFile = new CountFile(signerCountFile, xpub)
      return [...(await howItRemembers(db, memoryKey)), ...(await isNewest(db, countFile))]
    })
    const opened = fine(`${name} opens the seed, and the seed is that of the addresses.`)
    const used = await lookInto(signerUrl, (db) => seedNumbers(db, network))
    const { receive, change } = used?.highestIndex ?? { receive: 0, change: 0 }
    const numbers = fine(
      `Addresses in use: receiving up to ${receive}, change up to ${change}. They belong beside the seed's words (npm run seed:numbers).`,
    )
    const known = [file, opened, ...(memory ?? []), numbers]
    return stored.shown_at
      ? known
      : [...known, note("Nobody has written down the seed's words yet: npm run seed:backup.")]
  } catch (error) {
    const unknown = 'no database says whether a seed is sealed under it'
    return [
      await examineKeyFile(name, path, unknown),
      wrong(`The seed cannot be opened: ${reasonOf(error)}.`),
    ]
  }
}

async function isNewest(db: Db, countFile: CountFile): Promise<Finding[]> {
  const { hold } = await compareCounts({ db, countFile })
  const height = await readHoldUntilHeight(db)
  if (hold) return [wrong(`Nothing is signed. ${holdText(hold)} The file is ${countFile.path}.`)]
  return height === null
    ? [fine(`${countFile.path} counts no more signatures than the database has.`)]
    : [
        note(`A backup was restored: nothing is paid until block ${height}.`),
        ...((await areDollarsKnown(db))
          ? []
          : [note('No record says who was paid in dollars since the backup: ask the bank.')]),
      ]
}

function memoryFaultText(fault: MemoryFault): string {
  switch (fault.code) {
    case 'SIGNATURE_CHANGED':
      return `signature ${fault.number} is gone or not as it was written`
    case 'ROWS_ADDED':
      return `${fault.rows} rows of its memory are none of the signer's`
    case 'COUNT_CHANGED':
      return `${fault.signatures} signatures are there, and ${fault.counted ?? 'no'} were counted`
    case 'SIGNATURES_GONE':
      return `${fault.signatures} signatures are there, and ${fault.signed} were made`
  }
}

async function howItRemembers(db: Db, key: KeyObject): Promise<Finding[]> {
  try {
    const { signatures } = await new SignatureMemory(key).prove(db)
    return [fine(`The signer's memory is whole: ${signatures} signatures.`)]
  } catch (error) {
    if (!(error instanceof MemoryChanged)) throw error
    return [
      wrong(
        `The signer's memory was changed, and nothing is signed: ${memoryFaultText(error.fault)}. See docs/operating/keys.md.`,
      ),
    ]
  }
}
