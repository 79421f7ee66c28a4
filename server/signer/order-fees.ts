import { outpointText } from '#domain/coin-selection.ts'
import type { SignerFault } from '#domain/signer-faults.ts'
import type { Remembered } from './earlier-transactions.ts'
import type { StoredPlan } from './read-plan.ts'

type Payer = Pick<Remembered, 'txid' | 'rootId' | 'feeSats' | 'inputs'>
type Root = readonly Payer[]

const sum = (fees: readonly bigint[]) => fees.reduce((total, fee) => total + fee, 0n)
const highest = (fees: readonly bigint[]) =>
  fees.reduce((high, fee) => (fee > high ? fee : high), 0n)

const txidOf = (outpoint: string): string => outpoint.slice(0, outpoint.indexOf(':'))
const parentsOf = ({ inputs }: Payer): string[] => inputs.map(txidOf)

/** A signature that has to be mined for any version of the root to be. */
function neededBy(root: Root, txids: ReadonlySet<string>): string | null {
  const [first, ...others] = root.map(parentsOf)
  const needed = first?.find(
    (parent) => txids.has(parent) && others.every((parents) => parents.includes(parent)),
  )
  return needed ?? null
}

/**
 * The most that all of these pay in fees. At most one version of a root is mined: the most
 * expensive counts, with the roots that need it, its children among them.
 */
function feesOf(signatures: readonly Payer[]): bigint {
  const txids = new Set(signatures.map(({ txid }) => txid))
  const roots = [...Map.groupBy(signatures, ({ rootId }) => rootId).values()]
  const rootsOn = Map.groupBy(roots, (root) => neededBy(root, txids))
  const feesOn = (needed: string | null): bigint =>
    sum(
      (rootsOn.get(needed) ?? []).map((root) =>
        highest(root.map(({ txid, feeSats }) => feeSats + feesOn(txid))),
      ),
    )
  return feesOn(null)
}

/** Why the fee ceiling of an order, one for all of its transactions, forbids a plan; or null. */
export function orderFeesFault(
  { id, order, feeSats, inputs }: Pick<StoredPlan, 'id' | 'order' | 'feeSats' | 'inputs'>,
  signatures: readonly Remembered[],
  rootId: string,
): SignerFault | null {
  if (!order) return { code: 'NOT_ORDERED' }
  const ofOrder = signatures.filter(({ orderId }) => orderId === order.row.id)
  const spends = inputs.map(({ txid, vout }) => outpointText(txid, vout))
  const plan = { txid: id, rootId, feeSats: feeSats ?? 0n, inputs: spends }
  const fees = feesOf([...ofOrder, plan])
  const ceiling = order.row.fee_ceiling_sats
  return fees > ceiling
    ? { code: 'SIGNED_FEES_ABOVE_ORDER', feesSats: String(fees), ceilingSats: String(ceiling) }
    : null
}
