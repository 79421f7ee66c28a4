import { skipIndexes } from '#server/features/chain/index.ts'
import { type TakenIn, takeInSignatures } from '#server/features/payments/index.ts'
import type { Db } from '#server/platform/db/database.ts'
import { refuseWhileRunning } from '#server/platform/db/still-running.ts'
import { CountFile } from '#server/signer/count-file.ts'
import { findRecordHold } from '#server/signer/hold.ts'
import { countSignatures, findPendingSignature } from '#server/signer/pending-record.ts'
import { rememberRecorded } from '#server/signer/remember-recorded.ts'
import { recordPathOf, SigningRecord } from '#server/signer/signing-record.ts'
import { openWallet, type Wallet } from '#server/signer/wallet.ts'
import type { Config } from '#server/startup/config.ts'
import { readMacKey, readSignerSecret } from '#server/startup/secrets.ts'
import { print } from './print.ts'

/** Keeps a restored database from paying somebody twice; nothing of the program runs meanwhile. */

type Restoration = Awaited<ReturnType<typeof skipIndexes>>

type Restored = { restoration: Restoration; taken: TakenIn }

/**
 * Takes what was signed since the backup from the record, and marks the database; null where it has no
 * wallet yet. The first step may be done once more.
 */
export async function markRestored(
  db: Db,
  config: Config,
  nodeHeight: number,
): Promise<Restored | null> {
  const account = await db.selectFrom('wallet_account').select('xpub').executeTakeFirst()
  if (!account) return null
  const taken = await takeInRecord(db, config)
  return { taken, restoration: await skipIndexes(db, nodeHeight) }
}

async function takeInRecord(db: Db, config: Config): Promise<TakenIn> {
  const { record, wallet } = await openRecord(db, config)
  const { network, macKeyFile } = config
  const macKey = await readMacKey(macKeyFile, network)
  const recorded = await record.readSignatures()
  return db.transaction().execute(async (trx) => {
    await refuseWhileRunning(trx, 'they sign.')
    await rememberRecorded(trx, wallet.memoryKey, recorded)
    return takeInSignatures(trx, { network, macKey }, recorded)
  })
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
  const isBehind = (await findPendingSignature({ db, record })) !== null
  if (isBehind || (await findRecordHold({ db, record }, signatures))) await record.begin(signatures)
  await new CountFile(config.signerCountFile, wallet.xpub).write(signatures)
}

/** Says what the record has brought, by names that the operator can pass on. */
function sayTaken({ transactions, payrolls, people, moved, ofUnknownCompanies }: TakenIn): void {
  const what = transactions === 1 ? '1 transaction' : `${transactions} transactions`
  print(`The signing record has brought ${what} that the backup does not know.`)
  for (const name of payrolls) {
    print(`Made since the backup, and made again: the payroll ${name}.`)
    print('If the program followed the chain before this, npm run seed:restore takes in its funds.')
  }
  for (const { destination } of people) {
    print(
      `Paid since the backup, and not in it: somebody at ${destination}. Enter the person again.`,
    )
  }
  for (const { name, destination } of moved) {
    print(
      `Paid elsewhere since the backup: ${name}, at ${destination}. Ask which address is right.`,
    )
  }
  for (const txid of ofUnknownCompanies) {
    print(`Of a company that is not in the backup: transaction ${txid}.`)
  }
}

export function sayRestored({ restoration, taken }: Restored): void {
  sayTaken(taken)
  print(
    'No record says who was paid in dollars since the backup: ask the bank before more is paid.',
  )
  const { last_receive_index: receive, last_change_index: change } = restoration
  print(
    `Addresses up to receiving ${receive} and change ${change} are given to nobody from now on.`,
  )
  print('Write these two numbers beside the words of the seed.')
  print(
    `Start the program. Until block ${restoration.hold_until_height} it follows the chain and pays nobody.`,
  )
}
