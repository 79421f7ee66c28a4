import { randomInt } from 'node:crypto'
import type { Network } from '#domain/address.ts'
import { centsAt, toPaidFeeRate } from '#domain/money.ts'
import { newChangeAddress, refreshBalances } from '#server/features/chain/index.ts'
import {
  insertInputs,
  insertOutputs,
  insertTransaction,
} from '#server/features/transactions/write.ts'
import type { Trx } from '#server/platform/db/database.ts'
import { notify } from '#server/platform/db/notify.ts'
import type { PlanOutput, PlanUtxo, Replacements, Version } from './versions.ts'

/**
 * An output of a planned version; `script` null: a head, whose address is made when the version is
 * inserted.
 */
export type VersionOutput = Pick<PlanOutput, 'sats' | 'line' | 'laneOf' | 'withdrawal'> & {
  script: Buffer | null
}

/** A planned version: its inputs and outputs. */
export type NewVersion = {
  type: 'send' | 'withdrawal' | 'cancel' | 'consolidation'
  utxos: readonly Pick<PlanUtxo, 'txid' | 'vout'>[]
  outputs: readonly VersionOutput[]
  feeSats: bigint
  vsize: number
}

const toUs = { line: null, laneOf: null, withdrawal: null }

/**
 * Adds the output that takes the remaining amount: at the place of `rest`, the version before's. A
 * new head gets a random place.
 */
export function withRest(
  kept: readonly VersionOutput[],
  rest: PlanOutput | null,
  sats: bigint,
): VersionOutput[] {
  const place = rest?.vout ?? randomInt(kept.length + 1)
  return kept.toSpliced(place, 0, { ...(rest ?? { ...toUs, script: null }), sats })
}

export async function insertVersion(
  trx: Trx,
  replacements: Replacements,
  version: NewVersion,
  network: Network,
): Promise<string> {
  const { feeSats, vsize, outputs, utxos } = version
  const rate = replacements.rateUsdCentsPerBtc
  const cancels = version.type === 'cancel'
  const id = await insertTransaction(trx, {
    company_id: replacements.companyId,
    payroll_id: replacements.payrollId,
    sheet_id: replacements.paymentId,
    withdrawal_id: replacements.withdrawalId,
    order_id: replacements.orderId,
    position: replacements.position,
    type: version.type,
    waiting_for: 'node',
    ...movedBy(replacements, version),
    rate_usd_cents_per_btc: rate,
    fee_sats: feeSats,
    vsize,
    fee_rate_sats_per_kvb: toPaidFeeRate(feeSats, vsize),
    root_id: replacements.id,
    // The payroll is locked, so nobody else adds a version now.
    version: 'next',
    // A replacement is still the same payment and keeps its time; a cancellation has a time of its
    // own.
    ...(cancels ? {} : { created_at: replacements.createdAt }),
  })
  await insertPlan(trx, id, replacements, utxos, outputs, network)
  await refreshBalances(trx, [replacements.payrollId])
  await notify(trx, 'plans')
  return id
}

/**
 * The amount that a version moves. People get the same in every version. A cancellation, a
 * consolidation and a withdrawal of everything pay their fee out of the amount.
 */
function movedBy(
  { usdCents, sats, rateUsdCentsPerBtc }: Replacements,
  { type, outputs }: NewVersion,
) {
  if (type === 'send') return { usd_cents: usdCents, sats }
  const moved = outputs
    .filter(({ withdrawal }) => type !== 'withdrawal' || withdrawal !== null)
    .reduce((sum, output) => sum + output.sats, 0n)
  return moved === sats
    ? { usd_cents: usdCents, sats }
    : { usd_cents: centsAt(moved, rateUsdCentsPerBtc), sats: moved }
}

export type NewChild = {
  of: Version
  /** Inputs of the child, the head of the parent first. */
  utxos: readonly Pick<PlanUtxo, 'txid' | 'vout'>[]
  feeSats: bigint
  vsize: number
  /** The head that the child makes. */
  headSats: bigint
  /** The fee rate of the child and its parent together. */
  feeRateSatsPerKvb: bigint
}

export async function insertChild(
  trx: Trx,
  replacements: Replacements,
  { of, utxos, feeSats, vsize, headSats, feeRateSatsPerKvb }: NewChild,
  network: Network,
): Promise<string> {
  const before = await trx
    .selectFrom('transactions')
    .select(({ fn }) => ['root_id', fn.max('version').as('version')])
    .where('cpfp_parent_id', '=', of.id)
    .groupBy('root_id')
    .executeTakeFirst()
  const id = await insertTransaction(trx, {
    company_id: replacements.companyId,
    payroll_id: replacements.payrollId,
    type: 'child',
    waiting_for: 'node',
    usd_cents: 0n,
    sats: headSats,
    rate_usd_cents_per_btc: replacements.rateUsdCentsPerBtc,
    fee_sats: feeSats,
    vsize,
    fee_rate_sats_per_kvb: feeRateSatsPerKvb,
    cpfp_parent_id: of.id,
    order_id: replacements.orderId,
    ...(before ? { root_id: before.root_id, version: before.version + 1 } : {}),
  })
  const head = { ...toUs, script: null, sats: headSats }
  await insertPlan(trx, id, replacements, utxos, [head], network)
  await refreshBalances(trx, [replacements.payrollId])
  await notify(trx, 'plans')
  return id
}

async function insertPlan(
  trx: Trx,
  id: string,
  owner: Replacements,
  utxos: readonly Pick<PlanUtxo, 'txid' | 'vout'>[],
  outputs: readonly VersionOutput[],
  network: Network,
): Promise<void> {
  await insertInputs(trx, id, utxos)
  const stored = []
  for (const [vout, { script, ...output }] of outputs.entries()) {
    const paid = script ?? (await newChangeAddress(trx, owner, network)).script
    stored.push({ ...output, vout, script: paid })
  }
  await insertOutputs(trx, id, stored)
}
