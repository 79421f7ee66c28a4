import { useEffect } from 'react'
import { z } from 'zod/mini'

/**
 * The key under which React Router's ScrollRestoration keeps positions over a reload, by the
 * entry's key.
 */
const storageKey = 'react-router-scroll-positions'
const positions = z.record(z.string(), z.number())
/** Rows that come later than this surprise somebody who reads. */
const patienceMs = 5000
const ownMoves = ['wheel', 'touchstart', 'keydown', 'pointerdown'] as const

function readSavedPosition(): number | null {
  const entry: unknown = window.history.state?.key ?? 'default'
  try {
    const saved = positions.safeParse(JSON.parse(sessionStorage.getItem(storageKey) ?? '{}'))
    return (typeof entry === 'string' ? saved.data?.[entry] : null) ?? null
  } catch {
    return null
  }
}

/**
 * After a reload a list is at the place where it was: the router scrolls before the rows are there, and
 * gets no farther than the page is long. It scrolls again for rows that come later still: for those
 * above the place the browser would move the page along. Stops where the person moves.
 */
export function useLateScroll() {
  useEffect(() => {
    const wanted = readSavedPosition()
    if (wanted === null) return
    const observer = new ResizeObserver(() => {
      const farthest = document.documentElement.scrollHeight - window.innerHeight
      if (farthest < wanted) return
      window.scrollTo(0, wanted)
    })
    function stop() {
      observer.disconnect()
      clearTimeout(timer)
      for (const move of ownMoves) window.removeEventListener(move, stop)
    }
    const timer = setTimeout(stop, patienceMs)
    for (const move of ownMoves) window.addEventListener(move, stop, { passive: true })
    observer.observe(document.body)
    return stop
  }, [])
}
