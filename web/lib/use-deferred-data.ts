import { useDeferredValue } from 'react'

/**
 * What a query brought, undefined until all that shows it has been drawn once beside the skeleton:
 * drawn so, a screen does not hold up a slow phone. Later news is shown at once.
 */
export function useDeferredData<Data>(data: Data | undefined): Data | undefined {
  const isThere = useDeferredValue(data !== undefined)
  return isThere ? data : undefined
}
