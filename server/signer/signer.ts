import type { KeyObject } from 'node:crypto'
import type { Network } from '#domain/address.ts'
import type { FailureCode } from '#domain/failures.ts'
import type { SignerFault } from '#domain/signer-faults.ts'
import { isTrue } from '#server/authorization/mac.ts'
import type { Db, Trx } from '#server/platform/db/database.ts'
import { type Listener, notify } from '#server/platform/db/notify.ts'
import { failpoint } from '#server/platform/observe/failpoint.ts'
import type { Log } from '#server/platform/observe/log.ts'
import { ownerFault, rememberOwner } from './address-owners.ts'
import type { Site } from './authority/assertions.ts'
import { followChanges } from './authority/follow-changes.ts'
import { keysFault, orderUsdCents } from './authority/order-fault.ts'
import { type Caps, capFault, readMemory, toEntry } from './caps.ts'
import { findPlanFault, paysSomebody } from './check.ts'
import type { CountFile } from './count-file.ts'
import { exclusivityFault, listPayees, readEarlier } from './earlier-transactions.ts'
import { findExpiredOrSupersededFault } from './expired-or-superseded-order.ts'
import type { SignerHoldWatch } from './hold.ts'
import { insertSignature } from './insert-signature.ts'
import type { KnownPlans } from './known-plans.ts'
import { noteDollars } from './note-dollars.ts'
import { needsOperator, releaseConfirmed } from './operator-confirmation.ts'
import { isFeeConfirmed } from './order-approval.ts'
import { orderFeesFault } from './order-fees.ts'
import { numberOfOrder } from './order-sequence.ts'
import { endPending, findPendingSignature } from './pending-record.ts'
import { isFrozen, plansToSign, readPlan, type StoredOrder, type StoredPlan } from './read-plan.ts'
import { recordSignature } from './record-signature.ts'
import { signPlan } from './sign.ts'
import { MemoryChanged } from './signature-chain.ts'
import { lockSignatures } from './signature-lock.ts'
import type { SignatureMemory } from './signature-memory.ts'
import { findOldTermsFault, readFirstNumber, rememberTerms } from './signed-terms.ts'
import type { SigningRecord } from './signing-record.ts'
import type { Wallet } from './wallet.ts'

export type SignerDeps = {
  db: Db
  listener: Listener
  wallet: Wallet
  memory: SignatureMemory
  plans: KnownPlans
  countFile: CountFile
  record: SigningRecord
  hold: SignerHoldWatch
  network: Network
  /** The site whose passkeys approve. */
  site: Site
  macKey: KeyObject
  caps: Caps
  /** Whether a rate is compared with those signed before; play money's price is anybody's. */
  comparesRates: boolean
  log: Log
}

/**
 * Signs one plan: bytes, txid and state go into the database in one UPDATE before anybody sends
 * them. A plan that fails a check ends `failed` with nothing signed; the worker frees its UTXOs. A
 * plan that was signed before gets the same bytes again or, if it changed, none.
 */
export async function signOne(deps: SignerDeps, id: string): Promise<void> {
  const { db } = deps
  const logOutcome = await db.transaction().execute(async (trx) => {
    await lockSignatures(trx)
    // Rows that others may write meanwhile are read at one moment: what is checked is what is signed.
    const read = await deps.memory.read(db, (snapshot) => readAll(snapshot, deps, id))
    failpoint('plan-read-by-signer')
    return read && signRead(trx, deps, read)
  })
  logOutcome?.()
  failpoint('signed-bytes-stored')
}

type Read = { plan: StoredPlan; memory: Awaited<ReturnType<typeof recall>> }

async function readAll(snapshot: Trx, deps: SignerDeps, id: string): Promise<Read | null> {
  const plan = await readPlan(snapshot, id, deps.plans)
  if (!plan) return null
  const believed = { ...plan, order: plan.order && withTrueApprovals(deps, plan.order) }
  return { plan: believed, memory: await recall(snapshot, deps, believed) }
}

