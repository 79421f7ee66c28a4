/**
 * Runs the work of one key one after another, in the order in which it came. Work that would wait for the
 * same lock in the database waits here and holds no connection: without it, 200 presses on one payroll
 * take all connections of a busy machine, and others are refused as `BUSY`.
 */
export function inTurns() {
  const last = new Map<string, Promise<unknown>>()
  return async <T>(key: string, work: () => Promise<T>): Promise<T> => {
    const before = last.get(key) ?? Promise.resolve()
    // How the one before ended is for its own caller to know.
    const mine = before.then(work, work)
    last.set(key, mine)
    try {
      return await mine
    } finally {
      if (last.get(key) === mine) last.delete(key)
    }
  }
}
