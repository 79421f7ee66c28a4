import { useDeferredValue } from 'react'

/**
 * The data of a query, undefined until all that shows it has been drawn once beside the skeleton:
 * drawn so, a screen does not block a slow phone. Later changes are shown at once.
 */
export function useDeferredData<Data>(data: Data | undefined): Data | undefined {
  const isThere = useDeferredValue(data !== undefined)
  return isThere ? data : undefined
}
