import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from '../observe/log.ts'
import type { App } from './http.ts'

/**
 * The time from the signal on: a balancer has looked at readiness by then, and the slowest answer
 * has left.
 */
export const endedWithinMs = 25_000

/** Answers on kept-alive connections close them once `stopping` is set. */
export function closeConnectionsOnce(app: App, stopping: AbortSignal): void {
  app.addHook('onSend', async (_request, reply) => {
    if (stopping.aborted) reply.header('connection', 'close')
  })
}

/**
 * Ends the HTTP side so that no request is lost: readiness turns at once, and for `drainMs`
 * requests are served as ever, until no balancer sends any more. Then nothing new is accepted and
 * open requests are answered. A request still open after `endedWithinMs`, an upload say, is cut
 * off.
 */
export async function drain(
  app: App,
  stopping: AbortController,
  { drainMs, log }: { drainMs: number; log: Log },
): Promise<void> {
  stopping.abort()
  await sleep(drainMs)
  const closing = app.close()
  // Answers that had begun before `stopping` promised to keep their connection.
  const idle = setInterval(() => app.server.closeIdleConnections(), 100)
  const late = setTimeout(() => {
    log.warn('requests that go on for too long are cut off')
    app.server.closeAllConnections()
  }, endedWithinMs - drainMs)
  try {
    await closing
  } finally {
    clearInterval(idle)
    clearTimeout(late)
  }
}
