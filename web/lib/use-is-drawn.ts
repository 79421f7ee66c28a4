import { startTransition, useEffect, useState } from 'react'

/**
 * False while a screen is drawn for the first time, and then true: what waits for it is drawn in small pieces,
 * and holds up nothing that stands above it.
 */
export function useIsDrawn(): boolean {
  const [isDrawn, setDrawn] = useState(false)
  useEffect(() => startTransition(() => setDrawn(true)), [])
  return isDrawn
}
