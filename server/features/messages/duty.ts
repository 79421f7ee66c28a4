import { setTimeout as sleep } from 'node:timers/promises'
import { addJobs, workJobs } from '#server/platform/jobs.ts'
import { type DeliveryParts, deliver } from './delivery.ts'
import { deliverTask } from './queue.ts'
import { expireMessages, strandedMessages } from './store.ts'

/** How often it is looked for what no job will come for, and what is of no use any more. */
const lookMs = 30_000

async function look({ db, sandbox }: DeliveryParts): Promise<void> {
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

async function keepLooking(parts: DeliveryParts, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    try {
      await look(parts)
    } catch (err) {
      parts.log.warn({ err }, 'looking for stranded messages failed; trying again')
    }
    await sleep(lookMs, undefined, { signal }).catch(() => undefined)
  }
}

/** The messages' duty: delivers what is queued, until `signal`. */
export async function deliverMessages(
  parts: DeliveryParts & { directUrl: string },
  signal: AbortSignal,
): Promise<void> {
  const ended = new AbortController()
  const either = AbortSignal.any([signal, ended.signal])
  const looking = keepLooking(parts, either)
  try {
    const handle = (id: string, isLastTry: boolean) => deliver(parts, id, isLastTry)
    await workJobs(parts.directUrl, { [deliverTask]: handle }, parts.log, signal)
  } finally {
    ended.abort()
    await looking
  }
}
