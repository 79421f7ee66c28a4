import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Recipient } from '#contract/transactions.ts'

/** The paper: the whole transaction, or one person's receipt. */
export type Paper = 'whole' | Recipient

/**
 * The printed content exists only while printing: also by the browser's own menu, which prints the
 * `usual` one; null: the page itself.
 */
export function usePrint<Printed = Paper>(usual: NoInfer<Printed> | null) {
  const [paper, setPaper] = useState<Printed | null>(null)
  useEffect(() => {
    const before = () => flushSync(() => setPaper((chosen) => chosen ?? usual))
    const after = () => setPaper(null)
    addEventListener('beforeprint', before)
    addEventListener('afterprint', after)
    return () => {
      removeEventListener('beforeprint', before)
      removeEventListener('afterprint', after)
    }
  }, [usual])
  return {
    paper,
    print(chosen: Printed) {
      flushSync(() => setPaper(() => chosen))
      window.print()
    },
  }
}
