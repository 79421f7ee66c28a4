import { type RefCallback, useCallback, useState } from 'react'

/** Nothing is wider than its window. To ask for its width would lay the page out; to ask this does not. */
const isWindowNarrower = (px: number): boolean => !window.matchMedia(`(min-width: ${px}px)`).matches

/**
 * A ref for an element, and whether it is narrower than so many px, kept current. On a phone the window
 * answers: to measure would lay the page out in the middle of drawing it, and then draw it again.
 */
export function useIsNarrower(px: number): [ref: RefCallback<HTMLElement>, isNarrower: boolean] {
  const [isNarrower, setNarrower] = useState(() => isWindowNarrower(px))
  const ref = useCallback(
    (element: HTMLElement | null) => {
      if (element === null) return
      const measure = () => setNarrower(element.clientWidth < px)
      if (!isWindowNarrower(px)) measure()
      const observer = new ResizeObserver(measure)
      observer.observe(element)
      return () => observer.disconnect()
    },
    [px],
  )
  return [ref, isNarrower]
}
