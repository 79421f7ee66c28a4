import type { Network } from '#domain/address.ts'
import type { Trx } from '#server/platform/db/database.ts'
import { Refusal } from '#server/platform/http/refusal.ts'
import type { Chain } from '#server/ports.ts'
import { readUtxos } from '../run/utxos.ts'
import { planChild } from './cpfp.ts'
import { insertChild, insertVersion } from './insert-version.ts'
import { lockRoots } from './lock.ts'
import type { NodeView } from './node-view.ts'
import { planReplacement } from './rbf.ts'
import type { Stuck } from './stuck.ts'
import type { Bump, WantedRate } from './wanted-rate.ts'

/**
 * How to come to a rate: a child spends the head, so the txid and the employees' own spends stay. A
 * replacement is the fallback: where the node takes no child, or no head is there. Never above the
 * ceiling: refused instead.
 */
export async function planBump(
  chain: Chain,
  stuck: Stuck,
  node: NodeView,
  wanted: WantedRate,
): Promise<Bump> {
  if (wanted.feeRateSatsPerKvb > stuck.feeCeilings.feeRateSatsPerKvb)
    throw new Refusal('FEE_TOO_HIGH')
  // A child of a sweep would pay out of the head that is to stay.
  const child = stuck.replacements.isSweep ? null : await planChild(chain, stuck, node, wanted)
  return child ?? planReplacement(chain, stuck, node, wanted)
}

/** Writes a bump down: from the commit on it is signed and sent. */
export async function insertBump(
  trx: Trx,
  { replacements }: Stuck,
  bump: Bump,
  network: Network,
): Promise<string> {
  await lockRoots(trx, [replacements])
  const { freeDeposits } = await readUtxos(trx, replacements.payrollId)
  const free = new Set(freeDeposits.map(({ id }) => id))
  if (!bump.more.every(({ id }) => free.has(id))) throw new Refusal('REQUEST_IN_PROGRESS')
  return 'child' in bump
    ? insertChild(trx, replacements, bump.child, network)
    : insertVersion(trx, replacements, bump.version, network)
}
