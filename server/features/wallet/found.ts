import { sql } from 'kysely'
import type { Network } from '#domain/address.ts'
import type { WalkedTransaction } from '#domain/block.ts'
import { centsAt, sumOfSats } from '#domain/money.ts'
import { currentPrice } from '#server/features/coins/index.ts'
import type { Db, Trx } from '#server/platform/database.ts'
import { changeBranch, moveIndexBeyond, type Owner, watchAddress } from './account.ts'
import { type Applied, applyTransactions } from './matching.ts'
import { overviewOf, scriptKey } from './ours.ts'
import type { Sighting } from './sighting.ts'
import { unissuedAddresses } from './unissued.ts'

/** What the breach of I3 says of a transaction that was found; it stands until it is acknowledged. */
export const foundMessage =
  'it is signed with our keys and not in the records: they are old, or somebody else has the keys'

type Spend = Owner & { txid: Buffer }

/** Whether the transaction that spends a coin `c` of ours is one of which the tables have nothing. */
export const spentUnknown = sql<boolean>`c.spent_by_txid IS NOT NULL AND NOT EXISTS (
  SELECT FROM transactions t
  WHERE t.txid = c.spent_by_txid AND t.payroll_id = c.payroll_id AND t.type != 'receive')`

/** Spends of our coins in this block by transactions of which the tables have nothing. */
async function unknownSpends(db: Db, height: number): Promise<Spend[]> {
  const { rows } = await sql<Spend>`
    SELECT DISTINCT c.spent_by_txid AS txid, c.company_id AS "companyId", c.payroll_id AS "payrollId"
    FROM coins c WHERE c.spent_height = ${height} AND ${spentUnknown}
    ORDER BY 1, 3`.execute(db)
  return rows
}

/**
 * Takes transactions of a block into the records that spend our coins (`spenders` are all that do) and
 * are not there: with their change, though its address was never handed out by these records, and with
 * whom they pay. Until the administrator has seen them the payroll pays nobody. Answers the payrolls
 * touched and the txids.
 */
export async function takeInFound(
  trx: Trx,
  transactions: WalkedTransaction[],
  spenders: Applied['spenders'],
  seen: NonNullable<Sighting>,
  network: Network,
): Promise<{ payrollIds: string[]; txids: string[] }> {
  const payrollIds = new Set<string>()
  const txids = new Set<string>()
  for (let known = spenders; known.size > 0; ) {
    const spends = await unknownSpends(trx, seen.height)
    if (spends.length === 0) break
    for (const spend of spends) {
      const hex = spend.txid.toString('hex')
      const transaction = known.get(hex)
      if (!transaction) throw new Error(`${hex} spends a coin in a block that has it not`)
      await adoptChange(trx, transaction, spend, network)
      txids.add(hex)
    }
    // Their change is ours from here on, and may be spent in this very block.
    const applied = await applyTransactions(trx, overviewOf(transactions), seen)
    known = applied.spenders
    for (const spend of spends) {
      const transaction = known.get(spend.txid.toString('hex'))
      if (transaction) await insertFound(trx, transaction, spend, seen)
    }
    for (const id of [...applied.payrollIds, ...spends.map(({ payrollId }) => payrollId)]) {
      payrollIds.add(id)
    }
  }
  return { payrollIds: [...payrollIds], txids: [...txids] }
}

/** Coins of two payrolls never meet in a transaction: its change is that of the payroll it spends from. */
async function adoptChange(
  trx: Trx,
  { outputs }: WalkedTransaction,
  owner: Owner,
  network: Network,
): Promise<void> {
  const unissued = await unissuedAddresses(trx, network)
  for (const { script } of outputs) {
    const derived = unissued.get(scriptKey(script))
    if (derived?.branch !== changeBranch) continue
    await watchAddress(trx, owner, derived)
    await moveIndexBeyond(trx, changeBranch, derived.index)
    unissued.delete(scriptKey(derived.script))
  }
}

