import { sql } from 'kysely'
import { type Coin, outpointText } from '#domain/coin-selection.ts'
import { type FeeCeilings, feeCeilingSats, withdrawalFeeCeilingSats } from '#domain/fee-ceilings.ts'
import { neededFeeRate, satsFromCents } from '#domain/money.ts'
import type { Db } from '#server/platform/database.ts'
import { Refusal } from '#server/platform/refusal.ts'
import type { Chain } from '#server/ports.ts'
import { spendableCoins } from '../facts.ts'
import { spentByOthers } from './hanging.ts'
import {
  coinsOf,
  type Family,
  outputsOf,
  type PlanCoin,
  type PlanOutput,
  readFamily,
  sinceMined,
  type Version,
} from './versions.ts'

/** A transaction that waits for its block, and all that raising its fee depends on. */
export type Slow = {
  family: Family
  current: Version
  /** What it pays is paid on: the newest version, or the current one where that lost to a mined one. */
  tip: Version
  coins: PlanCoin[]
  outputs: PlanOutput[]
  spare: Coin[]
  feeCeilings: FeeCeilings
  /** The most that all of it may pay in fees. */
  ceilingSats: bigint
  /** The last of our coins that hangs on the current version, where nothing else spends it. */
  change: (Pick<PlanCoin, 'txid' | 'vout'> & { sats: bigint }) | null
  /** Others of ours spend what it makes: with another txid it would take them along. */
  carriesOthers: boolean
}

/** What was paid until now, children included. */
export function paidFor({ current, children }: Pick<Family, 'children'> & { current: Version }) {
  const all = [current, ...children]
  return {
    feeSats: all.reduce((sum, one) => sum + one.feeSats, 0n),
    vsize: all.reduce((sum, one) => sum + one.vsize, 0),
  }
}

/** The most that all of a family may pay in fees at once. */
export async function ceilingOf(db: Db, family: Family, ceilings: FeeCeilings): Promise<bigint> {
  const { movedSats, requestedSats, rateUsdCentsPerBtc: rate } = family
  const satsOf = (cents: bigint) => (rate === 0n ? 0n : satsFromCents(cents, rate))
  const own = family.withdrawalId
    ? withdrawalFeeCeilingSats(ceilings, requestedSats, await spentSats(db, family), satsOf)
    : feeCeilingSats(ceilings, movedSats, satsOf)
  const ordered = await leftOfOrder(db, family)
  return ordered < own ? ordered : own
}

/** What was to be withdrawn: a coin that pays for a bump later is not part of it. */
async function spentSats(db: Db, { id }: Family): Promise<bigint> {
  const { rows } = await sql<{ sats: bigint }>`
    SELECT (sats + fee_sats)::bigint AS sats FROM transactions WHERE id = ${id}`.execute(db)
  return rows[0]?.sats ?? 0n
}

/** What was ordered is a ceiling for all of a run together, each transaction in its dearest version. */
async function leftOfOrder(db: Db, { id, orderId }: Family): Promise<bigint> {
  const { rows } = await sql<{ left: bigint }>`
    SELECT o.fee_ceiling_sats - (
      SELECT coalesce(sum(fee), 0) FROM (
        SELECT max(t.fee_sats) AS fee FROM transactions t
        LEFT JOIN transactions parent ON parent.id = t.cpfp_parent_id
        WHERE t.order_id = o.id AND coalesce(parent.root_id, t.root_id) != ${id}
          AND t.state NOT IN ('failed', 'rejected')
        GROUP BY t.root_id) AS part)::bigint AS left
    FROM orders o WHERE o.id = ${orderId}`.execute(db)
  return rows[0]?.left ?? 0n
}

/** Reads what is slow; refuses what is not known, not on its way, or being bumped already. */
export async function readSlow(
  db: Db,
  companyId: string,
  id: string,
  feeCeilings: FeeCeilings,
): Promise<Slow> {
  const row = await db
    .selectFrom('transactions')
    .select(['root_id', 'untracked'])
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .where('cpfp_parent_id', 'is', null)
    .executeTakeFirst()
  const family = row && (await readFamily(db, row.root_id))
  if (!family) throw new Refusal('NOT_FOUND')
  const { current, versions, children } = family
  // What lost to a mined version and is on its way nevertheless, as others send it too, is what people see.
  const tip = current && !sinceMined(versions).includes(current) ? current : versions.at(-1)
  // What was found in the chain, and a reorganisation put back, was planned by nobody here.
  if (row.untracked) throw new Refusal('NOT_UNCONFIRMED')
  const isOnItsWay = current && ['signed', 'unconfirmed', 'removed'].includes(current.state)
  if (!tip || !isOnItsWay || current.type === 'receive') throw new Refusal('NOT_UNCONFIRMED')
  if ([tip, ...children].some(({ state }) => state === 'pendingApproval')) {
    throw new Refusal('REQUEST_IN_PROGRESS')
  }
  const spent = await spentByOthers(db, family)
  const change = await lastChange(db, children.at(-1) ?? current)
  const isFree = change && !spent.has(outpointText(change.txid.toString('hex'), change.vout))
  return {
    family,
    current,
    tip,
    coins: await coinsOf(db, tip.id),
    outputs: await outputsOf(db, tip.id),
    spare: await spendableCoins(db, family.payrollId, false),
    feeCeilings,
    ceilingSats: await ceilingOf(db, family, feeCeilings),
    change: isFree ? change : null,
    carriesOthers: spent.size > 0,
  }
}

async function lastChange(db: Db, { id, txid }: Version): Promise<Slow['change']> {
  const output = (await outputsOf(db, id)).find(({ change }) => change)
  return output && txid ? { txid, vout: output.vout, sats: output.sats } : null
}

/** What the node says of a slow transaction: nothing of it is asked inside an SQL transaction. */
export type NodeView = {
  inMempool: boolean
  /** Alone it pays too little for the node's full mempool. */
  isTooCheap: boolean
  /** It is so, or was when it left: a child can bring it back. */
  evicted: boolean
  evictedFeeSats: bigint
  replacedRate: bigint
  incrementalRate: bigint
  minimumRate: bigint
}

export async function askNode(chain: Chain, { family, current }: Slow): Promise<NodeView> {
  const floor = await floorOf(chain, family)
  const txid = current.txid?.toString('hex') ?? ''
  const inMempool = await chain.inMempool(txid)
  const refusal = inMempool || !current.raw ? null : (await chain.trial(current.raw)).refusal
  const isTooCheap = refusal === 'mempool min fee not met'
  const evicted = !inMempool && (refusal === null || isTooCheap)
  return { ...floor, inMempool, isTooCheap, evicted, minimumRate: await chain.minimumFeeRate() }
}

/** Nodes elsewhere may still have what ours let go of: a version once sent is evicted by its fee, too. */
export async function floorOf(chain: Chain, { versions }: Family) {
  let evictedFeeSats = 0n
  let replacedRate = 0n
  for (const version of versions) {
    const { txid, state } = version
    const entry = txid && (await chain.mempoolEntry(txid.toString('hex')))
    if (!entry && (state === 'signed' || version.vsize === 0)) continue
    const { feeSats: own, vsize } = entry || version
    const fee = entry ? entry.withDescendantsFeeSats : own
    const rate = neededFeeRate(own, vsize)
    if (fee > evictedFeeSats) evictedFeeSats = fee
    if (rate > replacedRate) replacedRate = rate
  }
  return { evictedFeeSats, replacedRate, incrementalRate: await chain.incrementalFeeRate() }
}
