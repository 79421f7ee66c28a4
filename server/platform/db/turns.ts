/**
 * Work of one key goes on one after the other, in the order in which it came. Work that would wait for
 * the same lock in the database waits here, where it holds no connection that others need.
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
