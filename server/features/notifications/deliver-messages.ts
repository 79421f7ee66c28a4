import { setTimeout as sleep } from 'node:timers/promises'
import { addJobs, workJobs } from '#server/platform/db/jobs.ts'
import type { Listener } from '#server/platform/db/notify.ts'
import { notifyPayData } from './address-and-salary-changes.ts'
import { type DeliveryDeps, deliver } from './delivery.ts'
import { tellFormerContacts } from './former-contacts.ts'
import type { LinkBase } from './freeze-link.ts'
import { notifyMoneyEvents } from './money/notify.ts'
import { deliverTask } from './queue.ts'
import { expireMessages, findStrandedMessages } from './store.ts'

export type MessagesDeps = DeliveryDeps & {
  /** A connection past any pooler, because jobs are awaited by LISTEN. */
  directUrl: string
  listener: Listener
  config: LinkBase
}

/** The interval for pending events, messages without a job, and old messages. */
const lookMs = 30_000

async function look(deps: MessagesDeps): Promise<void> {
  const { db, sandbox } = deps
  await notifyPayData(db, { ...deps, now: new Date() })
  await tellFormerContacts(db, { ...deps, sms: deps.textMessages !== null || sandbox })
  await expireMessages(db, sandbox)
  await db.transaction().execute(async (trx) => {
    const stranded = await findStrandedMessages(trx)
    await addJobs(
      trx,
      deliverTask,
      stranded.map((id) => ({ id, priority: 0 })),
    )
  })
}

async function keepLooking(deps: MessagesDeps, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    try {
      await look(deps)
    } catch (err) {
      deps.log.warn({ err }, 'looking for messages failed; trying again')
    }
    await sleep(lookMs, undefined, { signal }).catch(() => undefined)
  }
}

/**
 * Writes notices of money events whenever a transaction or a block changes, at the latest 30 s
 * after.
 */
async function keepNotifying(deps: MessagesDeps, signal: AbortSignal): Promise<void> {
  const { db, listener, log } = deps
  while (!signal.aborted) {
    const woken = new AbortController()
    const either = AbortSignal.any([signal, woken.signal])
    const wake = Promise.race(
      (['transactions', 'chain'] as const).map((channel) => listener.next(channel, lookMs, either)),
    )
    try {
      await notifyMoneyEvents(db, { ...deps, now: new Date() })
    } catch (err) {
      log.warn({ err }, 'writing notices of money failed; trying again')
    }
    await wake
    woken.abort()
  }
}

/**
 * The worker's message loop until `signal`: writes notices of money events and delivers queued
 * messages.
 */
export async function deliverMessages(deps: MessagesDeps, signal: AbortSignal): Promise<void> {
  const ended = new AbortController()
  const either = AbortSignal.any([signal, ended.signal])
  const others = Promise.all([keepLooking(deps, either), keepNotifying(deps, either)])
  try {
    const handle = (id: string, isLastTry: boolean) => deliver(deps, id, isLastTry)
    await workJobs(deps.directUrl, { [deliverTask]: handle }, deps.log, signal)
  } finally {
    ended.abort()
    await others
  }
}
