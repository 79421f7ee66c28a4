import type { Network } from '#domain/address.ts'
import { outputBytes } from '#domain/fees.ts'
import { feeSats, neededFeeRate, paidFeeRate } from '#domain/money.ts'
import { missingForReplacement, planChild, planReplacement } from '#domain/replacement.ts'
import type { Trx } from '#server/platform/database.ts'
import { Refusal } from '#server/platform/refusal.ts'
import type { Chain } from '#server/ports.ts'
import { missingFunds } from '../decision.ts'
import { storedOutpoint } from '../reservation.ts'
import { lockFamilies } from './lock.ts'
import {
  insertChild,
  insertVersion,
  type NewChild,
  type NewVersion,
  withChange,
} from './replacement.ts'
import { type NodeView, paidFor, type Slow } from './slow.ts'
import { refusalOf } from './unsigned.ts'
import type { Family } from './versions.ts'

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
  if (wanted.feeRateSatsPerKvb > slow.feeCeilings.feeRateSatsPerKvb)
    throw new Refusal('FEE_TOO_HIGH')
  return (await childBump(chain, slow, node, wanted)) ?? replacementBump(chain, slow, node, wanted)
}

const placeholder = Buffer.concat([Buffer.from([0, 20]), Buffer.alloc(20)])

async function childBump(
  chain: Chain,
  slow: Slow,
  node: NodeView,
  { feeRateSatsPerKvb, raise }: WantedRate,
): Promise<Bump | null> {
  const { family, current, tip, change, ceilingSats, feeCeilings } = slow
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
  if (rate > feeCeilings.feeRateSatsPerKvb || paid.feeSats + child.feeSats > ceilingSats) {
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
  // What was sent, and would be paid by none of it: its own fee can be raised, and pays for this too.
  if (slow.carriesOthers) throw new Refusal('CANNOT_BE_BUMPED')
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
  if (least > slow.feeCeilings.feeRateSatsPerKvb || plan.feeSats > slow.ceilingSats) {
    throw new Refusal('FEE_TOO_HIGH')
  }
  const version: NewVersion = {
    type: tip.type as NewVersion['type'],
    coins: [...coins, ...plan.more.map(storedOutpoint)],
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

function shortOf(sats: bigint, { rateUsdCentsPerBtc }: Family): Refusal {
  const { code, ...details } = missingFunds(sats, rateUsdCentsPerBtc || 1n)
  return new Refusal(code, details)
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
