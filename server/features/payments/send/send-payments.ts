import type { KeyObject } from 'node:crypto'
import { sql } from 'kysely'
import type { Network } from '#domain/address.ts'
import type { FailureCode } from '#domain/failures.ts'
import type { FeeCeilings } from '#domain/fee-ceilings.ts'
import { knowsOurChain } from '#server/features/chain/index.ts'
import { readHeldPayrolls } from '#server/features/invariants/index.ts'
import { endUnsigned, handToSigner } from '#server/features/transactions/write.ts'
import { type Db, inTransaction } from '#server/platform/db/database.ts'
import { type Listener, notify } from '#server/platform/db/notify.ts'
import { failpoint } from '#server/platform/observe/failpoint.ts'
import type { Log } from '#server/platform/observe/log.ts'
import { type Chain, ChainError } from '#server/ports.ts'
import { findUnapprovedOrders, rejectUnapproved } from '../approval/index.ts'
import { bumpStuck, findStuck } from '../fee-bump/index.ts'
import { broadcast, readUnsent } from './broadcast.ts'
import { closeEnded } from './close-ended.ts'
import { expireOrder, findExpiredOrders } from './expiry.ts'
import { buildBatch, readyBatches } from './ready-batches.ts'

export type PaymentWorkerDeps = {
  db: Db
  macKey: KeyObject
  chain: Chain
  listener: Listener
  network: Network
  feeCeilings: FeeCeilings
  log: Log
  autoBumpUsdCents: bigint
}

/**
 * The worker looks at everything that waits at least this often, in case a notification was lost.
 */
const recoveryMs = 30_000

/**
 * Checks a plan before the signer may sign: the node must have every input, unspent, with our value
 * and script. Otherwise the plan fails while nothing is signed, and its UTXOs are free again.
 */
async function checkUtxos({ db, chain, log }: PaymentWorkerDeps, id: string): Promise<void> {
  const [knows, plan, inputs] = await Promise.all([
    // A node that lost blocks lost UTXOs too, so its answer proves nothing.
    knowsOurChain(db, chain),
    db
      .selectFrom('transactions as t')
      .leftJoin('transactions as parent', 'parent.id', 't.cpfp_parent_id')
      .select(['parent.state as parent_state', 'parent.txid as parent_txid'])
      .select(({ eb, ref }) => eb('t.root_id', '!=', ref('t.id')).as('replaces'))
      .where('t.id', '=', id)
      .executeTakeFirst(),
    readUtxos(db, id),
  ])
  if (!knows) return
  if (plan?.parent_state === 'confirmed' || plan?.parent_state === 'failed') {
    await failUnsigned(db, id, 'NO_HELP_NEEDED')
    return
  }
  // A child is sent together with its parent, which may have left the mempool.
  const utxos = inputs.filter(({ txid }) => !plan?.parent_txid?.equals(txid))
  // A replacement may spend an output that the version before spends in the mempool.
  const counting = plan?.replaces ? 'blocks' : 'mempool'
  const found = await chain.unspent(
    utxos.map((utxo) => ({ txid: utxo.txid.toString('hex'), vout: utxo.vout })),
    counting,
  )
  const wrong = utxos.filter((utxo, index) => {
    const output = found[index]
    return !output || output.sats !== utxo.sats || !utxo.script_pubkey?.equals(output.script)
  })
  if (wrong.length > 0) {
    if (!(await knowsOurChain(db, chain))) return
    const outpoints = wrong.map((utxo) => `${utxo.txid.toString('hex')}:${utxo.vout}`)
    const makers = await findLiveLaneMakers(db, id)
    if (wrong.every((utxo) => makers.some(({ txid }) => txid?.equals(utxo.txid)))) {
      log.warn({ transaction: id, outpoints }, 'its lane is away; the transaction waits')
      return
    }
    log.error({ transaction: id, outpoints }, 'planned UTXOs are not at the node')
    await failUnsigned(db, id, 'UTXO_GONE')
    return
  }
  failpoint('plan-taken-up')
  await handToSigner(db, id)
}

/**
 * Reads the inputs of a plan. A UTXO that left the mempool with its transaction has no row any
 * more.
 */
