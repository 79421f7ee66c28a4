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
    // Some browsers keep nothing that is said while the page goes, others do not tell the scroll's end.
    for (const moment of moments) window.addEventListener(moment, keepForReload)
    const stop = scrollWhenThere(window.history.state?.scrollY)
    return () => {
      window.removeEventListener('scroll', note)
      for (const moment of moments) window.removeEventListener(moment, keepForReload)
      stop()
    }
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

const moments = ['scrollend', 'pagehide']

const keepForReload = () =>
  window.history.replaceState({ ...window.history.state, scrollY: window.scrollY }, '')

/** A page that was reloaded grows with its data: back to the old place once it is long enough. */
function scrollWhenThere(top: unknown): () => void {
  const ended = new AbortController()
  const { signal } = ended
  if (typeof top !== 'number' || top === 0) return () => undefined
  const { documentElement: html } = document
  const grown = new ResizeObserver(() => {
    if (html.scrollHeight - html.clientHeight < top) return
    window.scrollTo(0, top)
    ended.abort()
  })
  signal.addEventListener('abort', () => grown.disconnect())
  // Whoever acts first goes where they want to.
  for (const act of ['wheel', 'pointerdown', 'keydown']) {
    window.addEventListener(act, () => ended.abort(), { signal, passive: true })
  }
  grown.observe(document.body)
  return () => ended.abort()
}
