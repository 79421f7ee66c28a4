import type { Network } from '#domain/address.ts'
import { walkTransaction } from '#domain/block.ts'
import { maximumFeeRate } from '#domain/fees.ts'
import { shareOf } from '#domain/money.ts'
import { plansAreHeld } from '#server/features/invariants/index.ts'
import {
  applyTransactions,
  closeSettledPayments,
  knowsOurChain,
  refreshBalances,
} from '#server/features/wallet/index.ts'
import type { Db } from '#server/platform/database.ts'
import { failpoint } from '#server/platform/failpoint.ts'
import type { Log } from '#server/platform/log.ts'
import { type Listener, notify } from '#server/platform/notify.ts'
import { type Chain, ChainError } from '#server/ports.ts'
import { rejectUnapproved } from './approve.ts'
import { buildFollowers } from './followers.ts'

export type PaymentWorkerParts = {
  db: Db
  chain: Chain
  listener: Listener
  network: Network
  log: Log
}

/** Everything that waits is looked at anew this often, whatever notifications were lost. */
const recoveryMs = 30_000

/**
 * Above what a plan may pay: a bug in building would be stopped by the node as well. Change too small
 * to make goes to the fee, which for the smallest transaction (110 vB) is 29 % more.
 */
const sendCeiling = maximumFeeRate + shareOf(maximumFeeRate, 5_000n)

/** What a block, a parent's return or a bump changes; of anything else somebody has to know. */
const passingRefusals = new Set([
  'bad-txns-inputs-missingorspent',
  'insufficient fee',
  'mempool full',
  'mempool min fee not met',
  'min relay fee not met',
  'too-large-cluster',
  'too-long-mempool-chain',
  'txn-mempool-conflict',
])

/**
 * Before the signer may sign: every coin of the plan is at the node, unspent, with our value and
 * script. Where one is not, the plan is failed while nothing is signed, and its coins are free again.
 */
async function checkCoins({ db, chain, log }: PaymentWorkerParts, id: string): Promise<void> {
  // A node that has forgotten blocks has forgotten coins too: nothing is concluded from it.
  if (!(await knowsOurChain(db, chain))) return
  // A coin that left with its transaction has no row any more.
  const coins = await db
    .selectFrom('transaction_inputs as i')
    .leftJoin('coins as c', (join) =>
      join.onRef('c.txid', '=', 'i.txid').onRef('c.vout', '=', 'i.vout'),
    )
    .select(['i.txid', 'i.vout', 'c.sats', 'c.script_pubkey'])
    .where('i.transaction_id', '=', id)
    .orderBy('i.position')
    .execute()
  const found = await chain.unspent(
    coins.map((coin) => ({ txid: coin.txid.toString('hex'), vout: coin.vout })),
  )
  const wrong = coins.filter((coin, index) => {
    const output = found[index]
    return !output || output.sats !== coin.sats || !coin.script_pubkey?.equals(output.script)
  })
  if (wrong.length > 0) {
    if (!(await knowsOurChain(db, chain))) return
    const outpoints = wrong.map((coin) => `${coin.txid.toString('hex')}:${coin.vout}`)
    const feeders = await liveFeeders(db, id)
    if (wrong.every((coin) => feeders.some(({ txid }) => txid?.equals(coin.txid)))) {
      log.warn({ transaction: id, outpoints }, 'its feeder is away; the transaction waits')
      return
    }
    log.error({ transaction: id, outpoints }, 'planned coins are not at the node')
    await failUnsigned(db, id, 'A coin of the plan is no longer unspent')
    return
  }
  await db.transaction().execute(async (trx) => {
    await trx
      .updateTable('transactions')
      .set({ waiting_for: 'signature' })
      .where('id', '=', id)
      .where('state', '=', 'pendingApproval')
      .where('waiting_for', '=', 'node')
      .execute()
    await notify(trx, 'signatures')
  })
}

/** What feeds a later part of a run, if it may still confirm: failing that part would leave a run half paid. */
async function liveFeeders(db: Db, id: string) {
  return db
    .selectFrom('transaction_outputs as o')
    .innerJoin('transactions as t', 't.id', 'o.transaction_id')
    .select('t.txid')
    .where('o.feeds', '=', id)
    .where('t.state', 'not in', ['failed', 'rejected'])
    .execute()
}

/** Ends a plan of which nothing was signed; no money moved. */
async function failUnsigned(db: Db, id: string, failure: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await trx
      .updateTable('transactions')
      .set({ state: 'failed', waiting_for: null, failure })
      .where('id', '=', id)
      .where('state', '=', 'pendingApproval')
      .execute()
    await notify(trx, 'transactions')
  })
  await releaseFailed(db)
}

