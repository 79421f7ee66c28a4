import { useCallback } from 'react'
import { useSearchParams } from 'react-router'

export type Tab = 'employees' | 'transactions'

/** The tab in the address; each begins at its first page. */
export function useTab() {
  const [params, setParams] = useSearchParams()
  const tab: Tab = params.get('tab') === 'transactions' ? 'transactions' : 'employees'
  const setTab = useCallback(
    (next: Tab) =>
      setParams(next === 'employees' ? {} : { tab: next }, { preventScrollReset: true }),
    [setParams],
  )
  return { tab, setTab }
}