async function readUtxos(db: Db, id: string) {
  return db
    .selectFrom('transaction_inputs as i')
    .leftJoin('utxos as c', (join) =>
      join.onRef('c.txid', '=', 'i.txid').onRef('c.vout', '=', 'i.vout'),
    )
    .select(['i.txid', 'i.vout', 'c.sats', 'c.script_pubkey'])
    .where('i.transaction_id', '=', id)
    .orderBy('i.position')
    .execute()
}

/**
 * Finds transactions that make a lane of the batch and can still confirm: failing the batch would
 * leave the run half paid.
 */
async function findLiveLaneMakers(db: Db, id: string) {
  return db
    .selectFrom('transaction_outputs as o')
    .innerJoin('transactions as t', 't.id', 'o.transaction_id')
    .select('t.txid')
    .where('o.lane_of', '=', id)
    .where('t.state', 'not in', ['failed', 'rejected'])
    .execute()
}

/** Fails a plan of which nothing is signed; no money moved. */
async function failUnsigned(db: Db, id: string, failure: FailureCode): Promise<void> {
  await inTransaction(db, async (trx) => {
    await endUnsigned(trx, sql`t.id = ${id}`, 'failed', failure)
    await closeEnded(trx)
    await notify(trx, 'transactions')
  })
}

/**
 * Works on each row by itself: one that fails now holds up no other. A node that does not answer
 * ends the round for all.
 */
async function each<T extends { id: string }>(
  { log }: PaymentWorkerDeps,
  things: readonly T[],
  work: (thing: T) => Promise<void>,
): Promise<void> {
  for (const thing of things) {
    try {
      await work(thing)
    } catch (err) {
      if (err instanceof ChainError) throw err
      log.error({ err, id: thing.id }, 'a step of a payment failed; trying again')
    }
  }
}

async function plansToCheck(db: Db): Promise<{ id: string; payroll_id: string }[]> {
  return db
    .selectFrom('transactions')
    .select(['id', 'payroll_id'])
    .where('state', '=', 'pendingApproval')
    .where('waiting_for', '=', 'node')
    .orderBy('id')
    .execute()
}

async function sendAllDue(deps: PaymentWorkerDeps): Promise<void> {
  const { db } = deps
  // Read at once, because each press waits for it twice. None of them makes work for another.
  const [expired, unsent, ready, unapproved] = await Promise.all([
    findExpiredOrders(db),
    readUnsent(db),
    readyBatches(db),
    findUnapprovedOrders(db),
  ])
  // Expiry needs no node: plans mostly expire because the node is away.
  await each(deps, expired, ({ id }) => expireOrder(db, id))
  // Signed bytes go first, even while payments are stopped: the network may have them already.
  await each(deps, unsent, (one) => broadcast(deps, one))
  await each(deps, ready, ({ id }) => buildBatch(deps, id))
  await each(deps, unapproved, ({ id }) => rejectUnapproved(db, id))
  const [planned, isHeld] = await Promise.all([plansToCheck(db), readHeldPayrolls(db)])
  const free = <T extends { payroll_id: string }>(things: T[]) =>
    things.filter((thing) => !isHeld(thing.payroll_id))
  await each(deps, free(planned), ({ id }) => checkUtxos(deps, id))
  await each(deps, free(await findStuck(deps)), (slow) => bumpStuck(deps, slow))
}

/**
 * The worker's payment loop until `signal`: checks plans, sends signed transactions, and sends
 * again those that left the mempool.
 */
export async function sendPayments(deps: PaymentWorkerDeps, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const woken = new AbortController()
    const either = AbortSignal.any([signal, woken.signal])
    const wake = Promise.race(
      (['plans', 'transactions', 'chain'] as const).map((channel) =>
        deps.listener.next(channel, recoveryMs, either),
      ),
    )
    try {
      // Closing needs no node, so it runs even where the node failed.
      await sendAllDue(deps).finally(() => inTransaction(deps.db, closeEnded))
      await wake
    } catch (err) {
      deps.log.warn({ err }, 'settling payments failed; trying again')
      await deps.listener.next('chain', 1_000, signal)
    } finally {
      woken.abort()
    }
  }
}
