import { setTimeout as sleep } from 'node:timers/promises'
import { addJobs, workJobs } from '#server/platform/jobs.ts'
import type { Listener } from '#server/platform/notify.ts'
import { type DeliveryParts, deliver } from './delivery.ts'
import type { LinkBase } from './freeze-link.ts'
import { tellMoneyNews } from './news.ts'
import { tellPayData } from './pay-data.ts'
import { deliverTask } from './queue.ts'
import { expireMessages, strandedMessages } from './store.ts'

export type MessagesParts = DeliveryParts & {
  /** Not through a pooler: jobs are waited for by LISTEN. */
  directUrl: string
  listener: Listener
  config: LinkBase
}

/** How often it is looked for what is to be told, what no job will come for, and what is of no use any more. */
const lookMs = 30_000

async function look(parts: MessagesParts): Promise<void> {
  const { db, sandbox } = parts
  await tellPayData(db, { ...parts, now: new Date() })
  await expireMessages(db, sandbox)
  await db.transaction().execute(async (trx) => {
    const stranded = await strandedMessages(trx)
    await addJobs(
      trx,
      deliverTask,
      stranded.map((id) => ({ id, priority: 0 })),
    )
  })
}

async function keepLooking(parts: MessagesParts, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    try {
      await look(parts)
    } catch (err) {
      parts.log.warn({ err }, 'looking for messages failed; trying again')
    }
    await sleep(lookMs, undefined, { signal }).catch(() => undefined)
  }
}

/** Tells what happened to money whenever a transaction or a block says so, and at the latest 30 s after. */
async function keepTelling(parts: MessagesParts, signal: AbortSignal): Promise<void> {
  const { db, listener, log } = parts
  while (!signal.aborted) {
    const woken = new AbortController()
    const either = AbortSignal.any([signal, woken.signal])
    const wake = Promise.race(
      (['transactions', 'chain'] as const).map((channel) => listener.next(channel, lookMs, either)),
    )
    try {
      await tellMoneyNews(db, { ...parts, now: new Date() })
    } catch (err) {
      log.warn({ err }, 'telling what happened to money failed; trying again')
    }
    await wake
    woken.abort()
  }
}

/** The messages' duty: writes the news of money and delivers what is queued, until `signal`. */
export async function deliverMessages(parts: MessagesParts, signal: AbortSignal): Promise<void> {
  const ended = new AbortController()
  const either = AbortSignal.any([signal, ended.signal])
  const others = Promise.all([keepLooking(parts, either), keepTelling(parts, either)])
  try {
    const handle = (id: string, isLastTry: boolean) => deliver(parts, id, isLastTry)
    await workJobs(parts.directUrl, { [deliverTask]: handle }, parts.log, signal)
  } finally {
    ended.abort()
    await others
  }
}
