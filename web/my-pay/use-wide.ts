import { useSyncExternalStore } from 'react'

const wide = '(min-width: 960px)'

function subscribe(changed: () => void) {
  const query = window.matchMedia(wide)
  query.addEventListener('change', changed)
  return () => query.removeEventListener('change', changed)
}

/** Whether there is room for two columns. */
export const useWide = () => useSyncExternalStore(subscribe, () => window.matchMedia(wide).matches)
