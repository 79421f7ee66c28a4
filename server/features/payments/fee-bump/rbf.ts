import { noParent, planRaise, type Raise } from '#domain/fee-raise.ts'
import { changeOutputBytes, outputBytes } from '#domain/fees.ts'
import { feeSats, toNeededFeeRate, toPaidFeeRate } from '#domain/money.ts'
import { Refusal } from '#server/platform/http/refusal.ts'
import type { Chain } from '#server/ports.ts'
import { toStoredOutpoint } from '../run/insert-inputs.ts'
import { type NewVersion, withRest } from './insert-version.ts'
import type { NodeView } from './node-view.ts'
import { packageFee, type Stuck } from './stuck.ts'
import { mempoolRejectReason, placeholderScript } from './test-mempool-accept.ts'
import type { PlanOutput } from './versions.ts'
import {
  type Bump,
  needsCodeFor,
  refuseTooLow,
  refuseUnderfunded,
  type WantedRate,
} from './wanted-rate.ts'

/**
 * The output that pays the fee: the head or, where everything is withdrawn or swept, the amount
 * itself.
 */
function readUnpaidLines({ replacements, outputs }: Stuck): PlanOutput | null {
  const swept = outputs.find(({ withdrawal }) => withdrawal !== null)
  if (replacements.isSweep && swept) return swept
  const head = outputs.find(({ change }) => change)
  const takesAll = replacements.withdrawalId !== null && replacements.requestedSats === null
  return head ?? (takesAll ? swept : null) ?? null
}

/** Plans a replacement with the same inputs and payments, and a higher fee. */
export async function planReplacement(
  chain: Chain,
  stuck: Stuck,
  node: NodeView,
  { feeRateSatsPerKvb: rate, raise }: WantedRate,
): Promise<Bump> {
  const { replacements, current, utxos, outputs } = stuck
  if (stuck.carriesAnother) throw new Refusal('CANNOT_BE_BUMPED')
  const old = utxos.flatMap(({ id, sats }) => (sats === null ? [] : [{ id, sats }]))
  if (old.length < utxos.length) throw new Refusal('CANNOT_BE_BUMPED')
  const rest = readUnpaidLines(stuck)
  const kept = outputs.filter((output) => output !== rest)
  const raised: Raise = {
    utxos: old,
    kept: {
      outputs: kept.length,
      outputBytes: kept.reduce((sum, { script }) => sum + outputBytes(script.length), 0),
      sats: kept.reduce((sum, { sats }) => sum + sats, 0n),
    },
    restBytes: rest ? outputBytes(rest.script.length) : changeOutputBytes,
    // A withdrawal of everything leaves no head, and takes no deposit that came after it.
    spare: rest?.withdrawal ? [] : stuck.spare,
    parent: noParent,
    feeRateSatsPerKvb: rate,
    floor: node.floor,
  }
  const plan = planRaise(raised) ?? refuseUnderfunded(raised, replacements)
  const least = toNeededFeeRate(plan.floorSats, plan.vsize)
  if (!raise && plan.floorSats > feeSats(plan.vsize, rate)) refuseTooLow(least)
  if (least > stuck.feeCeilings.feeRateSatsPerKvb) throw new Refusal('FEE_TOO_HIGH')
  const needsCode = needsCodeFor(plan.feeSats, stuck)
  const version: NewVersion = {
    type: current.type as NewVersion['type'],
    utxos: [...utxos, ...plan.more.map(toStoredOutpoint)],
    outputs: withRest(kept, rest, plan.restSats),
    feeSats: plan.feeSats,
    vsize: plan.vsize,
  }
  await tryVersion(chain, version, 'CANNOT_BE_BUMPED')
  return {
    method: 'RBF',
    feeRateSatsPerKvb: toPaidFeeRate(plan.feeSats, plan.vsize),
    costSats: plan.feeSats - packageFee({ current, children: replacements.children }).feeSats,
    more: plan.more,
    needsCode,
    evictedSpends: node.payeesSpends,
    version,
  }
}

/** Tries a version on the node before anything is planned. */
export async function tryVersion(
  chain: Chain,
  { utxos, outputs }: NewVersion,
  code: 'CANNOT_BE_BUMPED' | 'NOT_CANCELLABLE',
): Promise<void> {
  const tried = outputs.map(({ script, sats }) => ({ script: script ?? placeholderScript, sats }))
  const refusal = await mempoolRejectReason(chain, { utxos, outputs: tried })
  if (refusal !== null) throw new Refusal(code, { cause: new Error(refusal) })
}
