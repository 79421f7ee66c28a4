import { skipIndexes } from '#server/features/chain/index.ts'
import {
  type DollarsTakenIn,
  type TakenIn,
  takeInDollars,
  takeInSignatures,
} from '#server/features/payments/index.ts'
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

/** `dollarsKnown`: the record has all dollars that were released since the backup. */
type Taken = { signatures: TakenIn; dollars: DollarsTakenIn; dollarsKnown: boolean }
type Restored = { restoration: Restoration; taken: Taken }

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
  return { taken, restoration: await skipIndexes(db, nodeHeight, taken) }
}

async function takeInRecord(db: Db, config: Config): Promise<Taken> {
  const { record, wallet } = await openRecord(db, config)
  const { network, macKeyFile } = config
  const macKey = await readMacKey(macKeyFile, network)
  const recorded = await record.readSignatures()
  const notes = await record.readNotes()
  const dollarsKnown = await isRecordWhole(
    record,
    new CountFile(config.signerCountFile, wallet.xpub),
  )
  return db.transaction().execute(async (trx) => {
    await refuseWhileRunning(trx, 'they sign.')
    await rememberRecorded(trx, wallet.memoryKey, recorded)
    const context = { network, macKey }
    const signatures = await takeInSignatures(trx, context, recorded)
    return { signatures, dollars: await takeInDollars(trx, context, notes), dollarsKnown }
  })
}

/**
 * Whether the record is the one that the signer wrote last: its count file is of this folder, as no copy
 * is, and the record goes as far. A copy of the record may lack the last dollars, and nothing tells.
 */
export async function isRecordWhole(record: SigningRecord, countFile: CountFile): Promise<boolean> {
  const counted = await countFile.read()
  const state = await record.read()
  if (counted === null || state === null) return false
  return (state.signatures.at(-1)?.number ?? state.from) >= counted
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

function sayDollars({ dollars: { lines, payrolls, people }, dollarsKnown }: Taken): void {
  if (lines > 0n) {
    print(`The dollars of ${lines} lines may have gone to the bank since, and count as sent.`)
    print('Ask the bank; an administrator marks what was not sent on the list of the payment.')
  }
  for (const name of payrolls) print(`Made since the backup, and made again: the payroll ${name}.`)
  for (const { destination } of people) {
    print(`Released since the backup, and not in it: dollars of somebody at ${destination}.`)
  }
  if (dollarsKnown) return
  print(
    'No whole record says who was paid in dollars since the backup: ask the bank before more is paid.',
  )
}

export function sayRestored({ restoration, taken }: Restored): void {
  sayTaken(taken.signatures)
  sayDollars(taken)
  const { last_receive_index: receive, last_change_index: change } = restoration
  print(
    `Addresses up to receiving ${receive} and change ${change} are given to nobody from now on.`,
  )
  print('Write these two numbers beside the words of the seed.')
  print(
    `Start the program. Until block ${restoration.hold_until_height} it follows the chain and pays nobody.`,
  )
}
