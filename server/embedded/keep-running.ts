import type { Log } from './log.ts'
import { isRunning } from './process.ts'

interface Kept<T> {
  readonly name: string
  readonly log: Log
  readonly first: T
  again(): Promise<T>
  end(current: T): Promise<void>
}

const checkEveryMs = 500
const givingUp = { deaths: 5, withinMs: 60_000 }

/**
 * Starts a part again when it dies while we run. Its number is watched rather than its `exit` event,
 * because an adopted process is nobody's child. Dying over and over is thrown, which ends the program:
 * a crash that is seen beats one that is hidden.
 */
export function keepRunning<T extends { readonly pid: number }>({
  name,
  log,
  first,
  again,
  end,
}: Kept<T>): {
  readonly current: T
  replace(next: () => Promise<T>): Promise<void>
  stop(): Promise<void>
} {
  let current = first
  let change: Promise<unknown> | undefined
  let stopped: Promise<void> | undefined
  let deaths: number[] = []

  const watch = setInterval(() => {
    if (stopped || change || isRunning(current.pid)) return
    const now = Date.now()
    deaths = [...deaths.filter((at) => now - at < givingUp.withinMs), now]
    if (deaths.length > givingUp.deaths) throw new Error(`${name} keeps dying`)
    log.warn(`${name} (process ${current.pid}) died: starting it again.`)
    void during(again)
  }, checkEveryMs)
  watch.unref()

  async function during(next: () => Promise<T>): Promise<void> {
    const running = next()
    change = running
    try {
      current = await running
    } finally {
      change = undefined
    }
  }

  return {
    get current() {
      return current
    },
    replace: (next) =>
      during(async () => {
        await end(current)
        return next()
      }),
    stop() {
      stopped ??= (async () => {
        clearInterval(watch)
        // Ending what is only half started would leave it behind.
        await Promise.allSettled([change])
        await end(current)
      })()
      return stopped
    },
  }
}
