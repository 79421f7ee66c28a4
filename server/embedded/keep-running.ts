import type { PlainLog } from './log.ts'
import { isRunning } from './process.ts'

interface Part<T> {
  readonly name: string
  readonly log: PlainLog
  readonly first: T
  again(): Promise<T>
  end(current: T): Promise<void>
}

interface Kept<T> {
  readonly current: T
  /** Ends what runs now and puts `next` in its place. */
  replace(next: () => Promise<T>): Promise<void>
  stop(): Promise<void>
}

const checkEveryMs = 500
const givingUp = { deaths: 5, withinMs: 60_000 }

/**
 * Starts a part again when it dies while we run. Its number is watched rather than its `exit`
 * event, because an adopted process is nobody's child. A part that keeps dying, or can't be started
 * again, ends the program as an uncaught error: a visible crash beats a hidden one.
 */
export function keepRunning<T extends { readonly pid: number }>(part: Part<T>): Kept<T> {
  const { name, log, again, end } = part
  let current = part.first
  /** Starts and ends come one after the other: ending what is half started would leave it behind. */
  let changes: Promise<void> = Promise.resolve()
  let changing = false
  let stopped: Promise<void> | undefined
  let deaths: number[] = []

  function change(act: () => Promise<void>): Promise<void> {
    const done = changes.then(async () => {
      changing = true
      try {
        await act()
      } finally {
        changing = false
      }
    })
    // A change's failure is its caller's; the next change is tried all the same.
    changes = done.catch(() => {})
    return done
  }

  const watch = setInterval(() => {
    if (changing || isRunning(current.pid)) return
    const now = Date.now()
    deaths = [...deaths.filter((at) => now - at < givingUp.withinMs), now]
    if (deaths.length > givingUp.deaths) throw new Error(`${name} keeps dying`)
    log.warn(`${name} (process ${current.pid}) died: starting it again.`)
    void change(async () => {
      current = await again()
    })
  }, checkEveryMs)
  watch.unref()

  return {
    get current() {
      return current
    },
    replace(next) {
      if (stopped) throw new Error(`${name} is stopped`)
      return change(async () => {
        await end(current)
        current = await next()
      })
    },
    stop() {
      clearInterval(watch)
      stopped ??= change(() => end(current))
      return stopped
    },
  }
}
