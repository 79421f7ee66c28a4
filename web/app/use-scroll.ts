import { useEffect, useLayoutEffect, useRef } from 'react'
import type { Place } from '#web/lib/navigation.ts'

/** A new screen begins at its top, or at what the address names; going back finds the old place. */
export function useScroll({ location, action, keepsScroll }: Place) {
  const positions = useRef(new Map<string, number>())
  const shown = useRef(location.key)

  useEffect(() => {
    // The browser would scroll before the screen is there.
    window.history.scrollRestoration = 'manual'
    const note = () => positions.current.set(shown.current, window.scrollY)
    window.addEventListener('scroll', note, { passive: true })
    return () => window.removeEventListener('scroll', note)
  }, [])

  useLayoutEffect(() => {
    if (shown.current === location.key) return
    shown.current = location.key
    if (keepsScroll) return
    const named =
      location.hash && document.getElementById(decodeURIComponent(location.hash.slice(1)))
    if (action === 'POP') window.scrollTo(0, positions.current.get(location.key) ?? 0)
    else if (named) named.scrollIntoView()
    else window.scrollTo(0, 0)
  }, [location, action, keepsScroll])
}
