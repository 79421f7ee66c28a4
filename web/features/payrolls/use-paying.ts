import { useCallback, useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'

const parameter = 'pagar'

/** Whether the pay dialog is open; a link from elsewhere opens it, and a reload does not. */
export function usePaying() {
  const [params, setParams] = useSearchParams()
  const [paying, setPaying] = useState(false)
  const isWanted = params.has(parameter)
  useEffect(() => {
    if (!isWanted) return
    setPaying(true)
    setParams(
      (present) => {
        present.delete(parameter)
        return present
      },
      { replace: true, preventScrollReset: true },
    )
  }, [isWanted, setParams])
  return { paying, setPaying: useCallback((next: boolean) => setPaying(next), []) }
}
