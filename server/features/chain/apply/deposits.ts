import { sql } from 'kysely'
import type { WalkedTransaction } from '#domain/block.ts'
import { centsAt } from '#domain/money.ts'
import { readCurrentPrice } from '#server/features/prices/index.ts'
import {
  insertForeignInputs,
  type Sighting,
  saveDeposit,
} from '#server/features/transactions/write.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { OwnedOutput } from './owned.ts'

/**
 * The amounts that each transaction brought each payroll from outside, without change of the
 * payroll's own UTXOs.
 */
async function readBroughtBy(db: Db, txids: Buffer[]) {
  return db
    .selectFrom('utxos')
    .select(['txid', 'payroll_id', 'company_id'])
    .select(({ fn }) => fn.sum<string>('sats').as('sats'))
    .where('txid', '=', sql<Buffer>`ANY(${txids}::bytea[])`)
    .where('change', '=', false)
    .groupBy(['txid', 'payroll_id', 'company_id'])
    .execute()
}

/** Saves the deposits among these outputs. A deposit keeps the rate at which it was first seen. */
export async function saveDeposits(db: Db, outputs: OwnedOutput[], seen: Sighting): Promise<void> {
  if (outputs.length === 0) return
  const bringing = new Map(outputs.map((one) => [one.txid.toString('hex'), one]))
  const brought = await readBroughtBy(
    db,
    [...bringing.values()].map(({ txid }) => txid),
  )
  if (brought.length === 0) return
  const rate = (await readCurrentPrice(db))?.usdCentsPerBtc ?? 0n
  const saved: { id: string; transaction: WalkedTransaction }[] = []
  for (const { txid, payroll_id, company_id, sats: text } of brought) {
    const sats = BigInt(text)
    const id = await saveDeposit(
      db,
      {
        company_id,
        payroll_id,
        txid,
        sats,
        usd_cents: centsAt(sats, rate),
        rate_usd_cents_per_btc: rate,
      },
      seen,
    )
    const transaction = bringing.get(txid.toString('hex'))?.transaction
    if (id && transaction && !transaction.coinbase) saved.push({ id, transaction })
  }
  await saveInputs(db, saved)
}

/** Keeps the inputs of deposits, so that a double spend of one is recognised. */
async function saveInputs(
  db: Db,
  deposits: readonly { id: string; transaction: WalkedTransaction }[],
): Promise<void> {
  const inputs = deposits.flatMap(({ id, transaction }) =>
    transaction.inputs.map(({ previousTxid, vout }, position) => ({
      id,
      position,
      vout,
      txid: Buffer.from(previousTxid.toReversed()),
    })),
  )
  await insertForeignInputs(db, inputs)
}
