import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Recipient } from '#contract/transactions.ts'

/** The paper: the whole transaction, or one person's receipt. */
export type Paper = 'whole' | Recipient

/**
 * The printed content exists only while printing: also by the browser's own menu, which prints the
 * whole.
 */
export function usePrint() {
  const [paper, setPaper] = useState<Paper | null>(null)
  useEffect(() => {
    const before = () => flushSync(() => setPaper((chosen) => chosen ?? 'whole'))
    const after = () => setPaper(null)
    addEventListener('beforeprint', before)
    addEventListener('afterprint', after)
    return () => {
      removeEventListener('beforeprint', before)
      removeEventListener('afterprint', after)
    }
  }, [])
  return {
    paper,
    print(chosen: Paper) {
      flushSync(() => setPaper(chosen))
      window.print()
    },
  }
}
