import type { KeyObject } from 'node:crypto'
import { sql } from 'kysely'
import type { Network } from '#domain/address.ts'
import { type FailureCode, refusedBySigner } from '#domain/failure.ts'
import type { Db, Trx } from '#server/platform/database.ts'
import { failpoint } from '#server/platform/failpoint.ts'
import type { Log } from '#server/platform/log.ts'
import { type Listener, notify } from '#server/platform/notify.ts'
import { type Caps, capFault, readMemory, remember } from './caps.ts'
import { faultOf } from './check.ts'
import { earlierFault, hangingOn, paidBy, readEarlier } from './earlier.ts'
import { endedFault, expired } from './ended-orders.ts'
import { asksOperator, letConfirmedGo } from './operator.ts'
import { ownerFault, rememberOwner } from './owners.ts'
import { isFrozen, plansToSign, readPlan, type StoredPlan } from './plan.ts'
import { type Replaced, readReplaced, replacementFault } from './replacement.ts'
import { signPlan } from './sign.ts'
import type { Wallet } from './wallet.ts'

export type SignerParts = {
  db: Db
  listener: Listener
  wallet: Wallet
  network: Network
  macKey: KeyObject
  caps: Caps
  /** Whether a rate is compared with those signed before; play money's price is anybody's. */
  comparesRates: boolean
  log: Log
}

/** Rows that others may write meanwhile are read at one moment: what is checked is what is signed. */
const atOneMoment = <T>(db: Db, read: (trx: Trx) => Promise<T>): Promise<T> =>
  db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(read)

/** Of several signers one at a time looks at what was signed and adds to it. */
const signatureLock = 7_305_121

/**
 * Signs one plan: bytes, txid and state go into the database in one UPDATE before anybody sends them.
 * A plan that fails a check ends `failed` with nothing signed; its coins are released by the worker. One
 * that was signed before gets the same bytes again or, as another plan, none.
 */
export async function signOne(parts: SignerParts, id: string): Promise<void> {
  const { db, wallet, log } = parts
  const stored = await atOneMoment(db, async (trx) => {
    const plan = await readPlan(trx, id)
    return plan && { plan, replaced: plan.isFirst ? null : await readReplaced(trx, id) }
  })
  if (!stored) return
  const { replaced } = stored
  const before = stored.plan.signedAs
  const plan = replaced?.parent
    ? { ...stored.plan, ...replaced.parent, inputs: replaced.made }
    : stored.plan
  const faultOfPlan = () =>
    replaced ? replacementFault(plan, replaced, parts) : faultOf(plan, parts)
  const own = before ? null : faultOfPlan()
  const bytes = own ? null : signPlan(plan, wallet)
  failpoint('signed-in-memory')
  if (before && before !== bytes?.txid) {
    // What it was signed as may be mined at any time: it is not failed.
    log.error({ transaction: id }, 'a plan that was signed is another one now')
    return
  }
  await db.transaction().execute(async (trx) => {
    await sql`SELECT pg_advisory_xact_lock(${signatureLock}::bigint)`.execute(trx)
    if (await isFrozen(trx, id)) return
    const memory = await recall(trx, plan, replaced)
    const fault = before ? null : (own ?? memory.fault(parts.caps))
    if (fault) log.error({ transaction: id, fault }, 'the signer refuses a plan')
    else if (!before && (await asksOperator(trx, parts, plan))) return
    const signed = fault ? null : bytes
    const unsigned = trx
      .updateTable('transactions')
      .where('id', '=', id)
      .where('state', '=', 'pendingApproval')
      .where('waiting_for', '=', 'signature')
    const outcome = signed
      ? unsigned.set({
          state: 'signed',
          waiting_for: null,
          raw: signed.raw,
          txid: Buffer.from(signed.txid, 'hex'),
          signed_at: new Date(),
        })
      : unsigned.set({ state: 'failed', waiting_for: null, failure: failureOf(fault ?? '') })
    const { numUpdatedRows } = await outcome.executeTakeFirst()
    if (signed && !before && numUpdatedRows === 1n) await memory.keep(signed.txid)
    await notify(trx, 'transactions', plan.paymentId)
  })
  failpoint('signed-bytes-stored')
}

/** The worker ends an expired plan too: whichever of them is first, people read the same. */
const failureOf = (fault: string): string =>
  fault === expired ? ('PLAN_EXPIRED' satisfies FailureCode) : refusedBySigner(fault)

/** What was signed until now says of a plan, and how its signature is added to it. */
async function recall(trx: Trx, plan: StoredPlan, replaced: Replaced | null) {
  const memory = await readMemory(trx, plan)
  const earlier = await readEarlier(trx, plan)
  const hangsOn = replaced?.type === 'child' ? hangingOn(plan, earlier) : null
  const root = { rootId: memory.replacedRootId ?? plan.id, hangsOn }
  const forbidden = (await ownerFault(trx, plan)) ?? (await endedFault(trx, plan))
  return {
    fault: (caps: Caps) =>
      forbidden ?? earlierFault(plan, earlier, root) ?? capFault(plan, memory, caps),
    async keep(txid: string): Promise<void> {
      if (!plan.order) throw new Error('nothing is signed that nobody has ordered')
      await rememberOwner(trx, plan)
      await remember(trx, plan, memory, {
        txid,
        order: plan.order.row,
        paid: paidBy(plan),
        hangsOn,
      })
    },
  }
}

/** Whether the database still has the account of this seed: another may have been restored. */
async function isOurAccount({ db, wallet }: SignerParts): Promise<boolean> {
  const account = await db.selectFrom('wallet_account').select('xpub').executeTakeFirst()
  return account?.xpub === wallet.xpub
}

/** The signer's only loop, until `signal`, or until the seed is no longer that of the database. */
export async function signPlans(parts: SignerParts, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const woken = parts.listener.next('signatures', 5_000, signal)
    try {
      await letConfirmedGo(parts.db, parts)
      const plans = await plansToSign(parts.db)
      if (plans.length > 0 && !(await isOurAccount(parts))) {
        parts.log.error('another seed was restored; the signer starts anew')
        return
      }
      for (const id of plans) {
        // One plan that cannot be signed now holds up no other.
        await signOne(parts, id).catch((err) =>
          parts.log.error({ err, transaction: id }, 'signing failed; trying again'),
        )
      }
    } catch (err) {
      parts.log.error({ err }, 'reading the plans failed; trying again')
    }
    await woken
  }
}