/** An approval that the program did not write counts for nothing, stops nothing and is reported. */
function withTrueApprovals({ macKey, log }: SignerDeps, order: StoredOrder): StoredOrder {
  const approvals = order.approvals.filter((one) => isTrue(macKey, 'approvals', one))
  const ignored = order.approvals.length - approvals.length
  if (ignored > 0) log.warn({ order: order.row.id, ignored }, 'approvals without a true MAC')
  return { ...order, approvals }
}

/** Returns a function to call once the signature is committed. */
async function signRead(
  trx: Trx,
  deps: SignerDeps,
  { plan, memory }: Read,
): Promise<(() => void) | null> {
  const { wallet, log } = deps
  const { id, signedAs: before } = plan
  const own = before ? null : findPlanFault(plan, deps)
  const bytes = own ? null : signPlan(plan, wallet)
  failpoint('signed-in-memory')
  if (before && before !== bytes?.txid) {
    // The signed bytes may be mined at any time: the plan does not fail.
    log.error({ transaction: id }, 'a plan that was signed is another one now')
    return null
  }
  if (await isFrozen(trx, deps, id)) return null
  const fault = before ? null : (own ?? memory.fault(deps))
  if (fault) log.error({ transaction: id, fault }, 'the signer refuses a plan')
  else if (!before && (await needsOperator(trx, deps, plan))) return null
  const unsigned = trx
    .updateTable('transactions')
    .where('id', '=', id)
    .where('state', '=', 'pendingApproval')
    .where('waiting_for', '=', 'signature')
  if (fault) {
    await unsigned.set({ ended: 'failed', waiting_for: null, ...failureOf(fault) }).execute()
    await notify(trx, 'transactions', plan.paymentId)
    return null
  }
  if (!bytes) throw new Error('a plan without a fault has its bytes')
  const { numUpdatedRows } = await unsigned
    .set({
      waiting_for: null,
      raw: bytes.raw,
      txid: Buffer.from(bytes.txid, 'hex'),
      signed_at: new Date(),
    })
    .executeTakeFirst()
  await notify(trx, 'transactions', plan.paymentId)
  const isNew = !before && numUpdatedRows === 1n
  return isNew ? keep(trx, deps, plan, memory, bytes) : null
}

/** The worker ends an expired plan too: whichever of them is first, people read the same. */
function failureOf(fault: SignerFault): { failure: FailureCode; signer_fault: string | null } {
  return fault.code === 'ORDER_EXPIRED'
    ? { failure: 'PLAN_EXPIRED', signer_fault: null }
    : { failure: 'SIGNER_REFUSED', signer_fault: JSON.stringify(fault) }
}

/** The signer's memory that concerns a plan. */
async function recall(snapshot: Trx, { wallet, site }: SignerDeps, plan: StoredPlan) {
  const roots = await readMemory(snapshot, plan)
  const earlier = await readEarlier(snapshot, plan)
  const firstNumber = await readFirstNumber(snapshot, plan)
  const forbidden =
    (await ownerFault(snapshot, wallet, plan)) ??
    (await findExpiredOrSupersededFault(snapshot, plan)) ??
    (await findOldTermsFault(snapshot, plan, firstNumber)) ??
    (await keysFault(snapshot, { memoryKey: wallet.memoryKey, site }, plan))
  return {
    roots,
    firstNumber,
    fault({ caps, macKey }: Pick<SignerDeps, 'caps' | 'macKey'>) {
      const isConfirmed = isFeeConfirmed(plan, plan.feeSats ?? 0n, { macKey, caps })
      const { signatures } = earlier
      return (
        forbidden ??
        (paysSomebody(plan) ? exclusivityFault(plan, earlier) : null) ??
        (isConfirmed ? null : orderFeesFault(plan, signatures, roots.replacedRootId ?? plan.id)) ??
        capFault(plan, roots, caps)
      )
    },
  }
}

