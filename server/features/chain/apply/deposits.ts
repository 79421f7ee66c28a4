import { sql } from 'kysely'
import type { WalkedTransaction } from '#domain/block.ts'
import { centsAt } from '#domain/money.ts'
import { readCurrentPrice } from '#server/features/prices/index.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { OwnedOutput } from './owned.ts'
import { isNewTo, type Sighting, sightingColumns } from './sighting.ts'

/**
 * The amounts that each transaction brought each payroll from outside, without change of its own
 * UTXOs.
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

/** The deposits of these outputs. A deposit keeps the rate of its first sight. */
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
    const row = await db
      .insertInto('transactions')
      .values({
        company_id,
        payroll_id,
        txid,
        sats,
        type: 'receive',
        usd_cents: centsAt(sats, rate),
        rate_usd_cents_per_btc: rate,
        ...sightingColumns(seen),
        confirmed_at: seen && new Date(),
      })
      .onConflict((conflict) =>
        conflict
          .columns(['txid', 'payroll_id'])
          .where('txid', 'is not', null)
          .doUpdateSet(sightingColumns(seen))
          .where('transactions.type', '=', 'receive')
          .where(isNewTo(seen)),
      )
      .returning('id')
      .executeTakeFirst()
    const transaction = bringing.get(txid.toString('hex'))?.transaction
    if (row && transaction && !transaction.coinbase) saved.push({ id: row.id, transaction })
  }
  await saveInputs(db, saved)
}

/** The inputs of deposits are kept, so that a double spend of one is recognised. */
async function saveInputs(
  db: Db,
  deposits: readonly { id: string; transaction: WalkedTransaction }[],
): Promise<void> {
  const inputs = deposits.flatMap(({ id, transaction }) =>
    transaction.inputs.map(({ previousTxid, vout }, position) => ({
      ...{ id, position, vout },
      txid: Buffer.from(previousTxid.toReversed()),
    })),
  )
  if (inputs.length === 0) return
  const column = <T>(of: (input: (typeof inputs)[number]) => T) => inputs.map(of)
  await sql`
    INSERT INTO transaction_inputs (transaction_id, position, txid, vout)
    SELECT * FROM unnest(${column(({ id }) => id)}::uuid[],
      ${column(({ position }) => position)}::integer[], ${column(({ txid }) => txid)}::bytea[],
      ${column(({ vout }) => vout)}::bigint[])
    ON CONFLICT DO NOTHING`.execute(db)
}
