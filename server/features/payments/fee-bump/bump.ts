import type { Network } from '#domain/address.ts'
import type { Trx } from '#server/platform/db/database.ts'
import { Refusal } from '#server/platform/http/refusal.ts'
import type { Chain } from '#server/ports.ts'
import { readUtxos } from '../facts/utxos.ts'
import { planChild } from './cpfp.ts'
import { type Confirmer, confirmFee } from './fee-confirmation.ts'
import { insertChild, insertVersion } from './insert-version.ts'
import { lockRoots } from './lock.ts'
import type { NodeView } from './node-view.ts'
import { planReplacement } from './rbf.ts'
import type { Stuck } from './stuck.ts'
import type { Bump, WantedRate } from './wanted-rate.ts'

/**
 * Plans how a transaction reaches a rate. A CPFP child is preferred: it spends the head, so the
 * txid and the employees' own spends stay. A replacement is the fallback, where the node takes no
 * child or there is no head. A fee above the ceiling of the order needs a code.
 */
export async function planBump(
  chain: Chain,
  stuck: Stuck,
  node: NodeView,
  wanted: WantedRate,
): Promise<Bump> {
  if (wanted.feeRateSatsPerKvb > stuck.feeCeilings.feeRateSatsPerKvb)
    throw new Refusal('FEE_TOO_HIGH')
  // A child of a sweep would spend the head that has to stay in the payroll.
  const child = stuck.replacements.isSweep ? null : await planChild(chain, stuck, node, wanted)
  return child ?? planReplacement(chain, stuck, node, wanted)
}

/** Inserts a bump; from the commit on the worker has it signed and sends it. */
export async function insertBump(
  trx: Trx,
  { replacements }: Stuck,
  bump: Bump,
  network: Network,
  confirmer: Confirmer | null = null,
): Promise<string> {
  if (bump.needsCode && !confirmer) throw new Refusal('CODE_REQUIRED')
  await lockRoots(trx, [replacements])
  const { freeDeposits } = await readUtxos(trx, replacements.payrollId)
  const free = new Set(freeDeposits.map(({ id }) => id))
  if (!bump.more.every(({ id }) => free.has(id))) throw new Refusal('REQUEST_IN_PROGRESS')
  const id =
    'child' in bump
      ? await insertChild(trx, replacements, bump.child, network)
      : await insertVersion(trx, replacements, bump.version, network)
  if (confirmer) await confirmFee(trx, confirmer, replacements, { id, feeSats: feeOf(bump) })
  return id
}

/** The fee of the transaction that a bump adds. */
export const feeOf = (bump: Bump): bigint =>
  'child' in bump ? bump.child.feeSats : bump.version.feeSats