/** Adds a signature to the record and the memory, in the transaction that gives it away. */
async function keep(
  trx: Trx,
  deps: Pick<SignerDeps, 'memory' | 'plans' | 'record' | 'macKey'>,
  plan: StoredPlan,
  { roots, firstNumber }: Pick<Read['memory'], 'roots' | 'firstNumber'>,
  { txid, raw }: { txid: string; raw: Buffer },
): Promise<() => void> {
  const { memory, plans } = deps
  if (!plan.order) throw new Error('nothing is signed that nobody has ordered')
  plans.keep(plan.order.row.id, plan.order.plan, listPayees(plan).length)
  const scripts = await rememberOwner(trx, plan)
  await rememberTerms(trx, plan, firstNumber)
  const entry = await toEntry(trx, plan, roots, {
    txid,
    order: plan.order.row,
    orderNumber: numberOfOrder(plan.order),
    paid: listPayees(plan),
    scripts,
    // A sweep stays the company's own: no rule counts it as paid.
    usdCents: plan.sweep ? 0n : orderUsdCents(plan),
    sheetSha256: plan.order.row.sheet_sha256,
  })
  const head = memory.next(entry)
  await insertSignature(trx, head, entry)
  await recordSignature(trx, deps, plan, { number: head.signatures, entry, raw, firstNumber })
  return memory.keep(trx, head)
}

/** The plans to sign; one that is in the record and not in the memory goes before all others. */
async function plansInOrder(deps: SignerDeps): Promise<string[]> {
  const plans = await plansToSign(deps.db, deps)
  const first = (await findPendingSignature(deps))?.transaction
  if (first === undefined) return plans
  if (plans.includes(first)) return [first, ...plans.filter((id) => id !== first)]
  await deps.db.transaction().execute(async (trx) => {
    await lockSignatures(trx)
    await endPending(trx, deps.record)
  })
  return plans
}

/** Whether the database still has the account of this seed: another may have been restored. */
async function isOurAccount({ db, wallet }: SignerDeps): Promise<boolean> {
  const account = await db.selectFrom('wallet_account').select('xpub').executeTakeFirst()
  return account?.xpub === wallet.xpub
}

/** The signer's only loop, until `signal`, or until the seed is no longer that of the database. */
export async function signPlans(deps: SignerDeps, signal: AbortSignal): Promise<void> {
  const { db, log, memory, hold } = deps
  const following = { ...deps, memoryKey: deps.wallet.memoryKey, reported: new Set<string>() }
  const unnoted = new Set<string>()
  // An alarm at the start, and not with the first payment of a payday.
  await memory.prove(db).catch((err) => logFailure(log, err, {}))
  while (!signal.aborted) {
    const woken = deps.listener.next('signatures', 5_000, signal)
    try {
      await releaseConfirmed(db, deps)
      await followChanges(following)
      let isHeld = await hold.stands(deps)
      const plans = isHeld ? [] : await plansInOrder(deps)
      if (plans.length > 0 && !(await isOurAccount(deps))) {
        log.error('another seed was restored; the signer starts again')
        return
      }
      for (const id of plans) {
        if (isHeld) break
        // A plan that cannot be signed now holds up no other.
        await signOne(deps, id).catch((err) => logFailure(log, err, { transaction: id }))
        // Counts what was signed just now, too.
        isHeld = await hold.stands(deps)
      }
      if (!isHeld) await noteDollars(deps, unnoted)
    } catch (err) {
      log.error({ err }, 'reading the plans failed; trying again')
    }
    await woken
  }
}

function logFailure(log: Log, err: unknown, about: { transaction?: string }): void {
  if (err instanceof MemoryChanged) {
    log.error(
      { ...about, code: err.code, fault: err.fault },
      'nothing is signed: SIGNER_MEMORY_CHANGED',
    )
  } else log.error({ ...about, err }, 'signing failed; trying again')
}
