import { setTimeout as sleep } from 'node:timers/promises'
import type { QueueDeps } from '#server/features/notifications/index.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { Listener } from '#server/platform/db/notify.ts'
import type { Log } from '#server/platform/observe/log.ts'
import { answerLinkRequests } from './answer-requests.ts'
import { sendInvitations } from './invite-all.ts'
import { sweepEmployeePage } from './sweep.ts'

type EmployeePageDeps = QueueDeps & {
  db: Db
  listener: Listener
  sms: boolean
  sandbox: boolean
  log: Log
}

/** The loop also looks this often without being woken. */
const lookMs = 30_000
const afterFaultMs = 1_000

/** The worker's loop that sends requested links and invitations, until `signal`. */
export async function serveEmployeePage(
  deps: EmployeePageDeps,
  signal: AbortSignal,
): Promise<void> {
  const { db, listener, log } = deps
  const now = () => new Date()
  while (!signal.aborted) {
    const woken = listener.next('employee_page', lookMs, signal)
    try {
      await answerLinkRequests(db, { ...deps, now })
      await sendInvitations(db, { ...deps, now })
      await sweepEmployeePage(db, now())
    } catch (err) {
      log.warn({ err }, 'sending links to employees failed; trying again')
      await sleep(afterFaultMs, undefined, { signal }).catch(() => undefined)
    }
    await woken
  }
}
