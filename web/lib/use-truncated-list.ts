import { useState } from 'react'

/** The first of a list, until all of it is asked for. One alone is not hidden: asking takes as much room. */
export function useTruncatedList<T>(items: readonly T[], length: number) {
  const [all, setAll] = useState(false)
  const shown = all || items.length <= length + 1 ? items : items.slice(0, length)
  return { shown, rest: items.length - shown.length, showAll: () => setAll(true) }
}