/** What it pays to others, and its fee where all its coins are this payroll's. */
async function amountsOf(trx: Trx, transaction: WalkedTransaction, { payrollId, txid }: Spend) {
  const spent = await trx
    .selectFrom('coins')
    .select(['txid', 'vout', 'sats'])
    .where('spent_by_txid', '=', txid)
    .where('payroll_id', '=', payrollId)
    .orderBy('txid')
    .orderBy('vout')
    .execute()
  const scripts = transaction.outputs.map(({ script }) => Buffer.from(script))
  const own = await trx
    .selectFrom('addresses')
    .select('script_pubkey')
    .where('payroll_id', '=', payrollId)
    .where('script_pubkey', '=', sql<Buffer>`ANY(${scripts}::bytea[])`)
    .execute()
  const ours = new Set(own.map((row) => row.script_pubkey.toString('hex')))
  const given = transaction.outputs.filter(
    ({ script }) => !ours.has(Buffer.from(script).toString('hex')),
  )
  const isAll = spent.length === transaction.inputs.length
  const net = sumOfSats(spent) - (sumOfSats(transaction.outputs) - sumOfSats(given))
  return isAll
    ? {
        spent,
        given,
        sats: sumOfSats(given),
        feeSats: sumOfSats(spent) - sumOfSats(transaction.outputs),
      }
    : { spent, given, sats: net > 0n ? net : 0n, feeSats: null }
}

async function insertFound(
  trx: Trx,
  transaction: WalkedTransaction,
  spend: Spend,
  seen: NonNullable<Sighting>,
): Promise<void> {
  const { spent, given, sats, feeSats } = await amountsOf(trx, transaction, spend)
  const scripts = given.map(({ script }) => Buffer.from(script))
  const employee = await trx
    .selectFrom('employees')
    .select('id')
    .where('company_id', '=', spend.companyId)
    .where('script_pubkey', '=', sql<Buffer>`ANY(${scripts}::bytea[])`)
    .limit(1)
    .executeTakeFirst()
  const rate = (await currentPrice(trx))?.usdCentsPerBtc ?? 0n
  const row = {
    type: employee || sats === 0n ? 'send' : 'withdrawal',
    untracked: true,
    was_mined: true,
    in_mempool: false,
    height: seen.height,
    confirmed_at: new Date(),
    raw: Buffer.from(transaction.raw),
    sats,
    usd_cents: centsAt(sats, rate),
    rate_usd_cents_per_btc: rate,
    fee_sats: feeSats,
  } as const
  const { id } = await trx
    .insertInto('transactions')
    .values({
      company_id: spend.companyId,
      payroll_id: spend.payrollId,
      txid: spend.txid,
      ...row,
    })
    // What it paid back may have been taken for a deposit while only the mempool had it.
    .onConflict((conflict) =>
      conflict.columns(['txid', 'payroll_id']).where('txid', 'is not', null).doUpdateSet(row),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
  await trx.deleteFrom('transaction_inputs').where('transaction_id', '=', id).execute()
  await sql`
    INSERT INTO transaction_inputs (transaction_id, position, txid, vout)
    SELECT ${id}, i.position - 1, i.txid, i.vout
    FROM unnest(${spent.map((coin) => coin.txid)}::bytea[], ${spent.map((coin) => coin.vout)}::integer[])
      WITH ORDINALITY AS i (txid, vout, position)`.execute(trx)
  await sql`
    INSERT INTO transaction_outputs (transaction_id, vout, script_pubkey, sats)
    SELECT ${id}, o.position - 1, o.script, o.sats
    FROM unnest(${transaction.outputs.map(({ script }) => Buffer.from(script))}::bytea[],
      ${transaction.outputs.map((output) => String(output.sats))}::bigint[])
      WITH ORDINALITY AS o (script, sats, position)
    WHERE o.sats > 0`.execute(trx)
  await trx
    .insertInto('money_breaches')
    .values({
      invariant: 'I3',
      subject: `transaction ${id}`,
      message: foundMessage,
      payroll_ids: [spend.payrollId],
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
