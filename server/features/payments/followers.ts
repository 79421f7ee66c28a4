import { sql } from 'kysely'
import type { Network } from '#domain/address.ts'
import {
  type Coin,
  outpointText,
  type Selection,
  selectCoins,
  type Target,
} from '#domain/coin-selection.ts'
import { type FeeCeilings, feeCeilingSats } from '#domain/fee-ceilings.ts'
import type { TargetBlocks } from '#domain/fee-targets.ts'
import { maximumRelayedWeight, outputBytes, vsizeOfWeight } from '#domain/fees.ts'
import { satsFromCents } from '#domain/money.ts'
import { refreshBalances, storedFeeRates, watchedChange } from '#server/features/wallet/index.ts'
import { type Db, inTransaction, type Trx } from '#server/platform/database.ts'
import type { Log } from '#server/platform/log.ts'
import { spendableCoins } from './facts.ts'
import { reserveCoin } from './reservation.ts'

type Parts = { db: Db; network: Network; feeCeilings: FeeCeilings; log: Log }

/**
 * Every feeding coin of the transaction `t` is in a block and still there. Of the versions of what
 * feeds it any may be the one that was mined.
 */
const isFed = sql<boolean>`
  EXISTS (SELECT FROM transaction_outputs o WHERE o.feeds = t.id)
  AND NOT EXISTS (
    SELECT FROM transaction_outputs o JOIN transactions f ON f.id = o.transaction_id
    WHERE o.feeds = t.id AND NOT EXISTS (
      SELECT FROM transaction_outputs made JOIN transactions v ON v.id = made.transaction_id
      JOIN coins c ON c.txid = v.txid AND c.vout = made.vout AND c.reserved_by = t.id
        AND c.height IS NOT NULL AND c.spent_by_txid IS NULL
      WHERE made.feeds = t.id AND v.root_id = f.root_id))`

/** Transactions that have what feeds them, the oldest first. */
export const readyFollowers = (db: Db): Promise<{ id: string }[]> =>
  db
    .selectFrom('transactions as t')
    .select('t.id')
    .where('t.state', '=', 'pendingApproval')
    .where('t.waiting_for', '=', 'feeder')
    .where(isFed)
    .orderBy('t.id')
    .execute()

