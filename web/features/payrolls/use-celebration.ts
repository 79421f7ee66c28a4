import { useEffect, useState } from 'react'
import type { Payroll } from '#contract/payrolls.ts'
import { rememberCelebrated } from '#web/shared/payday/celebrated.ts'
import { type RecentPayday, useRecentPayday } from './use-recent-payday.ts'

/**
 * The payday to celebrate: confirmed lately, and not celebrated in this browser before. It stays until
 * it is closed or the page is left, whatever the status moves on to; another run comes before it. `waits`:
 * until the bank has passed its dollars.
 */
export function useCelebration(
  payroll: Payroll,
  waits: boolean,
): {
  payday: RecentPayday | null
  close: () => void
} {
  const { status } = payroll
  const { payday: recent } = useRecentPayday(payroll)
  const [shown, setShown] = useState<RecentPayday | null>(null)
  const [closed, setClosed] = useState<string | null>(null)
  const payday = recent ?? shown
  const isOfStatus = status.code === 'paid' && status.payment === payday?.payment
  const isDue =
    !waits &&
    payday !== null &&
    payday.payment !== closed &&
    (status.payment === null || isOfStatus)
  // While it is drawn, and not after it: the whole page would be drawn twice.
  if (isDue && payday.payment !== shown?.payment) setShown(payday)
  const celebrated = shown?.payment
  useEffect(() => {
    if (celebrated) rememberCelebrated(celebrated)
  }, [celebrated])
  return {
    payday: isDue ? payday : null,
    close: () => setClosed(payday?.payment ?? null),
  }
}
