import { skipIndexes } from '#server/features/chain/index.ts'
import type { Db } from '#server/platform/db/database.ts'
import { CountFile } from '#server/signer/count-file.ts'
import { countSignatures } from '#server/signer/hold.ts'
import { print } from './print.ts'

/** Keeps a restored database from paying somebody twice; nothing of the program runs meanwhile. */

type Restoration = Awaited<ReturnType<typeof skipIndexes>>

/** Marks the database alone; null where it has no wallet yet. */
export async function markRestored(db: Db, nodeHeight: number): Promise<Restoration | null> {
  const account = await db.selectFrom('wallet_account').select('xpub').executeTakeFirst()
  return account ? skipIndexes(db, nodeHeight) : null
}

/** The signer's file has what the database has from now on: the two agree, and the hold goes on. */
export async function countAsRestored(db: Db, signerCountFile: string): Promise<void> {
  const { xpub } = await db.selectFrom('wallet_account').select('xpub').executeTakeFirstOrThrow()
  await new CountFile(signerCountFile, xpub).write(await countSignatures(db))
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
