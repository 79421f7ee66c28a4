import { sql } from 'kysely'
import type { Network } from '#domain/address.ts'
import type { FailureCode } from '#domain/failures.ts'
import type { FeeCeilings } from '#domain/fee-ceilings.ts'
import { noParent, planRaise } from '#domain/fee-raise.ts'
import { fastestRateWithin } from '#domain/fee-targets.ts'
import { changeOutputBytes } from '#domain/fees.ts'
import { readStoredFeeRates } from '#server/features/chain/index.ts'
import { endUnsigned } from '#server/features/transactions/write.ts'
import type { Db, Trx } from '#server/platform/db/database.ts'
import { notify } from '#server/platform/db/notify.ts'
import { Refusal } from '#server/platform/http/refusal.ts'
import type { Chain } from '#server/ports.ts'
import { closeEnded } from '../send/close-ended.ts'
import { carriesAnotherRun, readDescendants } from './descendants.ts'
import { readRemainingFeeCeiling } from './fee-ceiling.ts'
import { type Confirmer, confirmFee } from './fee-confirmation.ts'
import { headsAmongInputs } from './head-inputs.ts'
import { insertVersion, type NewVersion, withRest } from './insert-version.ts'
import { lockRoots } from './lock.ts'
import { floorOf } from './node-view.ts'
import { tryVersion } from './rbf.ts'
import { type Replacements, readReplacements, rootIds, utxosOf, type Version } from './versions.ts'

/** How one transaction of a run ends: signed, by a replacement that pays back; unsigned, dropped. */
type End = {
  replacements: Replacements
  unsigned: Version[]
  version: NewVersion | null
  isAboveCeiling: boolean
}

/** The planned cancellation of a run or withdrawal: of every part that is not in a block. */
export type Cancellation = {
  ends: End[]
  payrollName: string
  /** null: the cancellation is of a withdrawal. */
  paymentId: string | null
  /** A fee of the cancellation is above the ceiling of its order, so a code has to confirm it. */
  needsCode: boolean
}

/**
 * Plans the cancellation of the run that `id` belongs to. Signed bytes may be mined at any time, so
 * a transaction that spends their inputs back to the payroll replaces them. Unsigned transactions
 * are dropped.
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
    const replacements = await readReplacements(db, rootId)
    const end = replacements && (await endOf(db, chain, replacements, feeCeilings))
    if (end) ends.push(end)
  }
  const [first] = ends
  if (!first) throw new Refusal('NOT_CANCELLABLE')
  const needsCode = ends.some(({ isAboveCeiling }) => isAboveCeiling)
  const { payrollName, paymentId } = first.replacements
  return { ends, payrollName, paymentId, needsCode }
}

async function endOf(
  db: Db,
  chain: Chain,
  replacements: Replacements,
  feeCeilings: FeeCeilings,
): Promise<End | null> {
  const { current, versions, children } = replacements
  if (!current || current.state === 'confirmed' || current.type === 'receive') return null
  const waits = [...versions, ...children].filter(({ state }) => state === 'pendingApproval')
  const dropped = { replacements, unsigned: waits, version: null, isAboveCeiling: false }
  if (!current.txid) return dropped
  if (versions.at(-1)?.type === 'cancel' || current.type === 'cancel') {
    // The transaction is being cancelled already, unless that cancellation can no longer confirm.
    const isLost = versions.at(-1) === current && (await hasLostInput(db, current))
    if (!isLost) return null
  }
  // Signed, a consolidation pays nobody who could be spared.
  if (current.type === 'consolidation') return null
  // A fan-out below is replaced, after which this transaction can never be mined.
  if (await dependsOnItsRun(db, replacements, current)) return waits.length > 0 ? dropped : null
  const version = await buildReturnOutput(db, chain, replacements, current, feeCeilings)
  const isAboveCeiling =
    version.feeSats > (await readRemainingFeeCeiling(db, replacements, feeCeilings))
  return { replacements, unsigned: waits, version, isAboveCeiling }
}

/**
 * Whether something that the transaction spends is gone: a reorganisation or a double spend by the
 * depositor took a deposit. It is cancelled again from what is left, which then excludes it.
 */
async function hasLostInput(db: Db, { id, state }: Version): Promise<boolean> {
  if (state === 'unconfirmed') return false
  return (await utxosOf(db, id)).some(({ sats }) => sats === null)
}

