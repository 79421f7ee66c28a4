import { planRaise, type Raise } from '#domain/fee-raise.ts'
import { changeOutputBytes } from '#domain/fees.ts'
import { larger, toNeededFeeRate, toPaidFeeRate } from '#domain/money.ts'
import { Refusal } from '#server/platform/http/refusal.ts'
import type { Chain } from '#server/ports.ts'
import { toStoredOutpoint } from '../run/insert-inputs.ts'
import { isTooCheap, type NodeView } from './node-view.ts'
import { packageFee, type Stuck } from './stuck.ts'
import { mempoolRejectReason, placeholderScript } from './test-mempool-accept.ts'
import { newestSigned } from './versions.ts'
import {
  type Bump,
  needsCodeFor,
  refuseTooLow,
  refuseUnderfunded,
  type WantedRate,
} from './wanted-rate.ts'

/**
 * Refusals because employees spent their unconfirmed salaries: 25 descendants, or 64 in a cluster
 * of Core 31.
 */
const tooManyDescendants = new Set(['too-long-mempool-chain', 'too-large-cluster'])

/**
 * Plans a child that spends the head, adds deposits where the head is too small, and makes the next
 * head. A second child replaces the first. Returns null where only a replacement of the transaction
 * itself helps: there is no head, the node takes no child, or a version in the mempool pays more
 * than this one.
 */
export async function planChild(
  chain: Chain,
  stuck: Stuck,
  node: NodeView,
  { feeRateSatsPerKvb: wanted, raise }: WantedRate,
): Promise<Bump | null> {
  const { replacements, current, change, feeCeilings } = stuck
  if (!change || node.refusal === 'insufficient fee') return null
  if (stuck.isHeadSpent) throw new Refusal('CANNOT_BE_BUMPED')
  // A package brings back only a transaction that left the mempool for its low fee.
  if (node.refusal !== null && !isTooCheap(node)) {
    throw new Refusal('CANNOT_BE_BUMPED', { cause: new Error(node.refusal) })
  }
  const before = packageFee({ current, children: replacements.children })
  const step = toPaidFeeRate(before.feeSats, before.vsize) + node.childFloor.incrementalRate
  const least = larger(step, node.minimumRate)
  const raised: Raise = {
    utxos: [change, ...stuck.childUtxos],
    kept: { outputs: 0, outputBytes: 0, sats: 0n },
    restBytes: changeOutputBytes,
    spare: stuck.spare,
    parent: current,
    feeRateSatsPerKvb: larger(wanted, least),
    floor: node.childFloor,
  }
  const plan = planRaise(raised) ?? refuseUnderfunded(raised, replacements)
  const utxos = [change, ...[...stuck.childUtxos, ...plan.more].map(toStoredOutpoint)]
  if (node.inMempool) {
    const outputs = [{ script: placeholderScript, sats: plan.restSats }]
    const refusal = await mempoolRejectReason(chain, { utxos, outputs })
    if (refusal !== null && tooManyDescendants.has(refusal)) return null
    if (refusal !== null) throw new Refusal('CANNOT_BE_BUMPED', { cause: new Error(refusal) })
  }
  const size = current.vsize + plan.vsize
  const leastRate = larger(least, toNeededFeeRate(current.feeSats + plan.floorSats, size))
  if (!raise && wanted < leastRate) refuseTooLow(leastRate)
  const feeRateSatsPerKvb = larger(wanted, leastRate)
  if (feeRateSatsPerKvb > feeCeilings.feeRateSatsPerKvb) throw new Refusal('FEE_TOO_HIGH')
  const { feeSats, vsize, restSats: headSats, more } = plan
  return {
    method: 'CPFP',
    feeRateSatsPerKvb,
    costSats: feeSats - (newestSigned(replacements.children)?.feeSats ?? 0n),
    more,
    needsCode: needsCodeFor(current.feeSats + plan.feeSats, stuck),
    evictedSpends: 0,
    child: { of: current, utxos, feeSats, vsize, headSats, feeRateSatsPerKvb },
  }
}
