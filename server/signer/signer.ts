import type { KeyObject } from 'node:crypto'
import type { Network } from '#domain/address.ts'
import type { Db } from '#server/platform/database.ts'
import { failpoint } from '#server/platform/failpoint.ts'
import type { Log } from '#server/platform/log.ts'
import { type Listener, notify } from '#server/platform/notify.ts'
import { type Caps, capFault, readMemory, remember } from './caps.ts'
import { faultOf } from './check.ts'
import { plansToSign, readPlan } from './plan.ts'
import { readReplaced, replacementFault } from './replacement.ts'
import { signPlan } from './sign.ts'
import type { Wallet } from './wallet.ts'

export type SignerParts = {
  db: Db
  listener: Listener
  wallet: Wallet
  network: Network
  macKey: KeyObject
  caps: Caps
  log: Log
}

/**
 * Signs one plan: bytes, txid and state go into the database in one UPDATE before anybody sends them.
 * A plan that fails a check ends `failed` with nothing signed; its coins are released by the worker.
 */
export async function signOne(parts: SignerParts, id: string): Promise<void> {
  const { db, wallet, log } = parts
  const stored = await readPlan(db, id)
  if (!stored) return
  const replaced = await readReplaced(db, id)
  const plan = replaced?.parent ? { ...stored, ...replaced.parent, inputs: replaced.made } : stored
  const memory = await readMemory(db, plan)
  const own = replaced ? replacementFault(plan, replaced, parts) : faultOf(plan, parts)
  const fault = own ?? capFault(plan, memory, parts.caps)
  if (fault) log.error({ transaction: id, fault }, 'the signer refuses a plan')
  const signed = fault ? null : signPlan(plan, wallet)
  failpoint('signed-in-memory')
  await db.transaction().execute(async (trx) => {
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
      : unsigned.set({ state: 'failed', waiting_for: null, failure: `Signer: ${fault}` })
    const { numUpdatedRows } = await outcome.executeTakeFirst()
    if (signed && numUpdatedRows === 1n) await remember(trx, plan, memory, signed.txid)
    await notify(trx, 'transactions', plan.paymentId)
  })
  failpoint('signed-bytes-stored')
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
