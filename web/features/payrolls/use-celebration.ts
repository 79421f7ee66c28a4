import { useEffect, useState } from 'react'
import type { Payroll } from '#contract/payrolls.ts'
import { rememberCelebrated, wasCelebrated } from '#web/shared/payday/celebrated.ts'

/** Somebody who comes back later finds an ordinary page. */
const recentMs = 72 * 3_600_000

/**
 * The payment to celebrate: confirmed lately, and not celebrated in this browser before. It stays until
 * it is closed or the page is left.
 */
export function useCelebration({ status }: Payroll): { payment: string | null; close: () => void } {
  const [shown, setShown] = useState<string | null>(null)
  const [closed, setClosed] = useState<string | null>(null)
  const { code, payment, at } = status
  const isRecent = at !== null && Date.now() - Date.parse(at) < recentMs
  const due = code === 'paid' && isRecent ? payment : null
  const isDue = due !== null && due !== closed && (due === shown || !wasCelebrated(due))
  useEffect(() => {
    if (!isDue || due === null) return
    setShown(due)
    rememberCelebrated(due)
  }, [isDue, due])
  return { payment: isDue ? due : null, close: () => setClosed(due) }
}