/** Asked once its coins are locked: the chain may have taken a feeding one back meanwhile. */
async function isStillFed(trx: Trx, id: string): Promise<boolean> {
  const row = await trx
    .selectFrom('transactions as t')
    .select('t.id')
    .where('t.id', '=', id)
    .where(isFed)
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Builds a plan that waited for its feeder: its txid is settled now, and the fee is today's. Where
 * that has risen beyond what was put aside, other coins of the payroll are added; where there are
 * none, or too many, or the market is above its ceiling, the transaction goes on waiting.
 */
export async function buildFollower(parts: Parts, id: string): Promise<void> {
  const { db, log } = parts
  const outcome = await inTransaction(db, (trx) => build(trx, id, parts))
  if (outcome === 'tooDear') {
    log.warn({ transaction: id }, 'its fee cannot be paid now; the transaction waits')
  }
}

type Outcome = 'built' | 'tooDear' | 'notFed'

async function build(trx: Trx, id: string, { network, feeCeilings }: Parts): Promise<Outcome> {
  const row = await trx
    .selectFrom('transactions')
    .select(['company_id', 'payroll_id', 'rate_usd_cents_per_btc as rate', 'fee_sats'])
    .select(({ selectFrom }) =>
      selectFrom('orders as o')
        .select('o.target_blocks')
        .whereRef('o.id', '=', 'transactions.order_id')
        .as('target_blocks'),
    )
    .select(({ selectFrom }) =>
      selectFrom('orders as o')
        .select('o.needs_approval')
        .whereRef('o.id', '=', 'transactions.order_id')
        .as('needs_approval'),
    )
    .where('id', '=', id)
    .where('waiting_for', '=', 'feeder')
    .forUpdate()
    .executeTakeFirst()
  const node = await trx.selectFrom('node_status').selectAll().executeTakeFirst()
  if (!row || !node) return 'notFed'
  const feeRate = storedFeeRates(node)[(row.target_blocks ?? 3) as TargetBlocks]
  const { target, feeding } = await readTarget(trx, id)
  if (!(await isStillFed(trx, id))) return 'notFed'
  const others = await spendableCoins(trx, row.payroll_id, true)
  const selection = selectCoins(others, target, feeRate, feeding)
  const ceiling = feeCeilingSats(feeCeilings, target.sats, (cents) =>
    satsFromCents(cents, row.rate),
  )
  // Above the share it was confirmed with a code, as far as it was planned.
  const confirmed = row.needs_approval ? (row.fee_sats ?? 0n) : 0n
  const most = confirmed > ceiling ? confirmed : ceiling
  if (!selection || feeRate > feeCeilings.feeRateSatsPerKvb || selection.feeSats > most)
    return 'tooDear'
  // Many small coins would make it heavier than any node takes, and it could not be taken back.
  if (selection.vsize > vsizeOfWeight(maximumRelayedWeight)) return 'tooDear'
  for (const [place, coin] of selection.coins.entries()) await reserveCoin(trx, id, place, coin)
  const owner = { companyId: row.company_id, payrollId: row.payroll_id }
  await placeChange(trx, id, selection, () => watchedChange(trx, owner, network))
  await trx
    .updateTable('transactions')
    .set({
      waiting_for: 'node',
      fee_sats: selection.feeSats,
      vsize: selection.vsize,
      fee_rate_sats_per_kvb: feeRate,
    })
    .where('id', '=', id)
    .execute()
  await refreshBalances(trx, [row.payroll_id])
  return 'built'
}

async function readTarget(trx: Trx, id: string): Promise<{ target: Target; feeding: Coin[] }> {
  const outputs = await trx
    .selectFrom('transaction_outputs')
    .select(['script_pubkey', 'sats'])
    .where('transaction_id', '=', id)
    .execute()
  const coins = await trx
    .selectFrom('coins')
    .select(['txid', 'vout', 'sats'])
    .where('reserved_by', '=', id)
    .where('height', 'is not', null)
    .where('spent_by_txid', 'is', null)
    .forUpdate()
    .execute()
  return {
    target: {
      outputs: outputs.length,
      outputBytes: outputs.reduce(
        (sum, output) => sum + outputBytes(output.script_pubkey.length),
        0,
      ),
      sats: outputs.reduce((sum, output) => sum + output.sats, 0n),
    },
    feeding: coins.map(({ txid, vout, sats }) => ({
      id: outpointText(txid.toString('hex'), vout),
      sats,
    })),
  }
}

/** Change takes the place among the outputs that the plan kept free; without change the rest closes up. */
async function placeChange(
  trx: Trx,
  id: string,
  { changeSats }: Selection,
  newAddress: () => Promise<{ script: Buffer }>,
): Promise<void> {
  const vouts = await trx
    .selectFrom('transaction_outputs')
    .select('vout')
    .where('transaction_id', '=', id)
    .orderBy('vout')
    .execute()
  const free = vouts.findIndex(({ vout }, place) => vout !== place)
  const place = free === -1 ? vouts.length : free
  if (changeSats > 0n) {
    const { script } = await newAddress()
    await trx
      .insertInto('transaction_outputs')
      .values({ transaction_id: id, vout: place, script_pubkey: script, sats: changeSats })
      .execute()
    return
  }
  // By way of negative numbers, for rows are changed one by one and no two may meet.
  await trx
    .updateTable('transaction_outputs')
    .set(({ eb }) => ({ vout: eb.neg('vout') }))
    .where('transaction_id', '=', id)
    .where('vout', '>', place)
    .execute()
  await trx
    .updateTable('transaction_outputs')
    .set(({ eb }) => ({ vout: eb(eb.neg('vout'), '-', 1) }))
    .where('transaction_id', '=', id)
    .where('vout', '<', 0)
    .execute()
}
