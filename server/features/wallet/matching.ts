import { type RawBuilder, sql } from 'kysely'
import { reversedHex, type WalkedTransaction } from '#domain/block.ts'
import { centsFromSats } from '#domain/money.ts'
import { statesBefore, type TransactionState } from '#domain/transaction-state.ts'
import type { Db } from '#server/platform/database.ts'

/** Where transactions were seen: in a block of the followed chain, or in the mempool (null). */
export type Sighting = { height: number; at: Date } | null

type OurOutput = {
  txid: Buffer
  vout: number
  script: Buffer
  sats: bigint
  coinbase: boolean
  payroll_id: string
  company_id: string
}

type OurSpend = { txid: Buffer; vout: number; payroll_id: string; spender: Buffer }

/** From which states a sighting moves a transaction on. The mempool never overrules a block. */
function statesSeenFrom(seen: Sighting): TransactionState[] {
  const states = statesBefore(seen ? 'confirmed' : 'unconfirmed')
  return seen ? states : states.filter((state) => state !== 'confirmed')
}

/** The block's time is its miner's and may be two hours off: never before we knew the transaction, never later than now. */
function confirmedAt(seen: Sighting): RawBuilder<Date> | null {
  return seen && sql<Date>`greatest(least(${seen.at}::timestamptz, now()), transactions.created_at)`
}

const bytes = (hex: string) => Buffer.from(hex, 'hex')

/** Outputs that pay one of our scripts, by one query for all of them. */
async function ourOutputs(db: Db, transactions: WalkedTransaction[]): Promise<OurOutput[]> {
  const scripts = new Map<string, Buffer>()
  for (const transaction of transactions) {
    for (const { script } of transaction.outputs) {
      // All our scripts are P2WPKH (BIP 141): 22 bytes that begin with OP_0 and a push of 20.
      if (script.length === 22 && script[0] === 0 && script[1] === 20) {
        const view = Buffer.from(script.buffer, script.byteOffset, script.length)
        scripts.set(view.toString('latin1'), view)
      }
    }
  }
  if (scripts.size === 0) return []
  const owners = await db
    .selectFrom('addresses')
    .select(['script_pubkey', 'payroll_id', 'company_id'])
    .where('script_pubkey', '=', sql<Buffer>`ANY(${[...scripts.values()]}::bytea[])`)
    .execute()
  if (owners.length === 0) return []
  const ownerOf = new Map(owners.map((owner) => [owner.script_pubkey.toString('latin1'), owner]))
  return transactions.flatMap((transaction) =>
    transaction.outputs.flatMap(({ script, sats }, vout) => {
      const owner = ownerOf.get(Buffer.from(script).toString('latin1'))
      if (!owner) return []
      const { script_pubkey, payroll_id, company_id } = owner
      const txid = bytes(transaction.txid())
      const { coinbase } = transaction
      return [{ txid, vout, script: script_pubkey, sats, coinbase, payroll_id, company_id }]
    }),
  )
}

/** Coins of ours that `transactions` spend, by one query; also those that they themselves made. */
async function ourSpends(db: Db, transactions: WalkedTransaction[]): Promise<OurSpend[]> {
  const inputs = transactions
    .filter((transaction) => !transaction.coinbase)
    .flatMap((transaction) => transaction.inputs.map((input) => ({ ...input, transaction })))
  if (inputs.length === 0) return []
  const txids = inputs.map((input) => Buffer.from(input.previousTxid.toReversed()))
  const vouts = inputs.map((input) => input.vout)
  const { rows } = await sql<{ position: bigint; txid: Buffer; vout: number; payroll_id: string }>`
    SELECT i.position, c.txid, c.vout, c.payroll_id
    FROM unnest(${txids}::bytea[], ${vouts}::integer[]) WITH ORDINALITY AS i (txid, vout, position)
    JOIN coins c ON c.txid = i.txid AND c.vout = i.vout`.execute(db)
  return rows.map(({ position, ...coin }) => {
    const input = inputs[Number(position) - 1]
    if (!input) throw new Error('The database answered a row that was not asked for')
    return { ...coin, spender: bytes(input.transaction.txid()) }
  })
}

async function saveCoins(db: Db, outputs: OurOutput[], height: number | null): Promise<void> {
  for (const output of outputs) {
    const { txid, vout, script, sats, coinbase, payroll_id, company_id } = output
    await db
      .insertInto('coins')
      .values({
        txid,
        vout,
        script_pubkey: script,
        sats,
        coinbase,
        payroll_id,
        company_id,
        height,
        change: false,
      })
      .onConflict((conflict) =>
        conflict.columns(['txid', 'vout']).doUpdateSet((eb) => ({
          // What is in a block stays in it when the mempool is looked at a moment late.
          height: height ?? eb.ref('coins.height'),
        })),
      )
      .execute()
  }
}

