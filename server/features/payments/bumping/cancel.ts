import type { Network } from '#domain/address.ts'
import type { FailureCode } from '#domain/failure.ts'
import type { FeeCeilings } from '#domain/fee-ceilings.ts'
import { type FeeRates, targetBlocks } from '#domain/fee-targets.ts'
import { minimumFeeRate } from '#domain/fees.ts'
import { planReplacement } from '#domain/replacement.ts'
import { storedFeeRates } from '#server/features/wallet/index.ts'
import type { Db, Trx } from '#server/platform/database.ts'
import { notify } from '#server/platform/notify.ts'
import { Refusal } from '#server/platform/refusal.ts'
import type { Chain } from '#server/ports.ts'
import { releaseIn } from '../release.ts'
import { tryVersion } from './bump.ts'
import { type Confirmer, confirmFee } from './fee-confirmation.ts'
import { carriesAnother } from './hanging.ts'
import { lockFamilies } from './lock.ts'
import { insertVersion, type NewVersion, withChange } from './replacement.ts'
import { ceilingOf, floorOf } from './slow.ts'
import { coinsOf, type Family, readFamily, rootIds, sinceMined, type Version } from './versions.ts'

/** What ends one transaction of a run: a replacement that pays back, where it was signed. */
type End = {
  family: Family
  unsigned: Version[]
  version: NewVersion | null
  isAboveCeiling: boolean
}

/** A run, or a withdrawal, as it is to be cancelled: all of it that is not in a block. */
export type Cancellation = {
  ends: End[]
  payrollName: string
  /** Its fee is above the ceiling of its order: a code confirms it. */
  needsCode: boolean
}

const toUs = { outputs: 0, outputBytes: 0, sats: 0n }

/**
 * How to cancel a run of which `id` is one transaction. What was signed may be mined at any time, so
 * it is replaced by what spends its coins back to the payroll; what was not is dropped.
 */
export async function planCancellation(
  db: Db,
  chain: Chain,
  companyId: string,
  id: string,
  feeCeilings: FeeCeilings,
): Promise<Cancellation> {
  const ids = await rootIds(db, companyId, id)
  const ends: End[] = []
  for (const rootId of ids) {
    const family = await readFamily(db, rootId)
    const end = family && (await endOf(db, chain, family, feeCeilings))
    if (end) ends.push(end)
  }
  const [first] = ends
  if (!first) throw new Refusal('NOT_CANCELLABLE')
  const needsCode = ends.some(({ isAboveCeiling }) => isAboveCeiling)
  return { ends, payrollName: first.family.payrollName, needsCode }
}

async function endOf(
  db: Db,
  chain: Chain,
  family: Family,
  feeCeilings: FeeCeilings,
): Promise<End | null> {
  const { current, versions, children } = family
  if (!current || current.state === 'confirmed' || current.type === 'receive') return null
  const signed = versions.filter(({ state }) => state !== 'pendingApproval')
  const waits = [...versions, ...children].filter(({ state }) => state === 'pendingApproval')
  if (signed.length === 0) return { family, unsigned: waits, version: null, isAboveCeiling: false }
  // It is being cancelled already.
  const isCancelled = sinceMined(versions).some(({ type }) => type === 'cancel')
  if (isCancelled || current.type === 'cancel') return null
  const version = await backToUs(db, chain, family, signed, feeCeilings)
  const isAboveCeiling = version.feeSats > (await ceilingOf(db, family, feeCeilings))
  return { family, unsigned: waits, version, isAboveCeiling }
}

/** The fastest target whose rate is not above the ceiling; else the least that the node relays. */
const cancellationRate = (rates: FeeRates, { feeRateSatsPerKvb: most }: FeeCeilings): bigint =>
  targetBlocks.map((blocks) => rates[blocks]).find((rate) => rate <= most) ?? minimumFeeRate

async function backToUs(
  db: Db,
  chain: Chain,
  family: Family,
  signed: readonly Version[],
  feeCeilings: FeeCeilings,
): Promise<NewVersion> {
  const newest = signed.at(-1)
  if (!newest) throw new Error('What nobody signed is dropped, not replaced')
  // People of the other one, who were told that they are being paid, would not be.
  if (await carriesAnother(db, family)) throw new Refusal('NOT_CANCELLABLE')
  // A coin whose deposit left cannot be spent now; one that is still there is enough to be in the way.
  const coins = (await coinsOf(db, newest.id)).flatMap((coin) =>
    coin.sats === null ? [] : [{ ...coin, sats: coin.sats }],
  )
  const held = new Set(coins.map((coin) => coin.id))
  for (const { id } of signed) {
    const inTheWay = (await coinsOf(db, id)).some((coin) => held.has(coin.id))
    if (!inTheWay) throw new Refusal('NOT_CANCELLABLE')
  }
  const node = await db.selectFrom('node_status').selectAll().executeTakeFirst()
  if (!node) throw new Refusal('NODE_UNAVAILABLE')
  const plan = planReplacement({
    coins,
    kept: toUs,
    spare: [],
    feeRateSatsPerKvb: cancellationRate(storedFeeRates(node), feeCeilings),
    floor: await floorOf(chain, family),
  })
  if (!plan) throw new Refusal('NOT_CANCELLABLE')
  // Small as it is, it pays at least the fee of what it replaces, so no ceiling of its rate applies.
  if (plan.feeSats > feeCeilings.sats) throw new Refusal('FEE_TOO_HIGH')
  const version: NewVersion = {
    type: 'cancel',
    coins,
    outputs: withChange([], { place: 0, script: null }, plan.changeSats),
    feeSats: plan.feeSats,
    vsize: plan.vsize,
  }
  await tryVersion(chain, version, 'NOT_CANCELLABLE')
  return version
}

/** Writes a cancellation down, all of it or nothing. */
export async function placeCancellation(
  trx: Trx,
  { ends, needsCode }: Cancellation,
  network: Network,
  confirmer: Confirmer | null = null,
): Promise<void> {
  if (needsCode && !confirmer) throw new Refusal('CODE_REQUIRED')
  await lockFamilies(
    trx,
    ends.map(({ family }) => family),
  )
  const unsigned = ends.flatMap((end) => end.unsigned.map((version) => version.id))
  if (unsigned.length > 0) {
    await trx
      .updateTable('transactions')
      .set({ ended: 'rejected', waiting_for: null, failure: 'CANCELLED' satisfies FailureCode })
      .where('id', 'in', unsigned)
      .where('state', '=', 'pendingApproval')
      .execute()
  }
  for (const { family, version } of ends) {
    if (!version) continue
    const id = await insertVersion(trx, family, version, network)
    if (needsCode && confirmer)
      await confirmFee(trx, confirmer, family, { id, feeSats: version.feeSats })
  }
  await releaseIn(trx)
  await notify(trx, 'transactions')
}