/**
 * Coins of plans that failed or were rejected are free again, and their payments are over. What waited
 * for one of them to feed it has nothing to wait for.
 */
async function releaseFailed(db: Db): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await trx
      .updateTable('transactions as t')
      .set({ state: 'failed', waiting_for: null, failure: 'What was to feed it has failed' })
      .from('transaction_outputs as o')
      .innerJoin('transactions as feeder', 'feeder.id', 'o.transaction_id')
      .whereRef('o.feeds', '=', 't.id')
      .where('feeder.state', 'in', ['failed', 'rejected'])
      .where('t.state', '=', 'pendingApproval')
      .where('t.waiting_for', '=', 'feeder')
      .execute()
    const freed = await trx
      .updateTable('coins as c')
      .set({ reserved_by: null })
      .from('transactions as t')
      .whereRef('t.id', '=', 'c.reserved_by')
      .where('t.state', 'in', ['failed', 'rejected'])
      .returning('c.payroll_id')
      .execute()
    await closeSettledPayments(trx)
    await refreshBalances(trx, [...new Set(freed.map((coin) => coin.payroll_id))])
  })
}

/**
 * Sends the stored bytes; the same bytes any number of times. No answer of the node makes a signed
 * transaction anything but signed or in the mempool: time-outs and refusals are told to the log and
 * tried again.
 */
async function broadcast(
  { db, chain, log }: PaymentWorkerParts,
  { id, raw }: { id: string; raw: Buffer },
): Promise<void> {
  try {
    const { refusal } = await chain.trial(raw)
    if (refusal) {
      const level = passingRefusals.has(refusal) ? 'warn' : 'error'
      log[level]({ transaction: id, refusal }, 'the node does not take signed bytes now; they stay')
      return
    }
    await chain.send(raw, sendCeiling)
    failpoint('sent-state-unwritten')
  } catch (err) {
    if (!(err instanceof ChainError)) throw err
    log.warn({ err, transaction: id }, 'not known whether the node took it; sent again later')
    return
  }
  await db.transaction().execute(async (trx) => {
    await trx
      .updateTable('transactions')
      .set({ state: 'unconfirmed', sent_at: new Date() })
      .where('id', '=', id)
      .where('state', 'in', ['signed', 'removed'])
      .execute()
    await refreshBalances(trx, await applyTransactions(trx, [walkTransaction(raw)], null))
    await notify(trx, 'transactions')
  })
}

/**
 * One transaction that cannot be dealt with now holds up nobody else's; a node that does not answer
 * ends the round for all.
 */
async function each<T extends { id: string }>(
  { log }: PaymentWorkerParts,
  transactions: readonly T[],
  work: (transaction: T) => Promise<void>,
): Promise<void> {
  for (const transaction of transactions) {
    try {
      await work(transaction)
    } catch (err) {
      if (err instanceof ChainError) throw err
      log.error({ err, transaction: transaction.id }, 'not settled now; trying again')
    }
  }
}

async function settle(parts: PaymentWorkerParts): Promise<void> {
  await buildFollowers(parts)
  await rejectUnapproved(parts.db)
  const planned = await parts.db
    .selectFrom('transactions')
    .select('id')
    .where('state', '=', 'pendingApproval')
    .where('waiting_for', '=', 'node')
    .orderBy('id')
    .execute()
  // What is signed goes on: its bytes may be with the network already.
  const held = planned.length > 0 && (await plansAreHeld(parts.db))
  if (!held) await each(parts, planned, ({ id }) => checkCoins(parts, id))
  const signed = await parts.db
    .selectFrom('transactions')
    .select(['id', 'raw'])
    .where('state', 'in', ['signed', 'removed'])
    .where('type', '!=', 'receive')
    .where('raw', 'is not', null)
    // The part that feeds the others before them.
    .orderBy('payment_id')
    .orderBy('position')
    .$narrowType<{ raw: Buffer }>()
    .execute()
  await each(parts, signed, (transaction) => broadcast(parts, transaction))
}

/** The payments' duty: checks plans, sends what is signed, sends again what left, until `signal`. */
export async function settlePayments(
  parts: PaymentWorkerParts,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    const woken = new AbortController()
    const either = AbortSignal.any([signal, woken.signal])
    const wake = Promise.race(
      (['plans', 'transactions', 'chain'] as const).map((channel) =>
        parts.listener.next(channel, recoveryMs, either),
      ),
    )
    try {
      await settle(parts)
      await releaseFailed(parts.db)
      await wake
    } catch (err) {
      parts.log.warn({ err }, 'settling payments failed; trying again')
      await parts.listener.next('chain', 1_000, signal)
    } finally {
      woken.abort()
    }
  }
}