/** A coin made to feed a later transaction of its run is that one's from its first sight on. */
async function reserveFeeders(db: Db, outputs: OurOutput[]): Promise<void> {
  if (outputs.length === 0) return
  const txids = outputs.map((output) => output.txid)
  await sql`
    UPDATE coins c SET reserved_by = o.feeds
    FROM transactions t JOIN transaction_outputs o ON o.transaction_id = t.id
    WHERE t.txid = ANY(${txids}::bytea[]) AND o.feeds IS NOT NULL
      AND c.txid = t.txid AND c.vout = o.vout AND c.reserved_by IS NULL`.execute(db)
}

async function saveSpends(db: Db, spends: OurSpend[], height: number | null): Promise<void> {
  for (const { txid, vout, spender, payroll_id } of spends) {
    await db
      .updateTable('coins')
      .set({ spent_by_txid: spender, spent_height: height })
      .where('txid', '=', txid)
      .where('vout', '=', vout)
      // The mempool never overrules a block.
      .$if(height === null, (query) => query.where('spent_height', 'is', null))
      .execute()
    // A transaction that spends a payroll's coins and pays it back makes change, not a deposit.
    await db
      .updateTable('coins')
      .set({ change: true })
      .where('txid', '=', spender)
      .where('payroll_id', '=', payroll_id)
      .where('change', '=', false)
      .execute()
  }
}

/** Deposits: what each transaction brought each payroll. A deposit keeps the rate of first sight. */
async function saveDeposits(db: Db, outputs: OurOutput[], seen: Sighting): Promise<void> {
  if (outputs.length === 0) return
  const txids = [...new Map(outputs.map(({ txid }) => [txid.toString('hex'), txid])).values()]
  const deposits = await db
    .selectFrom('coins')
    .select(['txid', 'payroll_id', 'company_id'])
    .select(({ fn }) => fn.sum<string>('sats').as('sats'))
    .where('txid', '=', sql<Buffer>`ANY(${txids}::bytea[])`)
    .where('change', '=', false)
    .groupBy(['txid', 'payroll_id', 'company_id'])
    .execute()
  const latest = await db
    .selectFrom('prices')
    .select('usd_cents_per_btc')
    .orderBy('at', 'desc')
    .executeTakeFirst()
  const rate = latest?.usd_cents_per_btc ?? 0n
  const state = seen ? 'confirmed' : 'unconfirmed'
  const placed = { state, height: seen?.height ?? null, confirmed_at: confirmedAt(seen) } as const
  for (const { txid, payroll_id, company_id, sats: text } of deposits) {
    const sats = BigInt(text)
    await db
      .insertInto('transactions')
      .values({
        company_id,
        payroll_id,
        txid,
        sats,
        type: 'receive',
        usd_cents: rate === 0n ? 0n : centsFromSats(sats, rate),
        rate_usd_cents_per_btc: rate,
        ...placed,
        confirmed_at: seen && new Date(),
      })
      .onConflict((conflict) =>
        conflict
          .columns(['txid', 'payroll_id'])
          .where('txid', 'is not', null)
          .doUpdateSet(placed)
          .where('transactions.type', '=', 'receive')
          .where('transactions.state', 'in', statesSeenFrom(seen)),
      )
      .execute()
  }
}

/** Our own transactions among `spenders`: where they were seen decides their state. */
async function saveSent(db: Db, spenders: Buffer[], seen: Sighting): Promise<void> {
  if (spenders.length === 0) return
  const state = seen ? 'confirmed' : 'unconfirmed'
  await db
    .updateTable('transactions')
    .set({ state, height: seen?.height ?? null, confirmed_at: confirmedAt(seen) })
    .where('txid', '=', sql<Buffer>`ANY(${spenders}::bytea[])`)
    .where('type', '!=', 'receive')
    .where('state', 'in', statesSeenFrom(seen))
    .execute()
}

/**
 * Takes what `transactions` mean for our payrolls into the tables: coins made and spent, deposits,
 * and the states of what we sent. Returns the payrolls touched. For a block this runs inside its
 * one SQL transaction; the same transactions may be applied any number of times.
 */
export async function applyTransactions(
  db: Db,
  transactions: WalkedTransaction[],
  seen: Sighting,
): Promise<string[]> {
  const outputs = await ourOutputs(db, transactions)
  await saveCoins(db, outputs, seen?.height ?? null)
  await reserveFeeders(db, outputs)
  const spends = await ourSpends(db, transactions)
  await saveSpends(db, spends, seen?.height ?? null)
  await saveDeposits(db, outputs, seen)
  await saveSent(
    db,
    spends.map((spend) => spend.spender),
    seen,
  )
  return [...new Set([...outputs, ...spends].map((row) => row.payroll_id))]
}

/** The outpoints a transaction spends, in the order people write txids. */
export function spentOutpoints(transaction: WalkedTransaction): { txid: string; vout: number }[] {
  return transaction.inputs.map((input) => ({
    txid: reversedHex(input.previousTxid),
    vout: input.vout,
  }))
}
