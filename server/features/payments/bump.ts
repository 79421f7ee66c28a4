import { sql } from 'kysely'
import type { Network } from '#domain/address.ts'
import type { Coin } from '#domain/coin-selection.ts'
import {
  feeCeilingSats,
  maximumFeeRate,
  outputBytes,
  withdrawalFeeCeilingSats,
} from '#domain/fees.ts'
import { feeSats, neededFeeRate, paidFeeRate, satsFromCents } from '#domain/money.ts'
import { missingForReplacement, planChild, planReplacement } from '#domain/replacement.ts'
import type { Db, Trx } from '#server/platform/database.ts'
import { Refusal } from '#server/platform/refusal.ts'
import type { Chain } from '#server/ports.ts'
import { missingAmount } from './decision.ts'
import { spendableCoins } from './facts.ts'
import {
  insertChild,
  insertVersion,
  lockFamilies,
  type NewChild,
  type NewVersion,
  withChange,
} from './replacement.ts'
import { refusalOf } from './unsigned.ts'
import {
  coinsOf,
  type Family,
  outputsOf,
  type PlanCoin,
  type PlanOutput,
  readFamily,
  type Version,
} from './versions.ts'

/** A transaction that waits for its block, and all that raising its fee depends on. */
export type Slow = {
  family: Family
  current: Version
  /** The newest version, which is the one to be replaced. */
  tip: Version
  coins: PlanCoin[]
  outputs: PlanOutput[]
  spare: Coin[]
  /** The most that all of it may pay in fees. */
  ceilingSats: bigint
  /** The last of our coins that hangs on the current version. */
  change: (Pick<PlanCoin, 'txid' | 'vout'> & { sats: bigint }) | null
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
export async function ceilingOf(db: Db, family: Family): Promise<bigint> {
  const { movedSats, requestedSats, rateUsdCentsPerBtc: rate } = family
  const satsOf = (cents: bigint) => (rate === 0n ? 0n : satsFromCents(cents, rate))
  const own = family.withdrawalId
    ? withdrawalFeeCeilingSats(requestedSats, await spentSats(db, family), satsOf)
    : feeCeilingSats(movedSats, satsOf)
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
        LEFT JOIN transactions parent ON parent.id = t.child_of
        WHERE t.order_id = o.id AND coalesce(parent.family, t.family) != ${id}
          AND t.state NOT IN ('failed', 'rejected')
        GROUP BY t.family) AS part)::bigint AS left
    FROM orders o WHERE o.id = ${orderId}`.execute(db)
  return rows[0]?.left ?? 0n
}

/** Reads what is slow; refuses what is not known, not on its way, or being bumped already. */
export async function readSlow(db: Db, companyId: string, id: string): Promise<Slow> {
  const row = await db
    .selectFrom('transactions')
    .select('family')
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .where('child_of', 'is', null)
    .executeTakeFirst()
  const family = row && (await readFamily(db, row.family))
  if (!family) throw new Refusal('NOT_FOUND')
  const { current, versions, children } = family
  const tip = versions.at(-1)
  const isOnItsWay = current && ['signed', 'unconfirmed', 'removed'].includes(current.state)
  if (!tip || !isOnItsWay || current.type === 'receive') throw new Refusal('NOT_UNCONFIRMED')
  if ([tip, ...children].some(({ state }) => state === 'pendingApproval')) {
    throw new Refusal('REQUEST_IN_PROGRESS')
  }
  return {
    family,
    current,
    tip,
    coins: await coinsOf(db, tip.id),
    outputs: await outputsOf(db, tip.id),
    spare: await spendableCoins(db, family.payrollId, false),
    ceilingSats: await ceilingOf(db, family),
    change: await lastChange(db, children.at(-1) ?? current),
  }
}

async function lastChange(db: Db, { id, txid }: Version): Promise<Slow['change']> {
  const output = (await outputsOf(db, id)).find(({ change }) => change)
  return output && txid ? { txid, vout: output.vout, sats: output.sats } : null
}

/** What the node says of a slow transaction: nothing of it is asked inside an SQL transaction. */
export type NodeView = {
  inMempool: boolean
  /** Alone it pays too little for the node's full mempool: a child can bring it back. */
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
  const evicted = !inMempool && (refusal === null || refusal === 'mempool min fee not met')
  return { ...floor, inMempool, evicted, minimumRate: await chain.minimumFeeRate() }
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

export type Bump = {
  method: 'CPFP' | 'RBF'
  feeRateSatsPerKvb: bigint
  /** What it adds to the fees paid until now. */
  costSats: bigint
} & ({ child: NewChild } | { version: NewVersion })

/** The wanted rate; `raise` takes the least that the node takes where that is more, else it is refused. */
export type WantedRate = { feeRateSatsPerKvb: bigint; raise: boolean }

function refuseTooLow(leastRate: bigint): never {
  const least = Number(leastRate) / 1000
  throw new Refusal('FEE_RATE_TOO_LOW', { params: { least: String(least) }, data: { least } })
}

/**
 * How to come to a rate: a child that spends our change, which keeps the txid and nobody's payment is
 * signed again; else the same payments with a lower change. Never above the ceiling: refused instead.
 */
export async function planBump(
  chain: Chain,
  slow: Slow,
  node: NodeView,
  wanted: WantedRate,
): Promise<Bump> {
  if (wanted.feeRateSatsPerKvb > maximumFeeRate) throw new Refusal('FEE_TOO_HIGH')
  return (await childBump(chain, slow, node, wanted)) ?? replacementBump(chain, slow, node, wanted)
}

const placeholder = Buffer.concat([Buffer.from([0, 20]), Buffer.alloc(20)])

async function childBump(
  chain: Chain,
  slow: Slow,
  node: NodeView,
  { feeRateSatsPerKvb, raise }: WantedRate,
): Promise<Bump | null> {
  const { family, current, tip, change, ceilingSats } = slow
  // A package is two transactions: what already has a child is not brought back by another.
  const isReachable = node.inMempool || (node.evicted && family.children.length === 0)
  if (!change || !isReachable || tip !== current) return null
  const paid = paidFor({ current, children: family.children })
  const step = paidFeeRate(paid.feeSats, paid.vsize) + node.incrementalRate
  const least = step > node.minimumRate ? step : node.minimumRate
  const rate = raise && least > feeRateSatsPerKvb ? least : feeRateSatsPerKvb
  const child = planChild(change.sats, paid, rate)
  if (!child) return null
  if (node.inMempool) {
    const outputs = [{ script: placeholder, sats: child.changeSats }]
    if ((await refusalOf(chain, { coins: [change], outputs })) !== null) return null
  }
  if (rate < least) refuseTooLow(least)
  if (rate > maximumFeeRate || paid.feeSats + child.feeSats > ceilingSats) {
    throw new Refusal('FEE_TOO_HIGH')
  }
  return {
    method: 'CPFP',
    feeRateSatsPerKvb: rate,
    costSats: child.feeSats,
    child: { of: current, coin: change, child, feeRateSatsPerKvb: rate },
  }
}

async function replacementBump(
  chain: Chain,
  slow: Slow,
  node: NodeView,
  { feeRateSatsPerKvb: rate, raise }: WantedRate,
): Promise<Bump> {
  const { family, current, tip, coins, outputs, spare } = slow
  const old = coins.flatMap(({ id, sats }) => (sats === null ? [] : [{ id, sats }]))
  if (old.length < coins.length) throw new Refusal('CANNOT_BE_BUMPED')
  const change = outputs.find((output) => output.change) ?? null
  const kept = outputs.filter((output) => output !== change)
  const wanted = {
    coins: old,
    kept: {
      outputs: kept.length,
      outputBytes: kept.reduce((sum, { script }) => sum + outputBytes(script.length), 0),
      sats: kept.reduce((sum, { sats }) => sum + sats, 0n),
    },
    spare,
    feeRateSatsPerKvb: rate,
    floor: node,
  }
  const plan = planReplacement(wanted)
  if (!plan) throw shortOf(missingForReplacement(wanted), family)
  const least = neededFeeRate(plan.floorSats, plan.vsize)
  if (!raise && plan.floorSats > feeSats(plan.vsize, rate)) refuseTooLow(least)
  const paidRate = paidFeeRate(plan.feeSats, plan.vsize)
  if (least > maximumFeeRate || plan.feeSats > slow.ceilingSats) throw new Refusal('FEE_TOO_HIGH')
  const version: NewVersion = {
    type: 'same',
    replaces: tip,
    coins: [...coins, ...plan.more.map(outpointOf)],
    outputs: withChange(
      kept,
      { place: change?.vout ?? null, script: change?.script ?? null },
      plan.changeSats,
    ),
    feeSats: plan.feeSats,
    vsize: plan.vsize,
  }
  await tryVersion(chain, version, 'CANNOT_BE_BUMPED')
  const paid = paidFor({ current, children: family.children })
  return {
    method: 'RBF',
    feeRateSatsPerKvb: paidRate,
    costSats: plan.feeSats - paid.feeSats,
    version,
  }
}

/** Asks the node before anything is planned. */
export async function tryVersion(
  chain: Chain,
  { coins, outputs }: NewVersion,
  code: 'CANNOT_BE_BUMPED' | 'NOT_CANCELLABLE',
): Promise<void> {
  const tried = outputs.map(({ script, sats }) => ({ script: script ?? placeholder, sats }))
  const refusal = await refusalOf(chain, { coins, outputs: tried })
  if (refusal !== null) throw new Refusal(code, { cause: new Error(refusal) })
}

const outpointOf = ({ id }: Coin) => {
  const [hex = '', vout = ''] = id.split(':')
  return { txid: Buffer.from(hex, 'hex'), vout: Number(vout) }
}

function shortOf(sats: bigint, { rateUsdCentsPerBtc }: Family): Refusal {
  const rate = rateUsdCentsPerBtc === 0n ? 1n : rateUsdCentsPerBtc
  const missing = missingAmount(sats, rate)
  const params = { btc: missing.btc, usd: `$${missing.usd.toFixed(2)}` }
  return new Refusal('INSUFFICIENT_FUNDS', { params, data: { missing } })
}

/** Writes a bump down: from the commit on it is carried out. */
export async function placeBump(
  trx: Trx,
  { family }: Slow,
  bump: Bump,
  network: Network,
): Promise<string> {
  await lockFamilies(trx, [family])
  return 'child' in bump
    ? insertChild(trx, family, bump.child, network)
    : insertVersion(trx, family, bump.version, network)
}
