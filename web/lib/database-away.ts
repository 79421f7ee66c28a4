import { useSyncExternalStore } from 'react'
import { ApiError } from './api-error.ts'

/** The newest answer of the server says whether the database is away. */
let isAway = false
const listeners = new Set<() => void>()

export function noteDatabase(away: boolean): void {
  if (away === isAway) return
  isAway = away
  for (const listener of listeners) listener()
}

function listen(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useDatabaseAway = (): boolean =>
  useSyncExternalStore(
    listen,
    () => isAway,
    () => false,
  )

const pauseMs = 2000
/** A minute: three failovers. */
const pauses = 30

/** Asks again and again while the server's database is away. Only for what may be done twice, or has a key. */
export async function whileDatabaseAway<Answer>(
  send: () => Promise<Answer>,
  wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms)),
): Promise<Answer> {
  for (let left = pauses; ; left--) {
    try {
      return await send()
    } catch (error) {
      if (left === 0 || !(error instanceof ApiError && error.isDatabaseAway)) throw error
      await wait(pauseMs)
    }
  }
}
