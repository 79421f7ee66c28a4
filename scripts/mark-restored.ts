import { skipIndexes } from '#server/features/chain/index.ts'
import type { Db } from '#server/platform/db/database.ts'
import { CountFile } from '#server/signer/count-file.ts'
import { findRecordHold } from '#server/signer/hold.ts'
import { countSignatures, readPending } from '#server/signer/pending-record.ts'
import { recordPathOf, SigningRecord } from '#server/signer/signing-record.ts'
import { openWallet, type Wallet } from '#server/signer/wallet.ts'
import type { Config } from '#server/startup/config.ts'
import { readSignerSecret } from '#server/startup/secrets.ts'
import { print } from './print.ts'

/** Keeps a restored database from paying somebody twice; nothing of the program runs meanwhile. */

type Restoration = Awaited<ReturnType<typeof skipIndexes>>

/** Marks the database alone; null where it has no wallet yet. */
export async function markRestored(db: Db, nodeHeight: number): Promise<Restoration | null> {
  const account = await db.selectFrom('wallet_account').select('xpub').executeTakeFirst()
  return account ? skipIndexes(db, nodeHeight) : null
}

/** The signer's record; its seed opens with the key of this machine. */
export async function openRecord(
  db: Db,
  { signerKeyFile, signerCountFile, network }: Config,
): Promise<{ record: SigningRecord; wallet: Wallet }> {
  const wallet = await openWallet(db, network, await readSignerSecret(signerKeyFile, network))
  const path = recordPathOf(signerCountFile, wallet.xpub)
  return { record: new SigningRecord(path, wallet.recordKey), wallet }
}

/** The signer's files have what the database has from now on, and the hold goes on. */
export async function countAsRestored(db: Db, config: Config): Promise<void> {
  const { record, wallet } = await openRecord(db, config)
  const signatures = await countSignatures(db)
  const isBehind = (await readPending({ db, record })) !== null
  if (isBehind || (await findRecordHold({ db, record }, signatures))) await record.begin(signatures)
  await new CountFile(config.signerCountFile, wallet.xpub).write(signatures)
}

export function sayRestored(restoration: Restoration): void {
  const { last_receive_index: receive, last_change_index: change } = restoration
  print(
    `Addresses up to receiving ${receive} and change ${change} are given to nobody from now on.`,
  )
  print('Write these two numbers beside the words of the seed.')
  print(
    `Start the program. Until block ${restoration.hold_until_height} it follows the chain and pays nobody.`,
  )
}