async function buildReturnOutput(
  db: Db,
  chain: Chain,
  replacements: Replacements,
  current: Version,
  feeCeilings: FeeCeilings,
): Promise<NewVersion> {
  // Another payment spends an output of this transaction, and could never be mined after a
  // cancellation.
  if (carriesAnotherRun(await readDescendants(db, replacements), replacements)) {
    throw new Refusal('NOT_CANCELLABLE')
  }
  const utxos = await inputsToSpend(db, replacements, current)
  const node = await db.selectFrom('node_status').selectAll().executeTakeFirst()
  if (!node) throw new Refusal('NODE_UNAVAILABLE')
  const plan = planRaise({
    utxos,
    kept: { outputs: 0, outputBytes: 0, sats: 0n },
    restBytes: changeOutputBytes,
    spare: [],
    parent: noParent,
    feeRateSatsPerKvb: fastestRateWithin(readStoredFeeRates(node), feeCeilings.feeRateSatsPerKvb),
    floor: await floorOf(chain, replacements),
  })
  if (!plan) throw new Refusal('NOT_CANCELLABLE')
  // A cancellation has to pay at least the fees of the transactions that it replaces. The
  // transaction is small, so no ceiling on the rate applies, only the one on the sum.
  if (plan.feeSats > feeCeilings.sats) throw new Refusal('FEE_TOO_HIGH')
  const version: NewVersion = {
    type: 'cancel',
    utxos,
    outputs: withRest([], null, plan.restSats),
    feeSats: plan.feeSats,
    vsize: plan.vsize,
  }
  await tryVersion(chain, version, 'NOT_CANCELLABLE')
  return version
}

/**
 * Finds the confirmed, unspent inputs that a cancellation spends. One of them must be a head or
 * lane, so that each later payment still depends on the one before. A transaction of deposits alone
 * has no head: all of its inputs are spent then. Sharing one input with every earlier version is
 * enough, since then only one of them can be mined.
 */
async function inputsToSpend(db: Db, { versions }: Replacements, current: Version) {
  const inputs = await utxosOf(db, current.id)
  const unspent = inputs.flatMap((utxo) =>
    utxo.sats === null ? [] : [{ ...utxo, sats: utxo.sats }],
  )
  const heads = await headsAmongInputs(db, current.id)
  const began = heads.size === 0 && unspent.length === inputs.length
  const keepsLine = unspent.some(({ id }) => heads.has(id)) || began
  if (!keepsLine) throw new Refusal('NOT_CANCELLABLE')
  const held = new Set(unspent.map(({ id }) => id))
  for (const { id, txid } of versions) {
    const isExcluded = !txid || (await utxosOf(db, id)).some((utxo) => held.has(utxo.id))
    if (!isExcluded) throw new Refusal('NOT_CANCELLABLE')
  }
  return unspent
}

/** Whether the transaction spends an output of an unconfirmed transaction of its own run. */
async function dependsOnItsRun(db: Db, { id, paymentId }: Replacements, current: Version) {
  if (!paymentId) return false
  const row = await db
    .selectFrom('transaction_inputs as i')
    .innerJoin('transactions as t', 't.txid', 'i.txid')
    .select('t.id')
    .where('i.transaction_id', '=', current.id)
    .where('t.sheet_id', '=', paymentId)
    .where('t.root_id', '!=', id)
    .where('t.state', '!=', 'confirmed')
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Inserts a whole cancellation, or nothing of it. */
export async function insertCancellation(
  trx: Trx,
  { ends, needsCode }: Cancellation,
  network: Network,
  confirmer: Confirmer | null = null,
): Promise<void> {
  if (needsCode && !confirmer) throw new Refusal('CODE_REQUIRED')
  await lockRoots(
    trx,
    ends.map(({ replacements }) => replacements),
  )
  const unsigned = ends.flatMap((end) => end.unsigned.map((version) => version.id))
  if (unsigned.length > 0) {
    const isUnsigned = sql<boolean>`t.id = ANY(${unsigned}::uuid[])`
    await endUnsigned(trx, isUnsigned, 'rejected', 'CANCELLED' satisfies FailureCode)
  }
  for (const { replacements, version } of ends) {
    if (!version) continue
    const id = await insertVersion(trx, replacements, version, network)
    if (needsCode && confirmer)
      await confirmFee(trx, confirmer, replacements, { id, feeSats: version.feeSats })
  }
  await closeEnded(trx)
  await notify(trx, 'transactions')
}
