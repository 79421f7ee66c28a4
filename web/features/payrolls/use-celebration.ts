import { useEffect, useState } from 'react'
import type { Payroll } from '#contract/payrolls.ts'
import { rememberCelebrated } from '#web/shared/payday/celebrated.ts'
import { type Payday, useRecentPayday } from './use-recent-payday.ts'

/**
 * The payday to celebrate: confirmed lately, and not celebrated in this browser before. It stays until
 * it is closed or the page is left, whatever the status moves on to; another run comes before it.
 */
export function useCelebration(payroll: Payroll): { payday: Payday | null; close: () => void } {
  const { status } = payroll
  const { payday: recent } = useRecentPayday(payroll)
  const [shown, setShown] = useState<Payday | null>(null)
  const [closed, setClosed] = useState<string | null>(null)
  const payday = recent ?? shown
  const isOfStatus = status.code === 'paid' && status.payment === payday?.payment
  const isDue =
    payday !== null && payday.payment !== closed && (status.payment === null || isOfStatus)
  useEffect(() => {
    if (!isDue || payday === null || payday.payment === shown?.payment) return
    setShown(payday)
    rememberCelebrated(payday.payment)
  }, [isDue, payday, shown])
  return {
    payday: isDue ? payday : null,
    close: () => setClosed(payday?.payment ?? null),
  }
}
